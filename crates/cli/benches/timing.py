"""Measures the user seconds of a command."""

import resource
import subprocess


def timed(command, **options):
    """Runs a command with options of `subprocess.run`. Returns the finished process and its user seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ended = subprocess.run(command, capture_output=True, check=False, **options)
    return ended, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
