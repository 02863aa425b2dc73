"""The program, and the command that runs it."""

import os
import sys

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")


def program() -> str:
    """Return the path of the program x11viewer."""
    return os.path.join(folder, "bin", "x11viewer")


def main():
    """Run the program in place of this process."""
    os.execv(program(), ["x11viewer"] + sys.argv[1:])
