"""Opens pages in a headless Chromium, in turn, and prints their first paint and the time of a zoom step.

page.py ROUNDS PAGE...: pages are files of reports, or addresses of live pages; the first one is what the others are
compared with."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import urllib.request

ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--window-size=1366,900"]
PATIENCE_SECONDS = 60

# Milliseconds since the navigation began, once the chart holds points and a frame of it was drawn.
PAINT = """
const done = arguments[0];
const look = () => {
  const chart = document.querySelector('[data-chart=use]');
  if (chart?.querySelector('canvas') && Number(chart.dataset.points) > 0) {
    requestAnimationFrame(() => requestAnimationFrame(() => done([performance.now(),
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null, Number(chart.dataset.points)])));
  } else requestAnimationFrame(look);
};
look();
"""

# Milliseconds from a key to the frame in which the chart shows another range, and to the one with the answer: a live page
# draws a part from the timeline and reads its single snapshots then.
ZOOM = """
const done = arguments[0];
const chart = document.querySelector('[data-chart=use]');
const before = chart.dataset.range;
const from = performance.now();
const look = () => {
  if (chart.dataset.range !== before) requestAnimationFrame(() => settle(performance.now() - from));
  else requestAnimationFrame(look);
};
const settle = shown => {
  if (chart.dataset.reading === undefined) requestAnimationFrame(() => done([shown, performance.now() - from]));
  else requestAnimationFrame(() => settle(shown));
};
chart.dispatchEvent(new KeyboardEvent('keydown', {key: '+', bubbles: true, cancelable: true}));
look();
"""
ZOOMS = 4


def asked(address, method, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=2 * PATIENCE_SECONDS) as answer:
        return json.load(answer)["value"]


def is_live(page):
    return page.startswith("http://")


def address(page):
    return page if is_live(page) else pathlib.Path(page).resolve().as_uri()


class Chromium:
    """A browser of its own, which chromedriver ends."""

    def __init__(self, port):
        self.driver = f"http://127.0.0.1:{port}"
        options = {"args": ARGUMENTS, "binary": self.binary()}
        wanted = {"alwaysMatch": {"pageLoadStrategy": "none", "goog:chromeOptions": options}}
        session = asked(self.driver + "/session", "POST", {"capabilities": wanted})
        self.session = f"{self.driver}/session/{session['sessionId']}"
        asked(self.session + "/timeouts", "POST", {"script": PATIENCE_SECONDS * 1000})

    @staticmethod
    def binary():
        return subprocess.run(["which", "chromium"], check=True, capture_output=True, text=True).stdout.strip()

    def run(self, script):
        return asked(self.session + "/execute/async", "POST", {"script": script, "args": []})

    def measure(self, page):
        asked(self.session + "/url", "POST", {"url": address(page)})
        until = time.monotonic() + PATIENCE_SECONDS
        while True:  # The page before may still be there.
            try:
                paint = self.run(PAINT)
                break
            except urllib.error.HTTPError:
                if time.monotonic() > until:
                    raise
        zooms = [self.run(ZOOM) for _ in range(ZOOMS)]
        asked(self.session + "/url", "POST", {"url": "about:blank"})
        return [*paint, *[statistics.median(column) for column in zip(*zooms)]]

    def close(self):
        asked(self.session, "DELETE")


def started_driver():
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    for line in driver.stdout:
        if "successfully on port" in line:
            return driver, int(line.rstrip(".\n").rsplit(" ", 1)[1])
    raise SystemExit("page.py: chromedriver ended")


def main():
    rounds, pages = int(sys.argv[1]), sys.argv[2:]
    figures = {page: [] for page in pages}
    driver, port = started_driver()
    try:
        chromium = Chromium(port)
        try:
            chromium.measure(pages[0])  # Starts what the browser starts but once.
            for _ in range(rounds):
                for page in pages:
                    figures[page].append(chromium.measure(page))
        finally:
            chromium.close()
    finally:
        driver.terminate()
        driver.wait(PATIENCE_SECONDS)
    print("median of %d rounds, ms; ratio to the first page" % rounds)
    print("%12s %10s %16s %16s %16s %16s" % ("bytes", "points", "first content", "chart painted", "zoom step", "zoom read"))
    first = [statistics.median(column) for column in zip(*figures[pages[0]])]
    for page in pages:
        content, painted, zoom, read = [statistics.median(column) for column in zip(*[
            (one[1], one[0], one[3], one[4]) for one in figures[page]])]
        print("%12s %10d %9.0f (%.2f) %9.0f (%.2f) %9.0f (%.2f) %9.0f (%.2f)" % (
              "live" if is_live(page) else os.path.getsize(page), figures[page][0][2],
              content, content / first[1], painted, painted / first[0], zoom, zoom / first[3], read, read / first[4]))


if __name__ == "__main__":
    main()
