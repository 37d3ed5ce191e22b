"""Chromium, which shows pages of files to the tests, and reports what a page must not do: errors, and requests."""

import json
import os
import pathlib
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

SECONDS = 120
READY = """
const done = arguments[arguments.length - 1];
if (!window.clmem) done('expected window.clmem, got none');
else window.clmem.ready.then(() => requestAnimationFrame(() => done('')), (error) => done(String(error)));
"""
READ_TABLE = """
const found = document.getElementById(arguments[0]);
if (!found) throw new Error(`no table ${arguments[0]}`);
if (found.tagName !== 'TABLE') return [];
return [...found.querySelectorAll('tbody tr')].map((row) => ({
    name: row.dataset.name,
    cells: [...row.children].map((cell) => ({
        text: [...cell.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(''),
        below: cell.querySelector('small')?.textContent ?? '',
        bytes: 'bytes' in cell.dataset ? Number(cell.dataset.bytes) : null,
        count: 'count' in cell.dataset ? Number(cell.dataset.count) : null,
    })),
}));
"""
SHOW_ALL_ROWS = "for (const button of document.querySelectorAll('[role=tabpanel]:not([hidden]) button.more')) button.click();"


def options_of(binary):
    options = Options()
    options.binary_location = binary
    words = ["--headless=new", "--hide-scrollbars", "--force-device-scale-factor=1", "--lang=en-US", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-gpu", "--font-render-hinting=none",
             "--force-color-profile=srgb"]
    if os.geteuid() == 0:
        words.append("--no-sandbox")  # Chromium's sandbox refuses root
    if not pathlib.Path("/dev/shm").is_dir():
        words.append("--disable-dev-shm-usage")
    for word in words:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return options


class Browser:
    def __init__(self):
        os.environ["SE_OFFLINE"] = "true"  # selenium downloads no browser
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options_of(shutil.which("chromium")), service=service)
        self.driver.set_page_load_timeout(SECONDS)
        self.driver.set_script_timeout(SECONDS)
        self.page = None

    def close(self):
        self.driver.quit()

    def resize(self, width, height):
        values = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", values)

    def prefer(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, path, width=1280, height=900, scheme="light", is_page=True):
        """Shows a page, and waits until it is ready."""
        self.page = path.resolve().as_uri()
        self.resize(width, height)
        self.prefer(scheme)
        self.driver.get("about:blank")
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get(self.page)
        if is_page:
            fault = self.driver.execute_async_script(READY)
            if fault:
                raise AssertionError(f"the page is not ready: {fault}; {self.faults()}")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def faults(self):
        """Errors of the page since it was opened or since the last call, and its requests other than for itself."""
        faults = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            if url.split("#")[0] != self.page and not url.startswith(("data:", "about:")):
                faults.append(f"requested {url}")
        return faults

    def show(self, view):
        """Shows a view, with all rows of its tables."""
        self.run("document.getElementById(arguments[0]).click();", f"tab-{view}")
        self.settle()
        self.run(SHOW_ALL_ROWS)

    def settle(self):
        """Waits until the page has drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
        )

    def table(self, name):
        return self.run(READ_TABLE, name)

    def text(self, selector="body"):
        return self.run("return document.querySelector(arguments[0]).innerText;", selector)

    def position(self):
        return self.run("return window.clmem.position;")

    def visible_panel(self):
        return self.run("return [...document.querySelectorAll('[role=tabpanel]')].filter((each) => !each.hidden).map((each) => each.id);")
