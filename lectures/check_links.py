#!/usr/bin/env python3
"""Check a finished site: every link and picture is there, and no page asks another host for anything.

    lectures/check_links.py build/site

Links that a reader follows by hand may lead to other hosts; what a browser loads by itself may not. Status 1: something
is wrong, and each problem is a line.
"""

import argparse
import html.parser
import pathlib
import re
import sys
import urllib.parse

# What a browser loads by itself, by element.
LOADED = {
    "img": "src",
    "script": "src",
    "link": "href",
    "source": "srcset",
    "iframe": "src",
    "object": "data",
    "video": "src",
}


class Links(html.parser.HTMLParser):
    """The links, loaded files and anchors of one page."""

    def __init__(self, text):
        super().__init__()
        self.followed, self.loaded, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes.get("id"), attributes.get("name") if tag == "a" else None}
        if tag in LOADED and attributes.get(LOADED[tag]):
            self.loaded.append(attributes[LOADED[tag]])
        elif tag == "a" and attributes.get("href"):
            self.followed.append(attributes["href"])


def is_foreign(link):
    return re.match(r"(?:https?:)?//", link) is not None


def problems(folder):
    pages = {file: Links(file.read_text(errors="replace")) for file in sorted(folder.rglob("*.html"))}
    for file, page in pages.items():
        name = file.relative_to(folder)
        for link in page.loaded:
            if is_foreign(link):
                yield f"{name}: loads {link} from another host"
            elif (
                not link.startswith(("data:", "javascript:"))
                and not (file.parent / urllib.parse.unquote(link.partition("?")[0])).is_file()
            ):
                yield f"{name}: there is no {link}"
        for link in page.followed:
            if re.match(r"[a-z]+:", link) or is_foreign(link):
                continue
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = (file.parent / path) if path else file
            if not target.is_file():
                yield f"{name}: the link to {link} leads nowhere"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{name}: {path or name} has no place called {anchor}"
    for file in sorted(folder.rglob("*.css")) + sorted(folder.rglob("*.svg")):
        for link in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", file.read_text(errors="replace")):
            yield f"{file.relative_to(folder)}: loads {link} from another host"
    if not pages:
        yield f"there is no page in {folder}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    found = sorted(set(problems(parser.parse_args().folder.resolve())))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
