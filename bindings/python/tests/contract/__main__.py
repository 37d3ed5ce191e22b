"""Runs one case, for cases that need a separate process: python -m contract TITLE."""

import sys

from .cases import API, GIVEN, find
from .script import Script

Script(API, GIVEN).run(find(sys.argv[1])[1])
