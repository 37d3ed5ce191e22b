"""The reference of the Python package, made from its docstrings."""

import clmem
from clmem import _constants

project = "clmem"
author = "The clmem authors"
version = release = clmem.__version__
extensions = ["sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"clmem {release} for Python"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
# The base classes are private, so their methods are documented with the public classes.
autodoc_default_options = {"members": True, "imported-members": True, "inherited-members": True}


def setup(app):
    """Leaves constants out of the page of ``clmem``; they have a separate page."""

    def skips(app, what, name, thing, skip, options):
        return skip or (app.env.docname == "clmem" and name in _constants.__all__)

    app.connect("autodoc-skip-member", skips)
