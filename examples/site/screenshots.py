"""Takes a picture of three notes of each group of the demo vault, into `docs/images/`.

Usage: `make screenshots`, which makes the vault and renders it to `build/site` before. It needs
Chromium and fonts for Chinese and emoji (Debian: chromium fonts-noto-cjk fonts-noto-color-emoji).
The pages are served and read on 127.0.0.1 alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
IMAGES = ROOT / "docs" / "images"
GROUPS = {"en": "tideline", "zh": "青禾小程序"}
NOTES = {"index": "", "attention": "/attention", "experience": "/experience"}
WIDTH, HEIGHT = 1000, 800
SECONDS = 120
MAX_BYTES = 200_000


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its parent's name
        """Says nothing of requests."""


def chromium() -> str | None:
    """The browser's path; None where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


def photograph(browser: str, address: str, image: Path, profile: str, height: int = HEIGHT) -> None:
    """Save a picture of a page.

    Raises:
        subprocess.CalledProcessError, TimeoutExpired: The browser failed.
    """
    command = [
        browser,
        "--headless",
        "--disable-gpu",
        "--hide-scrollbars",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        f"--user-data-dir={profile}",
        f"--window-size={WIDTH},{height}",
        f"--screenshot={image}",
    ]
    if os.geteuid() == 0:
        command.append("--no-sandbox")  # Chromium's sandbox does not start for root
    subprocess.run([*command, address], check=True, capture_output=True, timeout=SECONDS)


def main() -> int:
    """Take every picture and print its size in bytes; 1 when one is over 200 kB."""
    browser = chromium()
    if browser is None:
        print("No pictures taken: Chromium is not installed (Debian: apt install chromium).")
        return 0
    IMAGES.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SITE)))
    Thread(target=server.serve_forever, daemon=True).start()
    sizes = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for language, group in GROUPS.items():
            for note, page in NOTES.items():
                image = IMAGES / f"{language}-{note}.png"
                path = quote(f"/groups/{group}{page}.html")
                address = f"http://127.0.0.1:{server.server_port}{path}"
                photograph(browser, address, image, profile)
                sizes.append(image.stat().st_size)
                print(f"{image.relative_to(ROOT)}: {sizes[-1]} bytes")
    server.shutdown()
    return int(max(sizes) > MAX_BYTES)


if __name__ == "__main__":
    sys.exit(main())
