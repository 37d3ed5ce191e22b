"""Runs the contract's cases (tests/contract in the repository) in Python, through the cffi module."""
