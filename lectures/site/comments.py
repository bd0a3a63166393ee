#!/usr/bin/env python3
"""comments.py HEADER: a header with its plain comments as Doxygen's, on standard output. Lines keep their numbers.

Doxygen knows one variable for each comment; in `double start = 0, end = 0;  ///< seconds` both get it. What the language
defines itself (`= default`, `= delete`) needs no words.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# A member with several names, and perhaps a comment behind it.
SEVERAL = re.compile(
    r"(?P<indent> *)(?P<type>(?:inline |static |const |constexpr )*[\w:]+(?:<[^;=]*>)?[*&]?) (?P<names>\w+(?: = [^,;(){}]+)?(?:, \w+(?: = [^,;(){}]+)?)+);"
    r"(?: +///< (?P<comment>.*))?"
)


def several(match, above):
    """Each name with a declaration and a comment of its own; `above` is the comment in the lines before, or empty."""
    words = match["comment"] or above
    if not words:
        return match[0]
    names = match["names"].split(", ")
    parts = [f"/** {words} */ {match['type']} {name};" for name in names]
    if not match["comment"]:
        parts[0] = f"{match['type']} {names[0]};"
    return match["indent"] + " ".join(parts)


def escaped(comment):
    """A comment in which Doxygen takes no < or > for HTML; it leaves `code` alone."""
    return "".join(
        part if part.startswith("`") else re.sub(r"(?<!///)([<>])", r"\\\1", part)
        for part in re.split(r"(`[^`]*`)", comment)
    )


def documented(name, text):
    lines, above = [], ""
    for number, line in enumerate(text.splitlines()):
        if number == 0 and line.startswith("// "):
            line = f"/// \\file {name} \\brief {line[3:]}"
        line = re.sub(r"^( *)// ", r"\1/// ", line)
        line = re.sub(r"([;,{}]) +// ", r"\1 ///< ", line)
        line = re.sub(r"///.*", lambda match: escaped(match[0]), line)
        comment = re.fullmatch(r" *///(?!<) (.*)", line)
        members = SEVERAL.fullmatch(line)
        line = several(members, above) if members else line
        if re.search(r"= (?:default|delete);$", line) and not above:
            line += "  ///< As the language defines it."
        above = f"{above} {comment[1]}".strip() if comment else ""
        lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    header = pathlib.Path(sys.argv[1]).resolve()
    path = header.relative_to(ROOT) if header.is_relative_to(ROOT) else header.name
    sys.stdout.write(documented(path, header.read_text()))
