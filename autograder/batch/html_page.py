"""What the HTML pages of instructors' tools share: one style, no links to other servers, files that appear whole."""

import html
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


# The last two of each of Unicode's 17 planes.
NO_CHARACTERS = "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xfffe, 0xffff))
# What reorders text or is not seen, halves of characters, and no characters: as in autograder/report/text.cpp. The last
# ones join letters of some scripts, and stand behind those.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff" + NO_CHARACTERS + "]"
    "|(?<![\u0600-\U0010ffff])[\u200c\u200d\ufe00-\ufe0f]")


def printable(value):
    """Names are chosen by students, and those of files need not even be text."""
    return UNSEEN.sub("\ufffd", value)


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
