"""What every test shares: where the data lies, and proof that the installed package is what is tested."""

from __future__ import annotations

import importlib.util
import sysconfig
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent


# A busy machine is no failure of a property.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shared",
        type=Path,
        default=ROOT.parent / "shared",
        metavar="DIR",
        help="folder of the data sets that are not part of the project (default: beside the checkout)",
    )
    parser.addoption(
        "--peer",
        type=Path,
        metavar="PYTHON",
        help="interpreter of the environment that holds the reference package (see `make peer`)",
    )
    parser.addoption(
        "--peer-cases", type=int, default=2000, metavar="N", help="cases of each stage for the reference"
    )
    parser.addoption(
        "--peer-seed", type=int, default=2, metavar="SEED", help="seed of the cases for the reference"
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuses to test the source tree: what a user installs is what must pass."""
    del session
    spec = importlib.util.find_spec("recallcore")
    if spec is None or spec.origin is None:
        pytest.exit("recallcore is not installed in this environment: run `make setup`", returncode=3)
    installed = [Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")]
    if not any(Path(spec.origin).resolve().is_relative_to(place) for place in installed):
        pytest.exit(f"tests run against the installed wheel, found recallcore at {spec.origin}", returncode=3)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared(request: pytest.FixtureRequest) -> Path:
    """The folder of optional data sets; a test that needs it is skipped, saying so, where it is absent."""
    folder: Path = request.config.getoption("--shared")
    if not folder.is_dir():
        pytest.skip(f"no optional data at {folder}: give its place by --shared DIR")
    return folder
