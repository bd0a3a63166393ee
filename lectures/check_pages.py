#!/usr/bin/env python3
"""Open every page of a finished site in headless Chromium, from its file and without a network, and use the explorers.

    lectures/check_pages.py build/site --explore build/bin/explore [--screenshots FOLDER] [--only PART_OF_A_NAME]

Checked: no message of an error, no request to another host, every picture there, every control and picture with a name,
enough contrast of text in light and dark (WCAG 2.1: 4.5, or 3 for large text), no Markdown that was left, heads of
tables above their columns, no page wider than a phone, no code cut on a wide window, no box that scrolls out of reach
of keys, figures whose words can be read, and that an explorer's numbers are those of the program `explore` for the same
question, also after odd input. Where setup/axe.sh has fetched axe-core, its rules are applied as well. Status 1:
something is wrong, and each problem is a line. Status 3: Chromium or Selenium is missing.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    print("check_pages.py needs python3-selenium", file=sys.stderr)
    sys.exit(3)

ROOT = pathlib.Path(__file__).resolve().parent.parent
AXE = ROOT / ".deps/axe/axe.min.js"  # setup/axe.sh puts it there
DESKTOP, PHONE = (1280, 900), (360, 740)  # CSS pixels
LONGEST_SCREENSHOT = 6000

# What is wrong on the page that is open, as sentences. Text is seen through its nearest opaque background.
PAGE_CHECKS = """
const problems = [];
const visible = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
const words = (one) => (one.textContent || '').trim().slice(0, 40);
if (!document.documentElement.lang) problems.push('the page names no language');
for (const image of document.images) {
  if (visible(image) && !(image.complete && image.naturalWidth > 0)) problems.push('the picture ' + image.src + ' is not there');
  if (visible(image) && image.closest('figure') && image.getBoundingClientRect().width < 0.75 * image.naturalWidth) {
    problems.push('the words of the figure ' + image.src + ' are too small: it is drawn ' + image.naturalWidth + ' pixels wide and shown smaller');
  }
  if (!image.hasAttribute('alt')) problems.push('the picture ' + image.src + ' has no alt text');
}
for (const control of document.querySelectorAll('input, select, button, textarea, a[href]')) {
  if (!visible(control) || control.closest('[aria-hidden=true]')) continue;
  const image = control.querySelector('img[alt]:not([alt=""])');
  const name = control.getAttribute('aria-label') || (control.labels && control.labels.length && words(control.labels[0])) ||
    words(control) || control.title || control.placeholder || (image && image.alt);
  if (!name && !(control.tagName === 'A' && control.classList.contains('anchor'))) {
    problems.push(control.tagName.toLowerCase() + ' without a name: ' + control.outerHTML.slice(0, 120));
  }
}
for (const table of document.querySelectorAll('table')) {
  const head = [...table.querySelectorAll(':scope > thead > tr:first-child > th')];
  const first = [...table.querySelectorAll(':scope > tbody > tr:first-child > td')];
  const left = (cell) => cell.getBoundingClientRect().left;
  if (visible(table) && head.length === first.length && head.some((cell, at) => Math.abs(left(cell) - left(first[at])) > 2)) {
    problems.push('the head of the table "' + words(table) + '" does not stand above its columns');
  }
}
for (const box of document.querySelectorAll('#doc-content, .contents *')) {
  const isLarger = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  if (!isLarger || !/auto|scroll/.test(getComputedStyle(box).overflow) || !visible(box)) continue;
  if (box.tabIndex < 0 && !box.querySelector('a[href], button, input, select, [tabindex]')) {
    problems.push('keys do not reach what scrolls: "' + words(box) + '" (' + box.tagName.toLowerCase() + '.' + box.className + ')');
  }
}
const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) problems.push('the id ' + id + ' is there twice');

const parse = (colour) => {
  const found = colour.match(/[\\d.]+/g).map(Number);
  return { rgb: found.slice(0, 3), alpha: found.length > 3 ? found[3] : 1 };
};
const over = (top, below) => top.rgb.map((value, at) => value * top.alpha + below[at] * (1 - top.alpha));
const base = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
const backgroundOf = (one) => {
  const layers = [];
  for (let node = one; node; node = node.parentElement) {
    const colour = parse(getComputedStyle(node).backgroundColor);
    if (colour.alpha > 0) layers.push(colour);
    if (colour.alpha === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), base);
};
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const seen = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const one = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !one || one.closest('script, style, noscript, svg, [disabled], .stale, option') || !visible(one)) continue;
  if (/\\*\\*|(^|\\s)\\*[^\\s*]/.test(walker.currentNode.data) &&
      one.closest('p, li, dd, h1, h2, h3, [class^=markdown]') && !one.closest('code, pre, .fragment')) {
    problems.push('Markdown is left: "' + walker.currentNode.data.trim().slice(0, 60) + '"');
  }
  const style = getComputedStyle(one);
  const background = backgroundOf(one);
  const colour = over(parse(style.color), background);
  const [high, low] = [luminance(colour), luminance(background)].sort((a, b) => b - a);
  const ratio = (high + 0.05) / (low + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const key = style.color + background + isLarge;
  if (ratio < (isLarge ? 3 : 4.5) && !seen.has(key)) {
    seen.add(key);
    problems.push('contrast ' + ratio.toFixed(2) + ' of "' + words(one) + '" (' + one.tagName.toLowerCase() + '.' + one.className + ')');
  }
}
return problems;
"""
# Waits for the pictures. The browser chooses the picture of other colours when it draws the page next, so two frames pass
# first. While a picture is exchanged, it is missing for a moment. It is missing for good if its file does not load either.
PICTURES_SETTLE = """
const done = arguments[0];
const frame = () => new Promise((next) => requestAnimationFrame(next));
const settle = async (image) => {
  while (!(image.complete && image.naturalWidth > 0)) {
    const file = new Image();
    file.src = image.currentSrc || image.src;
    try { await file.decode(); } catch (error) { return; }
    await frame();
  }
};
frame().then(frame).then(() => Promise.all([...document.images].map(settle))).then(done);
"""
# Content may scroll in a box of its own; the page may not.
IS_WIDER = """
const limit = document.documentElement.clientWidth + 1;
const contents = document.querySelector('.contents') || document.body;
const pixels = '(' + contents.scrollWidth + ' of ' + contents.clientWidth + ' pixels)';
return contents.scrollWidth > contents.clientWidth + 1 ? [...contents.querySelectorAll('*')].filter((one) =>
  one.getBoundingClientRect().right > limit && !one.closest('.fragment, .explorer-scroll, table, pre')).slice(0, 3)
  .map((one) => one.outerHTML.slice(0, 80)).concat([pixels]).map((one) => 'is wider than a phone: ' + one) : [];
"""
# On a wide window no line of code or of a drawing needs scrolling, if it has up to 120 characters.
CUT_CODE = """
const lengths = (one) => [...one.querySelectorAll('.line')].concat(one.querySelector('.line') ? [] : [one]).map((line) => line.textContent.length);
return [...document.querySelectorAll('.contents .fragment')]
  .filter((one) => one.scrollWidth > one.clientWidth + 2 && Math.max(...lengths(one)) <= 120)
  .map((one) => 'code is cut at the right edge: "' + one.textContent.trim().slice(0, 60) + '"');
"""
SCROLLED = """const pane = document.querySelector('#doc-content');
const scrolled = pane && pane.scrollHeight > pane.clientHeight + 5 ? pane : document.scrollingElement"""


class Browser:
    """Chromium with the site's pages. Every name of a host leads nowhere."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        for argument in ("headless=new", "disable-gpu", "disable-dev-shm-usage", "hide-scrollbars", "lang=en",
                         "host-resolver-rules=MAP * ~NOTFOUND", "disable-background-networking"):
            options.add_argument(f"--{argument}")
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(120)
        self.driver.set_script_timeout(120)  # of a machine that is busy with other work as well
        self.axe = AXE.read_text() if AXE.is_file() else None

    def close(self):
        self.driver.quit()

    def shape(self, size, scheme):
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.colours(scheme)

    def colours(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, file, state=""):
        self.driver.get("about:blank")  # a change of the part behind # alone would load nothing
        self.driver.get(file.as_uri() + state)
        self.wait_for_pictures()
        if self.driver.find_elements(By.CSS_SELECTOR, ".explorer"):
            WebDriverWait(self.driver, 60).until(
                lambda driver: driver.find_elements(By.CSS_SELECTOR, ".explorer[data-ready=yes]")
            )

    def wait_for_pictures(self):
        self.driver.execute_async_script(PICTURES_SETTLE)

    def requests_elsewhere(self):
        """Addresses at other hosts that were asked since the last call, when all of them have been answered or refused:
        what the console says of that then belongs to this page."""
        asked, open_requests = [], set()
        until = time.monotonic() + 20
        while True:
            for entry in self.driver.get_log("performance"):
                message = json.loads(entry["message"])["message"]
                if message["method"] in ("Network.loadingFinished", "Network.loadingFailed"):
                    open_requests.discard(message["params"]["requestId"])
                if message["method"] != "Network.requestWillBeSent":
                    continue
                address = message["params"]["request"]["url"]
                if not address.startswith(("file:", "data:", "about:", "chrome:", "blob:")):
                    asked.append(address)
                    open_requests.add(message["params"]["requestId"])
            if not open_requests or time.monotonic() > until:
                return asked
            time.sleep(0.05)

    def messages(self):
        """Errors on the console, and requests to other hosts, since the last call."""
        asked = self.requests_elsewhere()
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                yield f"the console says: {entry['message'][:200]}"
        for address in asked:
            yield f"asks another host: {address[:200]}"

    def axe_problems(self):
        if self.axe is None:
            return
        self.driver.execute_script(self.axe)
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {preload: false, runOnly: ['wcag2a', 'wcag2aa']}).then((all) => done(all.violations))"
        )
        for violation in found:
            nodes = violation["nodes"]
            yield f"axe-core: {violation['id']} ({len(nodes)} times), at {nodes[0]['html'][:100]}"

    def screenshot(self, folder, name):
        """The whole page, from its top to its end, in pieces NAME-0.png, NAME-1.png …"""
        width = self.driver.execute_script("return innerWidth")
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": LONGEST_SCREENSHOT, "deviceScaleFactor": 1, "mobile": False},
        )
        self.driver.execute_script(f"{SCROLLED}; scrolled.scrollTop = 0")
        moved, piece = 1, 0
        while moved > 0:
            self.driver.save_screenshot(str(folder / f"{name}-{piece}.png"))
            moved = self.driver.execute_script(
                f"{SCROLLED}; const from = scrolled.scrollTop; scrolled.scrollTop += scrolled.clientHeight - 50;"
                " return scrolled.scrollTop - from"
            )
            piece += 1


def page_problems(browser, file, screenshots):
    for size, schemes, name in ((DESKTOP, ("light", "dark"), "desktop"), (PHONE, ("dark", "light"), "phone")):
        browser.shape(size, schemes[0])
        browser.open(file)
        # What is folded is text, too.
        browser.driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true; });"
                                      " window.dispatchEvent(new Event('resize'))")
        is_cut = IS_WIDER if size == PHONE else CUT_CODE
        for sentence in browser.driver.execute_script(is_cut):
            yield sentence
        for scheme in schemes:
            browser.colours(scheme)
            browser.wait_for_pictures()
            for sentence in browser.driver.execute_script(PAGE_CHECKS):
                yield f"{sentence} ({name}, {scheme})"
            for sentence in browser.axe_problems():
                yield f"{sentence} ({name}, {scheme})"
        yield from browser.messages()
        if screenshots:
            for scheme in schemes:
                browser.shape(size, scheme)
                browser.screenshot(screenshots, f"{file.stem}-{name}-{scheme}")


# ---- explorers ----

# What the explorers are asked beyond their controls, and numbers that a page sends as numbers.
FIXED = {"transpose": {"tile": 32}, "barrier": {"device": "h200", "search": "yes"}}
NUMBERS = {"bytes", "warp", "n", "width", "padding", "row", "mebibytes", "passes", "chunks", "streams", "engines", "blocks"}
# What is typed, chosen or moved, one after the other: control and value, or for the barrier "step" and keys.
CASES = {
    "coalescing": [("expression", "2 * i + 1"), ("bytes", "8"), ("warp", "3"), ("active", "i < n"), ("n", "100"),
                   ("device", "gtx280"), ("expression", "i % 8 * 32 + i / 8"), ("device", "t4")],
    "banks": [("padding", "1"), ("expression", "2 * lane"), ("bytes", "16"), ("use", "store"), ("width", "16"), ("row", "3"),
              ("device", "gtx280"), ("expression", "lane * pitch")],
    "transpose": [("order", "diagonal"), ("kernel", "naive"), ("n", "544"), ("order", "columns"), ("device", "h200")],
    "streams": [("chunks", "8"), ("streams", "2"), ("order", "breadth"), ("memory", "pageable"), ("engines", "1"), ("passes", "7"),
                ("mebibytes", "16"), ("device", "t4")],
    "barrier": [("steps", "abab"), ("program", "resets"), ("steps", "aaabbbaaaaaa"), ("program", "none"), ("steps", "aab"),
                ("blocks", "3"), ("steps", "cba")],
}


class Explorer:
    def __init__(self, browser, file, program):
        self.browser, self.file, self.program = browser, file, program
        self.section = browser.driver.find_element(By.CSS_SELECTOR, ".explorer")
        self.name = self.section.get_attribute("data-explorer")

    def control(self, name):
        return self.section.find_element(By.CSS_SELECTOR, f"[name={name}]")

    def state(self):
        found = {one.get_attribute("name"): one.get_attribute("value")
                 for one in self.section.find_elements(By.CSS_SELECTOR, "input[name], select[name]")}
        return found

    def act(self, name, value):
        """As a reader does it: by keys."""
        if name == "steps":
            # The keys go to the explorer, wherever its focus is.
            self.section.find_element(By.CSS_SELECTOR, "[data-step]:not([disabled])").send_keys(value)
            return
        control = self.control(name)
        if control.tag_name == "select":
            Select(control).select_by_value(value)
        else:
            control.send_keys(Keys.CONTROL, "a")
            control.send_keys(value)

    def expected(self, steps):
        question = {"explorer": self.name, **FIXED.get(self.name, {}), **self.state()}
        if self.name == "barrier":
            question["steps"] = steps.upper()
        for key in NUMBERS & set(question):
            question[key] = int(question[key])
        question["device"] = (ROOT / "simt/devices" / f"{question['device']}.toml").read_text()
        done = subprocess.run([self.program], input=json.dumps(question) + "\n", capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def wait_for_address(self):
        """The page writes its state into the address when the reader pauses."""
        WebDriverWait(self.browser.driver, 60).until(lambda _: self.section.get_attribute("data-kept") == "yes")

    def shown(self):
        return json.loads(self.section.get_attribute("data-numbers"))


def difference(shown, answer):
    """Where the page's numbers are not those of the program; None: nowhere."""
    if "error" in answer:
        return f"the program says: {answer['error']}"
    for key, value in shown.items():
        expected = len(answer[key]) if isinstance(answer[key], list) else answer[key]
        if value != expected:
            return f"{key} is {value}, the program says {expected}"
    return None


# What a reader may type by mistake, or out of curiosity, and addresses that were changed by hand.
ODD_TEXTS = ("", "i i", "i / 0", "x", "(" * 60, "9" * 40, "i = 1", "<b>i</b>", "ä", "lane +")
ODD_NUMBERS = ("", "-5", "0.5", "1e3", "9" * 30, "many")
ODD_ADDRESSES = ("device=nothing", "order=up&use=no&program=x&blocks=9&bytes=3&memory=&kernel=", "other=1&steps=ab<b>", "%E0%A4%A")


def odd_input_problems(browser, file, explorer):
    """Odd input is answered by a sentence or by a picture, and the last picture stays."""
    shown = explorer.shown()
    for one in explorer.section.find_elements(By.CSS_SELECTOR, "input[type=text], input[type=number]"):
        before = one.get_attribute("value")
        for value in ODD_TEXTS if one.get_attribute("type") == "text" else ODD_NUMBERS:
            one.send_keys(Keys.CONTROL, "a")
            one.send_keys(value or Keys.DELETE)
            # A field for numbers takes no letters, so what it holds may be a good number all the same.
            error = explorer.section.get_attribute("data-error")
            held = one.get_attribute("value")
            is_good = held.isdigit() and int(one.get_attribute("min")) <= int(held) <= int(one.get_attribute("max")) \
                if one.get_attribute("type") == "number" else False
            if not error and not is_good:
                yield f"'{value}' was accepted as {one.get_attribute('name')}"
            if error and error != explorer.section.find_element(By.CSS_SELECTOR, ".explorer-summary").text:
                yield f"'{value}' is answered by '{error}', and it is not shown"
            if error and not explorer.section.find_elements(By.CSS_SELECTOR, ".explorer-drawing > *"):
                yield f"'{value}' takes the picture away"
        one.send_keys(Keys.CONTROL, "a")
        one.send_keys(before)
    if explorer.shown() != shown:
        yield f"after odd input it shows {explorer.shown()} instead of {shown}"
    for address in ODD_ADDRESSES:
        browser.open(file, "#explore:" + address)
        section = browser.driver.find_element(By.CSS_SELECTOR, ".explorer")
        if not section.find_element(By.CSS_SELECTOR, ".explorer-summary").text:
            yield f"the address {address} shows nothing"
    browser.open(file)
    explorer.section = browser.driver.find_element(By.CSS_SELECTOR, ".explorer")


def explorer_problems(browser, file, program, screenshots):
    browser.shape(DESKTOP, "light")
    browser.open(file)
    if not browser.driver.find_elements(By.CSS_SELECTOR, ".explorer"):
        yield from browser.messages()
        return
    explorer = Explorer(browser, file, program)
    steps = ""
    for name, value in [(None, None), *CASES[explorer.name]]:
        if name:
            explorer.act(name, value)
            steps = (steps + value) if name == "steps" else ""
        wrong = difference(explorer.shown(), explorer.expected(steps))
        if wrong:
            yield f"explorer {explorer.name}, after {name} = {value}: {wrong}"
    shown = explorer.shown()
    state = explorer.state()

    # The address alone brings the same case back.
    explorer.wait_for_address()
    address = browser.driver.current_url
    browser.open(file, "#" + address.partition("#")[2])
    explorer = Explorer(browser, file, program)
    if (explorer.shown(), explorer.state()) != (shown, state):
        yield f"explorer {explorer.name}: {address} shows {explorer.shown()} instead of {shown}"

    for sentence in odd_input_problems(browser, file, explorer):
        yield f"explorer {explorer.name}: {sentence}"
    # A slider moves by arrow keys, and the number moves with it.
    for slider in explorer.section.find_elements(By.CSS_SELECTOR, "input[type=range]")[:1]:
        before = slider.get_attribute("value")
        slider.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
        after = slider.get_attribute("value")
        number = slider.find_element(By.XPATH, "following-sibling::input").get_attribute("value")
        if after == before or number != after:
            yield f"explorer {explorer.name}: the slider went from {before} to {after}, its number is {number}"
    explorer.section.find_element(By.XPATH, ".//button[text()='Reset']").click()
    if "explore:" in browser.driver.current_url:
        yield f"explorer {explorer.name}: the reset button leaves {browser.driver.current_url}"

    # On a phone.
    browser.shape(PHONE, "dark")
    browser.open(file)
    if screenshots:
        section = browser.driver.find_element(By.CSS_SELECTOR, ".explorer")
        browser.shape((PHONE[0], LONGEST_SCREENSHOT), "dark")  # else it is cut
        browser.driver.execute_script("arguments[0].scrollIntoView()", section)
        section.screenshot(str(screenshots / f"explorer-{explorer.name}-phone.png"))
        browser.shape((DESKTOP[0], LONGEST_SCREENSHOT), "light")
        browser.open(file)
        section = browser.driver.find_element(By.CSS_SELECTOR, ".explorer")
        section.screenshot(str(screenshots / f"explorer-{explorer.name}-desktop.png"))
    yield from browser.messages()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=pathlib.Path, help="the folder with the pages")
    parser.add_argument("--explore", default=str(ROOT / "build/bin/explore"), help="the program to compare with")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a folder for pictures of all pages")
    parser.add_argument("--only", default="", help="pages whose name contains this")
    arguments = parser.parse_args()
    files = [file for file in sorted(arguments.site.resolve().glob("*.html")) if arguments.only in file.name]
    if not files:
        sys.exit(f"check_pages.py: there is no page in {arguments.site}")
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    try:
        browser = Browser()
    except WebDriverException as missing:
        print(f"check_pages.py needs chromium and chromium-driver: {missing.msg}", file=sys.stderr)
        sys.exit(3)
    wrong = 0
    try:
        for file in files:
            for check in (page_problems(browser, file, arguments.screenshots),
                          explorer_problems(browser, file, arguments.explore, arguments.screenshots)):
                for sentence in check:
                    print(f"{file.name}: {sentence}", flush=True)
                    wrong += 1
    finally:
        browser.close()
    print(f"{len(files)} pages, {wrong} problems{'' if browser.axe else ' (without axe-core)'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
