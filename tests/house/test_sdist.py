"""The source distribution contains every file that its pages link to, and everything that `make` needs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]

BUILD = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"

pytestmark = pytest.mark.slow

IGNORED = (".*", "__pycache__", "*.egg-info", "build", "dist", "*.so", "node_modules")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the source distribution, by path. It is built from a copy, so that the project stays clean."""
    copy, out = tmp_path_factory.mktemp("copy") / "steep", tmp_path_factory.mktemp("dist")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*IGNORED))
    run = subprocess.run(
        [sys.executable, "-c", BUILD, str(out)], cwd=copy, capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr
    (path,) = out.glob("steep-*.tar.gz")
    files = {}
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile():
                file = archive.extractfile(member)
                assert file is not None
                files[member.name.partition("/")[2]] = file.read()
    return files


def test_every_link_of_a_page_leads_to_a_file_in_it(sdist: dict[str, bytes]) -> None:
    pages = [name for name in sdist if name.endswith(".md")]
    folders = {str(parent) for name in sdist for parent in PurePosixPath(name).parents}
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/rulesets.md", "docs/decisions/README.md"} <= {*pages}
    for page in pages:
        for link in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", sdist[page].decode()):
            target = "".join(link).split("#")[0]
            if target and not target.startswith(("http:", "https:")):
                parts: list[str] = []
                for part in (PurePosixPath(page).parent / target).parts:
                    parts = parts[:-1] if part == ".." else [*parts, part]
                assert "/".join(parts) in sdist.keys() | folders, f"{page} links to {target}"


def test_every_file_of_the_project_is_in_it(sdist: dict[str, bytes]) -> None:
    folders = ("benchmarks", "docs", "examples", "notes", "src", "tests", "tools", "web")
    expected = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and not {"__pycache__", "node_modules", ".tests"} & {*path.parts}
        and ".egg-info" not in str(path)
        and path.suffix != ".pyc"
    }
    expected |= {"Makefile", "constraints.txt", "pyproject.toml", "LICENSE", "README.md", "CONTRIBUTING.md"}
    assert expected - sdist.keys() == set()
    assert all(sdist[name] == (ROOT / name).read_bytes() for name in expected)


def test_no_caches_or_build_products_are_in_it(sdist: dict[str, bytes]) -> None:
    assert [name for name in sdist if "__pycache__" in name or name.endswith((".pyc", ".so"))] == []
