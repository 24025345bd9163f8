"""Settings of all tests."""

import os

from hypothesis import settings

os.environ["LANGUAGE"] = "en"  # what the terminal speaks, whoever runs the tests

settings.register_profile("galleria", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "galleria")
