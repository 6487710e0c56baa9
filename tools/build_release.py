"""Build all files of a release from a commit, and no other file: the bytes depend on the commit alone.

    python tools/build_release.py [--to FOLDER] [--repository https://HOST/OWNER/NAME] [--twice]

Writes wheels for all platforms, the source distribution, the pages for browsers and the manual as archives for static
hosts, on Linux a program of one file that needs no Python, bills of materials (CycloneDX) and SHA256SUMS. `--twice`
builds again elsewhere and names the files that differ. With an address of the repository, links and pictures of the
README lead there in the package's metadata.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

Words = list[str | Path]
"""The words of a command."""

PICTURE = re.compile(r"(!\[[^\]]*\]\()(?![a-z]+:)([^)]+)\)")
LINK = re.compile(r"(?<!!)(\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\()(?![a-z]+:|#)([^)]+)\)")


def export(commit: str, folder: Path) -> None:
    """The files of a commit, in a folder. Packages of Node are those of the checkout."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603, S607
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    if (ROOT / "web" / "node_modules").exists():
        (folder / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())


def with_absolute_links(readme: str, repository: str, tag: str) -> str:
    """A README whose links and pictures lead to a tag of a repository, for an index that has no files beside it."""
    readme = LINK.sub(rf"\g<1>{repository}/blob/{tag}/\g<2>)", readme)
    readme = PICTURE.sub(rf"\g<1>{repository}/raw/{tag}/\g<2>)", readme)
    return readme.replace(".svg)", ".svg?sanitize=true)")  # without, GitHub sends SVG as plain text


def add_repository(folder: Path, repository: str, version: str) -> None:
    """Name the repository in an exported project: its links, and those of the README."""
    readme, project = folder / "README.md", folder / "pyproject.toml"
    readme.write_text(with_absolute_links(readme.read_text("utf-8"), repository, f"v{version}"), "utf-8")
    links = {
        "Source": repository,
        "Documentation": f"{repository}/blob/v{version}/docs/index.md",
        "Changelog": f"{repository}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    rows = "".join(f'{name} = "{address}"\n' for name, address in links.items())
    project.write_text(f"{project.read_text('utf-8')}\n[project.urls]\n{rows}", "utf-8")


def run(words: Words, folder: Path, epoch: int, **more: str) -> bytes:
    """Run a program in a folder, silently unless it fails; its standard output."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "0", "TZ": "UTC"}
    # `python`, where a program looks for one, is the one that runs this.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    environment |= {"PYTHONPATH": str(folder / "src"), **more}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{(done.stdout + done.stderr).decode()[-4000:]}")
    return done.stdout


def repacked_sdist(path: Path, epoch: int) -> None:
    """Write a source distribution again in the order of names, with one date and no owner: setuptools keeps those."""
    with tarfile.open(path) as old:
        members = sorted((member for member in old if member.isfile()), key=lambda member: member.name)
        held = [(member, old.extractfile(member).read()) for member in members]  # type: ignore[union-attr]
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", mtime=epoch, fileobj=file) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member, content in held:
            entry = tarfile.TarInfo(member.name)
            entry.size, entry.mtime, entry.mode = len(content), epoch, 0o755 if member.mode & 0o100 else 0o644
            new.addfile(entry, io.BytesIO(content))


def zip_folder(folder: Path, path: Path, epoch: int) -> None:
    """Pack what a static host serves: files in the order of names, with one date."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), time.gmtime(epoch)[:6])
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


@contextmanager
def environment_with(project: Path, wanted: list[str], epoch: int) -> Iterator[Path]:
    """The Python of a new environment with these requirements: versions of constraints.txt."""
    with tempfile.TemporaryDirectory() as place:
        python = Path(place, "bin" if os.name == "posix" else "Scripts", "python")
        run([sys.executable, "-m", "venv", place], project, epoch)
        pip: Words = [python, "-m", "pip", "--quiet", "install", "--no-compile", "--constraint", "constraints.txt"]
        run([*pip, *wanted], project, epoch, PYTHONPATH="")  # where Steep's own folder would pass for the wheel
        yield python


def bill_of_python(project: Path, python: Path, epoch: int, *options: str) -> bytes:
    """The bill of what an environment has beside Steep, which is what the bill is of."""
    pip: Words = [python, "-m", "pip", "--quiet", "uninstall", "--yes", "steep", "pip", "setuptools"]
    run(pip, project, epoch, PYTHONPATH="")
    bill = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", *options]
    return run([*bill, "--pyproject", "pyproject.toml", python], project, epoch)


def build_program(project: Path, python: Path, to: Path, epoch: int) -> None:
    """Build one file that plays where there is no Python, for Linux machines like this one."""
    with tempfile.TemporaryDirectory() as work:
        clean = {"PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1", "PYINSTALLER_CONFIG_DIR": work}
        code = "import steep; print(steep.__path__[0])"
        package = Path(run([python, "-c", code], project, epoch, **clean).decode().strip())
        for record in package.parent.glob("*.dist-info/RECORD"):
            # Scripts name the folder that they are installed in, so their hashes differ.
            rows = record.read_text("utf-8").splitlines(keepends=True)
            record.write_text("".join(row for row in rows if "/bin/" not in row.partition(",")[0]), "utf-8")
        words: Words = [python, "-m", "PyInstaller", "--onefile", "--log-level=ERROR", "--name", to.name]
        # Steep reads its own sources, which name the rules; jinxed imports a terminal's module by its name.
        words += ["--add-data", f"{package}:steep", "--collect-submodules=steep", "--collect-submodules=jinxed"]
        words += ["--exclude-module=readline"]  # its licence is not Steep's
        words += ["--distpath", to.parent, "--workpath", work, "--specpath", work]
        run([*words, project / "tools" / "one_file_program.py"], project, epoch, **clean)


def bill_of_pages(project: Path, version: str, epoch: int) -> bytes:
    """The bill of what the pages are built with, without what npm draws by chance or takes from the clock."""
    for path in (project / "web" / "package.json", project / "web" / "package-lock.json"):
        described = json.loads(path.read_text("utf-8"))
        for each in (described, described.get("packages", {}).get("", {})):
            each["version"] = version  # npm writes no bill of what has none
        path.write_text(json.dumps(described), "utf-8")
    words: Words = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    bill = json.loads(run(words, project / "web", epoch))
    del bill["serialNumber"], bill["metadata"]["timestamp"]
    return (json.dumps(bill, indent=2, sort_keys=True) + "\n").encode()


def build(commit: str, to: Path, repository: str) -> None:
    """Build all files in an empty folder."""
    epoch = int(subprocess.check_output(["git", "log", "-1", "--format=%ct", commit], cwd=ROOT))  # noqa: S603, S607
    with tempfile.TemporaryDirectory() as place:
        project = Path(place, "steep")
        export(commit, project)
        (version,) = re.findall(r'__version__ = "(.+)"', (project / "src/steep/__init__.py").read_text("utf-8"))
        if repository:
            add_repository(project, repository, version)
        print("wheels", flush=True)
        run([sys.executable, "tools/build_backend.py", "--to", to], project, epoch)
        print("source distribution", flush=True)
        code = "import sys; sys.path.insert(0, 'tools'); import build_backend as b; b.build_sdist(sys.argv[1])"
        run([sys.executable, "-c", code, to], project, epoch)
        repacked_sdist(to / f"steep-{version}.tar.gz", epoch)
        print("pages and manual", flush=True)
        run(["node", "web/build.mjs"], project, epoch)
        zip_folder(project / "build" / "web", to / f"steep-{version}-pages.zip", epoch)
        zip_folder(project / "build" / "web" / "manual", to / f"steep-{version}-manual.zip", epoch)
        print("bills of materials", flush=True)
        wheel = (to / f"steep-{version}-py3-none-any.whl").as_uri()
        with environment_with(project, [f"steep[all] @ {wheel}"], epoch) as python:
            (to / f"steep-{version}.cdx.json").write_bytes(bill_of_python(project, python, epoch))
        (to / f"steep-{version}-pages.cdx.json").write_bytes(bill_of_pages(project, version, epoch))
        if sys.platform == "linux" and platform.machine() == "x86_64":
            print("one-file program", flush=True)
            program = to / f"steep-{version}-linux-x86_64"
            wheel = (to / f"steep-{version}-py3-none-manylinux_2_17_x86_64.whl").as_uri()
            with environment_with(project, [f"steep @ {wheel}", "pyinstaller"], epoch) as python:
                build_program(project, python, program, epoch)
                bill = bill_of_python(project, python, epoch, "--gather-license-texts")
            program.with_name(f"{program.name}.cdx.json").write_bytes(bill)
    write_sums(to)


def sums_of(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a folder, by name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS, as `sha256sum --check` reads it."""
    text = "".join(f"{digest}  {name}\n" for name, digest in sums_of(folder).items())
    (folder / "SHA256SUMS").write_text(text, "utf-8")


def main() -> None:
    """Build a release."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--to",
        type=Path,
        default=ROOT / "dist",
        metavar="FOLDER",
        help="an empty folder; by default dist, which is emptied",
    )
    parser.add_argument("--commit", default="HEAD", help="by default HEAD")
    parser.add_argument("--repository", default="", metavar="URL", help="where the project is published")
    parser.add_argument("--twice", action="store_true", help="build again, and compare")
    options = parser.parse_args()
    to = options.to.resolve()
    if to == ROOT / "dist":
        shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True, exist_ok=True)
    if any(to.iterdir()):
        parser.error(f"--to: found files in {to}; allowed: an empty folder")
    build(options.commit, to, options.repository)
    print((to / "SHA256SUMS").read_text("utf-8"), end="")
    if options.twice:
        with tempfile.TemporaryDirectory() as again:
            build(options.commit, Path(again), options.repository)
            ours, theirs = sums_of(to), sums_of(Path(again))
        differ = [name for name in ours if ours[name] != theirs.get(name) and name != "SHA256SUMS"]
        if differ:
            raise SystemExit(f"differ when built again: {', '.join(differ)}")
        print("built twice: all files are equal")


if __name__ == "__main__":
    main()
