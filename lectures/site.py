#!/usr/bin/env python3
"""Turn the lectures and the project's other pages into the sources of a Doxygen site.

    lectures/site.py --check                    # the lectures' directives, sections, claims and bare numbers; a second
    lectures/site.py --words                    # words and reading time of each lecture and handout
    lectures/site.py --output build/site-src    # all pages, expanded; after `make tools emulate figures`
    lectures/site.py --finish build/site        # what Doxygen leaves out in its pages, for readers with a screen reader

quotes.py says what a lecture may quote. Status 1: a lecture is wrong, and each problem is a line FILE:LINE: SENTENCE.
Status 3: Python is older than 3.11.
"""

import argparse
import os
import pathlib
import re
import shutil
import sys

try:
    import errors
    import quotes
    import reference
except ImportError as missing:
    if missing.name != "tomllib":
        raise
    print("site.py needs Python 3.11 or newer, which can read TOML", file=sys.stderr)
    sys.exit(3)

ROOT = quotes.ROOT
WORDS_A_MINUTE = 180
LEAST_MINUTES, MOST_MINUTES = 20, 30  # of a lecture

# In this order. The beginnings of the titles, so that a lecture may say more.
SECTIONS = (
    "What you will be able to do",
    "The idea",
    "The code",
    "What it costs",
    "What the old text says",
    "Common mistakes",
    "Check yourself",
    "The lab",
    "Further reading",
)
# A speed, a time or a factor that is written by hand, also over the end of a line. "16 × 16" and "2 × N" are shapes.
BARE_NUMBER = re.compile(
    r"\d[\d.,]*\s*(?:[GMTk]i?B/s|[GMTk]i?B\s(?:per|a)\ssecond|(?:giga|mega|tera)bytes\s(?:per|a)\ssecond|[µunm]s\b"
    r"|(?:micro|milli)seconds?\b|-fold\b|×\s(?=[a-z]{2})|×(?=[ .,;:)]*$)|times\s(?:as|faster|slower|the))"
    r"|\b(?:twice|(?:two|three|four|five|six|seven|eight|nine|ten|twenty|hundred)\stimes)"
    r"\s(?:as\s(?:fast|slow)|faster|slower|the\s(?:speed|time))",
    re.MULTILINE,
)
# Claims that the digest of the sources numbers; the ledger may have more.
DIGESTED = {"S1": 10, "S2": 13, "S3": 8, "S4": 7, "S5": 8}

ITEM = re.compile(r"(?:\d+\.|[-+*]) ")
FENCE = re.compile(r"\s*(```|~~~)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"^[ ]*(```|~~~).*?^[ ]*\1[ ]*$|`[^`]+`", re.MULTILINE | re.DOTALL)


def false_items(text):
    """Lines of a paragraph that Doxygen would take for an item of a list, as (line number, sentence)."""
    found = []
    above, is_code, item = "", False, 0  # item: the number of the list's last one
    for number, line in enumerate(text.splitlines(), 1):
        is_code ^= bool(FENCE.match(line))
        is_inside = above.strip() and not (ITEM.match(above) or above.startswith((" ", "#", "|")))
        numbered = re.match(r"(\d+)\. ", line)
        if is_inside and not is_code and ITEM.match(line):
            found.append((number, f"'{line[:20]} …' would become an item of a list: break the line elsewhere"))
        elif numbered and not is_code and int(numbered[1]) not in (1, item + 1):
            found.append((number, f"'{line[:20]} …' would become the first item of a list: begin with a word"))
        if numbered and not is_code:
            item = int(numbered[1])
        above = line
    return found


def lecture_files(folder):
    return sorted(folder.glob("[0-9][0-9]-*.md"))


# ---- checks that need nothing but Python ----


def problems_of(file, text, quoting):
    """What is wrong in one lecture, as (line number, sentence)."""
    problems = quotes.expand(text, quoting)[1] + false_items(text)
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    typed = quotes.DIRECTIVE.sub("…", text)
    for bare in BARE_NUMBER.finditer(typed):
        number = typed.count("\n", 0, bare.start()) + 1
        words = " ".join(bare[0].split())
        problems.append((number, f"'{words}' is written by hand: quote a record (quotes.py says how)"))
    expected = list(SECTIONS)
    if len(titles) != len(expected) or not all(map(str.startswith, titles, expected)):
        problems.append((1, f"the sections are {titles} instead of {expected}"))
    for kind, least in (("code", 2), ("claims", 1), ("mistake", 2), ("lab", 1)):
        count = sum((quotes.block_of(line) or [""])[0] == kind for line in text.splitlines())
        if count < least:
            problems.append((1, f"{count} directives {kind}, at least {least} are expected"))
    if text.count("<details>") < 4:
        problems.append((1, "fewer than four questions with a folded answer"))
    words = count_words(text, quoting)
    if not LEAST_MINUTES <= minutes(words) <= MOST_MINUTES:
        problems.append((1, f"{words} words are not a lecture of {LEAST_MINUTES} to {MOST_MINUTES} minutes"))
    return problems


def claim_problems(files):
    """Claims that are in no lecture or in several."""
    places = {}
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), 1):
            words = quotes.block_of(line)
            for name in words[1:] if words and words[0] == "claims" else []:
                places.setdefault(name, []).append(f"{file.name}:{number}")
    digested = [f"{source}.{number}" for source, count in DIGESTED.items() for number in range(1, count + 1)]
    sentences = [f"claim {name} is in no lecture" for name in digested if name not in places]
    return sentences + [
        f"claim {name} is in several places: {', '.join(where)}" for name, where in places.items() if len(where) > 1
    ]


def glossary_problems(glossary, files):
    """Terms that a lecture links and that do not lead back to the first lecture with them."""
    sections = re.split(r"^### ", glossary.read_text(), flags=re.MULTILINE)[1:]
    linked = {}
    for file in files:
        for anchor in re.findall(r"GLOSSARY\.md#([\w-]+)", file.read_text()):
            linked.setdefault(anchor, file.name)
    return [
        f"{glossary.name}: the section on {section.splitlines()[0]} does not link lectures/{linked[name]}"
        for section in sections
        if (name := slug(section.splitlines()[0])) in linked and f"(../lectures/{linked[name]})" not in section
    ]


def count_words(text, quoting):
    """Of what a reader sees: without links' targets, tags, folded numbers of claims and rules of tables."""
    text = quotes.expand(text, quoting)[0]
    text = re.sub(r"<details>\n<summary>Measured.*?</details>", "", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)|</?\w[^<>\n]*>|[│┌└├─┐┘┤┬┴┼═║▶▼►→←|`*#]", " ", text)
    return sum(any(c.isalnum() for c in word) for word in text.split())


def minutes(words):
    return max(1, round(words / WORDS_A_MINUTE))


def check(folder, glossary, quoting):
    files = lecture_files(folder)
    wrong = 0
    for file in files:
        for number, sentence in sorted(problems_of(file, file.read_text(), quoting)):
            print(f"{file.name}:{number}: {sentence}")
            wrong += 1
    for sentence in claim_problems(files) + glossary_problems(glossary, files):
        print(sentence)
        wrong += 1
    return 1 if wrong else 0


def print_words(folder, quoting):
    for file in lecture_files(folder) + sorted(ROOT.glob("labs/*/README.md")):
        words = count_words(file.read_text(), quoting)
        print(
            f"{str(file.relative_to(folder.parent) if file.is_relative_to(folder.parent) else file):40} {words:6} words"
            f" {minutes(words):4} minutes"
        )


# ---- pages ----


class Page:
    def __init__(self, file):
        self.file = file
        self.path = str(file.relative_to(ROOT))
        self.name = (
            "index" if self.path == "lectures/index.md" else re.sub(r"\W+", "_", self.path.removesuffix(".md")).lower()
        )
        self.text = file.read_text()
        self.title = next((line[2:] for line in self.text.splitlines() if line.startswith("# ")), self.path)


def markdown_files():
    """The project's pages: no build folders, nothing that was installed."""
    hidden = ("build", ".")
    found = []
    for folder, folders, files in os.walk(ROOT):
        # Below build/, gradings make and remove folders at any time: they are not entered.
        folders[:] = [name for name in folders if not name.startswith(hidden)]
        found += [pathlib.Path(folder) / name for name in files if name.endswith(".md") and not name.startswith(".")]
    # What becomes a page of something else has links of its own.
    return sorted(path for path in found if not {"new-lab", "student-archive"} & set(path.parts))


def slug(title):
    """The anchor of a heading, as GitHub makes it, in letters that Doxygen accepts."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[^a-z0-9_-]", "", re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-"))


class Site:
    def __init__(self, output):
        self.output = output
        self.pages = [Page(file) for file in markdown_files()]
        self.by_path = {page.path: page for page in self.pages}
        self.linked_files = set()

    def target(self, page, link):
        """Where a link of a page leads, in the site; None if there is nothing to link to."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        file = page.path
        if path:
            base = ROOT if path.startswith("/") else page.file.parent
            absolute = (base / path.lstrip("/")).resolve()
            if not absolute.exists() or not absolute.is_relative_to(ROOT):
                raise quotes.Wrong(f"the link to {link} leads nowhere")
            file = str(absolute.relative_to(ROOT))
        if file + "/README.md" in self.by_path:
            file += "/README.md"
        if file in self.by_path:
            name = self.by_path[file].name
            return f"{name}.html" + (f"#{name}-{slug(anchor)}" if anchor else "")
        if not (ROOT / file).is_file():
            return None
        self.linked_files.add(file)
        return f"files/{file}.txt"

    def rewritten(self, page, text, wrong):
        """Text with the site's links; code spans and fences stay as they are. Broken links are added to `wrong`."""

        def link(match):
            try:
                target = self.target(page, match[2])
            except quotes.Wrong as reason:
                wrong.append((text.count("\n", 0, match.start()) + 1, str(reason)))
                return match[0]
            return f"[{match[1]}]({target})" if target else match[1]

        # A link's text may have a code span; so code is hidden meanwhile, not cut out.
        hidden = []

        def hide(match):
            hidden.append(match[0])
            return place(len(hidden) - 1)

        def place(number):  # of as many lines, so that those of broken links are right
            return f"\0{number}\0" + "\n" * hidden[number].count("\n")

        text = CODE.sub(hide, text)
        text = LINK.sub(link, text)
        for number, code in enumerate(hidden):
            text = text.replace(place(number), code, 1)
        return text

    def finished(self, page, text):
        """The page as Doxygen wants it."""
        wrong = false_items(text)
        lines, seen, fence = [], {}, None
        # Doxygen wants no level left out.
        above = 0 if re.search(r"^## ", text, re.MULTILINE) else 1
        for line in self.rewritten(page, text, wrong).splitlines():
            mark = FENCE.match(line)
            if mark and (fence is None or mark[1] == fence):
                fence = mark[1] if fence is None else None
                lines.append(re.sub(r"```(?:c\+\+|cuda|cpp)$", "```{.cpp}", line.rstrip()))
                continue
            heading = None if fence else re.fullmatch(r"(#{1,6}) (.+?)", line.rstrip())
            if heading and len(heading[1]) == 1:
                line = f"# {page.title} {{#{'mainpage' if page.name == 'index' else page.name}}}"
            elif heading:
                label = f"{page.name}-{slug(heading[2])}"
                seen[label] = seen.get(label, 0) + 1
                line = f"{line.rstrip()[above:]} {{#{label}{'' if seen[label] == 1 else f'-{seen[label] - 1}'}}}"
            # Doxygen closes these tags after each paragraph.
            if not fence and re.match(r"</?(?:details|summary)>", line):
                line = re.sub(r"`([^`]*)`", lambda match: f"<code>{quotes.quoted(match[1])}</code>", line)
                line = f"\\htmlonly[block]\n{line}\n\\endhtmlonly"
            lines.append(line)
        return "\n".join(lines) + "\n", wrong

    def rank(self, page):
        """Doxygen lists pages in the order of their files: lectures, what a student needs, all others."""
        return next((i for i, folder in enumerate(("lectures", "labs", "guides")) if page.path.startswith(folder)), 3)

    def contents(self, quoting):
        """The list of lectures, for the first page."""
        lines = ["| lecture | | minutes |", "|---|---|---|"]
        for page in self.pages:
            if page.file in lecture_files(ROOT / "lectures"):
                lines.append(
                    f"| [{page.title}](/{page.path}) | {abstract(page)} | {minutes(count_words(page.text, quoting))} |"
                )
        return lines

    def write(self, quoting):
        lectures = [page for page in self.pages if page.file in lecture_files(ROOT / "lectures")]
        quoting.prepare([page.text for page in lectures])
        shutil.rmtree(self.output, ignore_errors=True)
        self.output.mkdir(parents=True)
        wrong = 0
        quick = quotes.Quotes(quoting.build, run=False)
        for page in self.pages:
            text = page.text
            problems = []
            if page in lectures or page.path.startswith("labs/lab"):
                words = count_words(text, quick)
                title, _, rest = text.partition("\n")
                text = f"{title}\n\n*Reading time: {minutes(words)} minutes ({words} words).*\n{rest}"
            if page in lectures:
                text, problems = quotes.expand(text, quoting)
                text += neighbours(lectures, lectures.index(page))
            if page.name == "index":
                text = text.replace("{{contents}}", "\n".join(self.contents(quick)))
            text = text.replace("{{interfaces}}", interfaces())
            if "{{rooms}}" in text:
                text = text.replace("{{rooms}}", reference.rooms())
            if "{{errors}}" in text:
                text = text.replace("{{errors}}", errors.page())
            text, more = self.finished(page, text)
            for number, sentence in problems + more:
                print(f"{page.path}:{number}: {sentence}", file=sys.stderr)
                wrong += 1
            (self.output / f"{self.rank(page)}_{page.name}.md").write_text(text)
        for file in sorted(self.linked_files):
            copy = self.output / "files" / f"{file}.txt"
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copy)
        return 1 if wrong else 0


def neighbours(lectures, number):
    """The end of a lecture: links to the one before and the next one."""
    ways = [("Before this", number - 1), ("Next", number + 1)]
    links = [
        f"{words}: [{lectures[at].title}](/{lectures[at].path})" for words, at in ways if 0 <= at < len(lectures)
    ]
    return f"\n{' · '.join(links)} · [All lectures and labs](/lectures/index.md)\n"


def interfaces():
    """The labs' headers, whole: they are short, and their comments are the reference."""
    lines = []
    for header in sorted(ROOT.glob("labs/*/*.cuh")):
        path = header.relative_to(ROOT)
        title = quotes.tomllib.loads((ROOT / "autograder/course" / header.parent.name / "lab.toml").read_text())["title"]
        lines += [f"## Lab {header.parent.name[3]}: {title}", "", f"[{path}](/{path}); \\ref {header.name} \"symbol by symbol\"", ""]
        lines += ["```{.cpp}", *header.read_text().splitlines(), "```", ""]
    return "\n".join(lines)


def abstract(page):
    """The first paragraph after the title."""
    return page.text.split("\n\n")[1].replace("\n", " ")


ALL_MEMBERS = re.compile(r'(?: *&#124;\s*)?<a href="[^"]*-members\.html">List of all members</a>')
SUMMARY = re.compile(r'<div class="summary">.*?</div>', re.DOTALL)
SUMMARY_LINK = re.compile(r'<a href="#([^"]+)">[^<]*</a>(?: &#124;\s*)?')


def without_dead_links(text):
    """A page of a class without the list of all its members, which its own page has, and without Doxygen's links to
    tables that it has left out because all in them is private."""

    def summary(match):
        kept = SUMMARY_LINK.sub(lambda link: link[0] if f'id="{link[1]}"' in text or f'name="{link[1]}"' in text else "",
                                ALL_MEMBERS.sub("", match[0]))
        return re.sub(r" *&#124;\s*(?=</div>)", "", kept)

    return SUMMARY.sub(summary, text)


def finish(folder):
    """The page's language, its main part, and names of controls that Doxygen's scripts add later."""
    for file in folder.glob("*-members.html"):
        file.unlink()
    for file in sorted(folder.glob("*.html")):
        text = without_dead_links(file.read_text())
        text = re.sub(r"<html(?![^>]* lang=)", '<html lang="en"', text, count=1)
        text = text.replace('<div class="contents">', '<div class="contents" role="main">', 1)
        if "page-names.js" not in text:
            text = text.replace("</body>", '<script src="page-names.js"></script>\n</body>')
        # Pictures that a page of the root shows, as README does.
        for picture in re.findall(r'<img src="([^":]+\.svg)"', text):
            if not (folder / picture).exists() and (ROOT / picture).is_file():
                (folder / picture).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / picture, folder / picture)
        new = file.with_suffix(".html.new")
        new.write_text(text)
        new.replace(file)
    shutil.copyfile(quotes.LECTURES / "site/page-names.js", folder / "page-names.js")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--words", action="store_true")
    what.add_argument("--output", type=pathlib.Path, help="the folder for the expanded pages; it is made anew")
    what.add_argument("--finish", type=pathlib.Path, help="the folder of the finished pages")
    parser.add_argument("--without-explorers", action="store_true", help="where their module cannot be compiled")
    parser.add_argument("--lectures", type=pathlib.Path, default=quotes.LECTURES, help="other lectures to check")
    parser.add_argument("--glossary", type=pathlib.Path, default=ROOT / "labs/GLOSSARY.md", help="another glossary to check")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="the build folder")
    arguments = parser.parse_args()
    if arguments.output:
        sys.exit(Site(arguments.output).write(
                quotes.Quotes(arguments.build.resolve(), explorers=not arguments.without_explorers)
            ))
    if arguments.finish:
        finish(arguments.finish)
        return
    quoting = quotes.Quotes(arguments.build, run=False)
    if arguments.words:
        print_words(arguments.lectures.resolve(), quoting)
    else:
        sys.exit(check(arguments.lectures, arguments.glossary, quoting))


if __name__ == "__main__":
    main()
