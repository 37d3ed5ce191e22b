"""The runner of the contract's cases (tests/contract of the repository) in Python, over the cffi module."""
