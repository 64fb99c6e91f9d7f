"""The general suites, a module for each."""
