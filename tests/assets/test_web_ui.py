"""Dagster's web UI in a real browser, on an instance that has made a release of the samples."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

playwright = pytest.importorskip("playwright.sync_api", reason="install the dev extra: pip install -e '.[dev]'")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="needs Chromium: apt-get install chromium"),
]
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`dagster-webserver` over workspace.yaml, after one real run of the job."""
    folder = tmp_path_factory.mktemp("ui")
    shutil.copytree(ROOT / "samples", folder / "samples")
    home = folder / "instance"
    home.mkdir()
    shutil.copy(ROOT / "assets" / "dagster.yaml", home)
    environment = {**os.environ, "DAGSTER_HOME": str(home), "CIRRUSBENCH_SETTINGS": str(folder / "samples" / "settings.yaml")}
    subprocess.run([sys.executable, "-m", "assets.run"], env=environment, cwd=ROOT, check=True, capture_output=True)
    port = free_port()
    command = [sys.executable, "-m", "dagster_webserver", "-w", "workspace.yaml", "-h", "127.0.0.1", "-p", str(port)]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, env=environment, cwd=ROOT, stdout=log, stderr=log) as server:
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(address + "/server_info", 120)
            yield address
        finally:
            server.terminate()


def wait_for(address: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.5)


def test_groups_descriptions_rows_and_checks_are_there(url: str, tmp_path: Path) -> None:
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        page = browser.new_page(viewport={"width": 1700, "height": 950})
        page.goto(url + "/asset-groups")
        for group in ("phase_1_collection", "phase_2_preprocessing", "phase_3_annotation", "phase_4_quality_assurance", "knowledge_base"):
            playwright.expect(page.get_by_text(group).first).to_be_visible(timeout=60_000)
        shots = Path(os.environ.get("SCREENSHOTS", tmp_path))
        page.keyboard.press("Alt+e")  # the UI's own key for "expand all groups"
        playwright.expect(page.get_by_text("knowledge_index").last).to_be_visible(timeout=60_000)
        page.wait_for_timeout(3000)
        page.screenshot(path=shots / "dagster-assets.png")
        page.goto(url + "/assets/scrubbed_tickets")
        playwright.expect(page.get_by_text("consistent surrogates").first).to_be_visible(timeout=60_000)
        playwright.expect(page.get_by_text("rows_entities").first).to_be_visible(timeout=60_000)
        page.screenshot(path=shots / "dagster-asset.png")
        page.goto(url + "/assets/scrubbed_tickets?view=checks")
        playwright.expect(page.get_by_text("entities_suite").first).to_be_visible(timeout=60_000)
        page.screenshot(path=shots / "dagster-checks.png")
        browser.close()
