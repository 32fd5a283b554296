"""Tests draw the same examples in every run: a failure can be seen again, and coverage does not depend on luck."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
