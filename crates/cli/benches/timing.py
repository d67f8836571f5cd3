"""Runs a command for a table, and says how long it took."""

import resource
import subprocess


def timed(command, **options):
    """Runs a command to its end, with options of `subprocess.run`: how it ended, and its user seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ended = subprocess.run(command, capture_output=True, check=False, **options)
    return ended, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
