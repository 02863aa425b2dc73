"""The fixture `animation_goldens` for pytest, which compares animations with their goldens.

    def test_cat(animation_goldens):
        animation_goldens("animations/cat.json")

``pytest --update-animations`` draws the goldens. Review and commit them.
"""

import os
import subprocess

import pytest

from ._program import program


def pytest_addoption(parser):
    parser.getgroup("x11viewer").addoption(
        "--update-animations", action="store_true", help="draw the goldens of animations instead of comparing them")


@pytest.fixture
def animation_goldens(request, tmp_path):
    """A function that fails the test unless files and folders look like their goldens.

    Further arguments are those of ``x11viewer test``. If images differ, the report is attached to the test: its path
    is in the output and, as the property `animation_report`, in JUnit files.
    """

    def compare(*files, arguments=()):
        command = [program(), "test", *map(os.fspath, files), *arguments]
        if request.config.getoption("--update-animations"):
            command.append("--update")
        report = tmp_path / "animation-report.html"
        run = subprocess.run(
            [*command, "--report", os.fspath(report)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", check=False)
        if run.returncode == 0:
            return
        if report.exists():
            request.node.user_properties.append(("animation_report", os.fspath(report)))
            request.node.add_report_section("call", "animations", f"report: {report}")
        pytest.fail(run.stdout.strip(), pytrace=False)

    return compare
