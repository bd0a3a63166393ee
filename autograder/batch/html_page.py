"""What the HTML pages of instructors' tools share: one style, no links to other servers, files that appear whole."""

import html
import pathlib
import re

STYLE = """
:root { font-family: system-ui, sans-serif; line-height: 1.45; color: #1a1a1a; background: #fff }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #ccc }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
figure { margin: 1rem 0 } figure svg { width: 100%; height: auto }
figcaption, .note { color: #555; font-size: .9rem }
pre { overflow-x: auto; background: #f4f4f4; padding: .8rem; font-size: .85rem }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .5rem }
"""


# One row for each range of characters: the first, the last, and behind which ones they are seen (0: behind none).
UNSEEN_RANGES = [
    tuple(int(number, 16) for number in row)
    for row in re.findall(r"\{0x(\w+), 0x(\w+), (?:0x)?(\w+)\}",
                          (pathlib.Path(__file__).parents[1] / "report/unseen_characters.hpp").read_text())]
UNSEEN = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last, _ in UNSEEN_RANGES) + "]")


def sign_for(match):
    here, before = match[0], match.string[match.start() - 1] if match.start() else "\0"
    seen_behind = next(behind for first, last, behind in UNSEEN_RANGES if first <= ord(here) <= last)
    return here if seen_behind and ord(before) >= seen_behind and before != here else "\ufffd"


def printable(value):
    """As report::printable. Names are chosen by students, and those of files need not even be text."""
    return UNSEEN.sub(sign_for, value)


def printable_line(value):
    return re.sub("[\n\t]", " ", printable(value))


def text(value):
    return html.escape(printable(str(value)))


def page(title, body):
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{text(title)}</title><style>{STYLE}</style></head><body>\n<h1>{text(title)}</h1>\n"
            f"{body}\n</body></html>\n")


def table(heads, rows):
    """A head that begins with '#' is that of a column of numbers. Cells are HTML."""
    def cell(kind, head, content):
        return f'<{kind} class="number">{content}</{kind}>' if head.startswith("#") else f"<{kind}>{content}</{kind}>"
    head = "".join(cell("th", each, text(each.lstrip("#"))) for each in heads)
    lines = "".join(f"<tr>{''.join(cell('td', h, c) for h, c in zip(heads, row))}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def write(file, content):
    """The file appears whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    whole = file.with_name(f".{file.name}.new")
    whole.write_text(content, encoding="utf-8")
    whole.replace(file)
