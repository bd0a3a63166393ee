"""What lectures quote: code by name, numbers of records, claims of the ledger, what the grader and the emulator say.

A lecture is Markdown with directives in double braces. On a line of its own:

    {{code FILE NAME}}             the function NAME of FILE, or what stands between two lines `// [NAME]`
    {{claims ID ID …}}             claims of experiments/claims.toml with verdict, reason and measured rows
    {{figure NAME}}                the picture that figures/NAME.py draws
    {{mistake LAB FILE PART}}      the line of a wrong submission and the grader's words for it
    {{traffic FILE}}               what the lines of a program of code/ ask of memory, counted by the emulator
    {{output FILE}}                what this program prints
    {{lab LAB}}                    the lab's link, title and parts
    {{explorer NAME}}              the explorer NAME of widgets/explorers.js

and inside a sentence:

    {{S2.9: offset 0}}             a case's speed; {{A ÷ B}}, {{A ÷ B %}}: see measurements/show_claims.py
    {{ratio A ÷ B}}                the same ratio, as "2.5 ×"
    {{sectors S2.10: stride 2}}    sectors of a load request, counted by the emulator; {{sectors S3.4-gtx280: aligned}}
    {{wavefronts S5.1: stride 2}}  wavefronts of a load of shared memory, as multiple of the record's first case
    {{value FILE POINTER as FORMAT}}  a value of measurements/data/FILE; FORMAT is Python's, and may have a unit behind it
"""

import concurrent.futures
import functools
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
LECTURES = ROOT / "lectures"
sys.path.insert(0, str(ROOT / "measurements"))
import show_claims  # noqa: E402  (the folder is not a package)

DIRECTIVE = re.compile(r"\{\{(.+?)\}\}")
PHONE, DARK = "(max-width: 600px)", "(prefers-color-scheme: dark)"
BLOCKS = ("code", "claims", "figure", "mistake", "traffic", "output", "lab", "explorer")


class Wrong(Exception):
    """A directive that cannot be carried out; the text says why."""


def linked(text):
    """A reason of the ledger whose records in brackets, such as (measurements/wait-loop.md), are links."""
    return re.sub(r"\((measurements/[\w-]+\.md)\)", r"([\1](/\1))", text)


def block_of(line):
    """The kind and the words of a block directive, or None."""
    match = DIRECTIVE.fullmatch(line.strip())
    words = match[1].split() if match else [""]
    return words if words[0] in BLOCKS else None


def lines_of(file):
    path = ROOT / file
    if not path.is_file():
        raise Wrong(f"there is no file {file}")
    return path.read_text().splitlines()


def region(file, name):
    """Between two lines `// [NAME]`: the number of its first line, and its lines."""
    lines = lines_of(file)
    marks = [i for i, line in enumerate(lines) if line.strip() == f"// [{name}]"]
    if len(marks) == 2:
        return marks[0] + 2, lines[marks[0] + 1 : marks[1]]
    if marks:
        raise Wrong(f"{file} has {len(marks)} lines `// [{name}]` instead of two")
    return function(file, name)


def function(file, name):
    """The definition of a function, with the comment and the template line above it."""
    lines = lines_of(file)
    # A definition begins at the left margin with a type; a call does not.
    starts = [i for i, line in enumerate(lines) if re.match(rf"[A-Za-z_].*\b{re.escape(name)}\(", line)]
    starts = [i for i in starts if not lines[i].rstrip().endswith(";")]
    if len(starts) != 1:
        raise Wrong(f"{file} has {len(starts)} definitions or regions named {name} instead of one")
    first = starts[0]
    last = first
    if not lines[first].rstrip().endswith("}"):
        last = next((i for i in range(first, len(lines)) if lines[i] == "}"), None)
        if last is None:
            raise Wrong(f"the end of {name} in {file} was not found")
    while first > 0 and re.match(r"template|//", lines[first - 1]):
        first -= 1
    return first + 1, lines[first : last + 1]


def pointer(data, path):
    for key in path.strip("/").split("/"):
        try:
            data = data[int(key)] if isinstance(data, list) else data[key]
        except (KeyError, IndexError, ValueError):
            raise Wrong(f"there is no {path}") from None
    return data


def quoted(words):
    """Text of a program, safe in HTML."""
    return html.escape(words, quote=False)


def code_cell(words):
    """The same as code in a cell of a Markdown table, where a bar would end the cell."""
    return f"`{words}`" if "|" not in words else f"<code>{quoted(words).replace('|', '&#124;')}</code>"


class Quotes:
    """Carries out directives. With `run` false neither the grader nor the emulator is started, for quick checks."""

    def __init__(self, build, run=True, explorers=True, data=ROOT / "measurements/data", ledger=ROOT / "experiments/claims.toml"):
        self.build = build
        self.run = run
        self.explorers = explorers
        self.records = show_claims.Records(data)
        self.ledger = {claim["id"]: claim for claim in tomllib.loads(ledger.read_text())["claims"]}

    def prepare(self, texts):
        """Runs the grader and the emulator for all directives, two at a time."""
        jobs = set()
        for text in texts:
            for line in text.splitlines():
                words = block_of(line)
                if words and words[0] == "mistake" and len(words) == 4:
                    jobs.add((self.graded, tuple(words[1:])))
                if words and words[0] in ("traffic", "output") and len(words) == 2:
                    jobs.add((self.emulated, (words[1],)))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for job in [pool.submit(method, *arguments) for method, arguments in sorted(jobs, key=lambda job: job[1])]:
                job.exception()  # the page that quotes it gets it again

    # ---- in a sentence ----

    def inline(self, words):
        kind, _, rest = words.partition(" ")
        if kind == "value":
            return self.value(rest)
        if kind in ("sectors", "wavefronts"):
            return self.count(kind, rest)
        if kind == "ratio":
            if " ÷ " not in rest or rest.endswith("%"):
                raise Wrong("should be {{ratio A ÷ B}}")
            return f"{float(self.inline(rest)):.3g} ×"
        if ": " not in words:
            raise Wrong("no directive of this name, and no record either")
        return self.of_record(lambda: self.records.figure(DIRECTIVE.fullmatch("{{" + words + "}}")))

    def of_record(self, read):
        try:
            return read()
        except SystemExit as missing:  # show_claims ends with a sentence
            raise Wrong(str(missing).removeprefix("show_claims: ")) from None

    def value(self, words):
        match = re.fullmatch(r"(\S+) (/.+) as (\S+)( .+)?", words)
        if not match:
            raise Wrong("should be {{value FILE POINTER as FORMAT}}")
        data = self.of_record(lambda: self.records.load(match[1]))
        # Thousands are set apart by a space, which no reader takes for a decimal comma.
        return format(pointer(data, match[2]), match[3]).replace(",", " ") + (match[4] or "")

    def count(self, kind, reference):
        name, _, label = reference.partition(": ")
        cases = self.of_record(lambda: self.records.load(f"emulated/{name}.json"))["cases"]
        group, _, label = label.rpartition(" > ")
        found = [case["counts"] for case in cases if (case["group"], case["label"]) == (group, label)]
        if not found:
            raise Wrong(f"emulated/{name}.json has no case '{label}'")
        if kind == "sectors":
            return f"{found[0]['load_sectors'] / found[0]['load_requests']:.3g}"
        return f"{found[0]['wavefronts'] / cases[0]['counts']['wavefronts']:.3g}"

    # ---- a line of its own ----

    def block(self, words):
        kind, *arguments = words
        if kind == "code":  # the name may have several words
            arguments = [*arguments[:1], *filter(None, [" ".join(arguments[1:])])]
        counts = {"code": 2, "figure": 1, "mistake": 3, "traffic": 1, "output": 1, "lab": 1, "explorer": 1}
        if len(arguments) != counts.get(kind, len(arguments)) or not arguments:
            raise Wrong(f"{kind} has {len(arguments)} arguments")
        return getattr(self, kind)(*arguments)

    def code(self, file, name):
        first, lines = region(file, name)
        # The names of regions, and what tests mark, are no part of the program.
        shown = [re.sub(r"\s*// @\w+$", "", line) for line in lines if not re.fullmatch(r"\s*// \[[\w ]+\]", line)]
        indent = min((len(line) - len(line.lstrip()) for line in shown if line), default=0)
        text = "\n".join(line[indent:] for line in shown)
        return [f"From [{file}](/{file}), line {first}:", "", "```{.cpp}", *text.splitlines(), "```"]

    def figure(self, name):
        if not (LECTURES / "figures" / f"{name}.py").is_file():
            raise Wrong(f"there is no script lectures/figures/{name}.py")
        if not self.run:
            return [f"(figure {name})"]
        file = self.build / "figures" / f"{name}.json"
        if not file.exists():
            raise Wrong(f"{file} is missing: run 'make figures'")
        about = json.loads(file.read_text())
        words = f"{html.escape(about['caption'])}"
        return [
            "\\htmlonly[block]",
            f'<figure><picture><source srcset="{name}-narrow-dark.svg" media="{PHONE} and {DARK}"/>',
            f'<source srcset="{name}-narrow.svg" media="{PHONE}"/><source srcset="{name}-dark.svg" media="{DARK}"/>',
            (
                f'<img src="{name}.svg"'
                f' alt="{html.escape(about["alt"])}"/></picture><figcaption>{words}</figcaption></figure>'
            ),
            "\\endhtmlonly",
        ]

    def explorer(self, name):
        if not re.search(rf"^    {re.escape(name)}: {{$", (LECTURES / "widgets/explorers.js").read_text(), re.MULTILINE):
            raise Wrong(f"lectures/widgets/explorers.js has no explorer {name}")
        if not self.run:
            return []
        if not self.explorers:
            return ["*Here is an explorer. This site was built without them; `make site` builds all.*"]
        scripts = ("explorers-devices.js", "explorers-model.js", "explorers.js")
        return [
            "\\htmlonly[block]",
            f'<section class="explorer" data-explorer="{name}">',
            "<noscript>This explorer needs JavaScript.</noscript></section>",
            *(f'<script src="{script}" defer="defer"></script>' for script in scripts),
            "\\endhtmlonly",
        ]

    def claims(self, *names):
        lines = []
        for name in names:
            if name not in self.ledger:
                raise Wrong(f"experiments/claims.toml has no claim {name}")
            lines += self.claim(self.ledger[name]) + [""]
        return lines

    def claim(self, claim):
        verdict = f"**{claim['verdict']}**"
        if "then" in claim:
            verdict += f", on a GTX 280 of 2008 **{claim['then']}** (counted)"
        # Without a reason of its own, the reasons of its rows; what only points to another row adds nothing.
        rows = [row.split(" => ", 1)[1] for row in claim.get("rows", [])]
        reasons = [claim["reason"]] if "reason" in claim else [row for row in rows if "see above" not in row]
        reason = self.of_record(lambda: self.records.filled(" ".join(reasons)))
        anchor = f"claim-{claim['id'].lower().replace('.', '-')}"
        reason = linked(reason)
        lines = [
            f'<a id="{anchor}"></a>**[{claim["id"]}](/experiments/claims.md#{claim["id"].lower().replace(".", "")})** '
            f"<em>{claim['claim']}</em> Holds today: {verdict}. {reason}".rstrip()
        ]
        # A record that has no row about the claim is a link of its own.
        files = [file for file in claim.get("records", []) if not show_claims.own_rows(claim, self.records, file)]
        if files:
            lines[0] += f" Recorded in {', '.join(f'[{file}](/measurements/data/{file})' for file in files)}."
        rows = self.of_record(lambda: show_claims.rows(claim, self.records))
        if rows:
            links = [linked(row.replace("](../", "](/")) for row in rows[1:]]
            lines += [
                "",
                "<details>",
                f"<summary>Measured and counted for {claim['id']}</summary>",
                "",
                *links,
                "",
                "</details>",
            ]
        return lines

    @functools.cache
    def graded(self, lab, file, part):
        number = lab.split("_")[0]
        submission = f"autograder/tests/submissions/{lab}/{file}"
        lines_of(submission)
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            command = [
                str(self.build / "bin/grade"),
                "--root",
                str(ROOT),
                number,
                "--submission",
                submission,
                "--only",
                part,
            ]
            # One seed, so that the words are the same each time.
            command += ["--backend", "simt", "--seed", "1", "--json", str(report)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode != 1:
                raise Wrong(f"grading {submission} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
            return next(one for one in json.loads(report.read_text())["parts"] if one["id"] == part)

    def mistake(self, lab, file, part):
        source = lines_of(f"autograder/tests/submissions/{lab}/{file}")
        if not self.run:
            return [f"(what is said about {file})"]
        graded = self.graded(lab, file, part)
        # A race or a wrong address is the cause; that an element was not written may only follow from it.
        findings = sorted(graded["findings"], key=lambda one: one["kind"] == "never-written")
        with_line = [one for one in findings if one["line"]][:1]
        line = with_line[0]["line"] if with_line else None
        said = [f"line {line}: {one['text']}" for one in with_line]
        said = said or [one["text"] for one in [*graded["reasons"], *findings][:1]]
        if not said:
            raise Wrong(f"the grader has no words about {file}, part {part}")
        shown = []
        if line is not None:
            shown = ["```{.cpp}", f"{line} │ " + re.sub(r"\s*// @\w+$", "", source[line - 1]).strip(), "```", ""]
        return shown + [f"> {quoted(sentence)}" for sentence in said]

    @functools.cache
    def emulated(self, file):
        """The report of ./emulate and the program's output."""
        lines_of(file)
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            command = [str(self.build / "bin/emulate"), "--root", str(ROOT), "--json", str(report), str(ROOT / file)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Wrong(f"./emulate {file} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
            return json.loads(report.read_text()), done.stdout

    def output(self, file):
        lines_of(file)
        return ["```", *(self.emulated(file)[1].splitlines() if self.run else []), "```"]

    def traffic(self, file):
        source = lines_of(file)
        if not self.run:
            return [f"(traffic of {file})"]
        report = self.emulated(file)[0]
        titles = ["kernel", "line", "access", "requests", "sectors per request", "fewest", "wavefronts per request"]
        table, seen = [], set()
        for launch in report["launches"]:
            if launch["kernel"] in seen:
                continue
            seen.add(launch["kernel"])
            for row in launch["traffic"]:
                text = re.sub(r"\s*//.*", "", source[row["line"] - 1]).strip() if row["line"] else "?"
                counts = [
                    f"{row[key] / row['requests']:.3g}" if key in row else ""
                    for key in ("sectors", "ideal_sectors", "wavefronts")
                ]
                kernel = code_cell(launch["kernel"])
                line = f"{row['line']}: {code_cell(text)}"
                table.append([kernel, line, f"{row['memory']} {row['op']}", str(row["requests"]), *counts])
        # A narrow table fits a phone: columns that say nothing, or always the same kernel, are left out.
        shown = [i for i in range(len(titles)) if any(row[i] for row in table) and (i > 0 or len(seen) > 1)]
        rows = [titles, ["---"] * len(titles), *table]
        lines = [f"| {' | '.join(row[i] for i in shown)} |" for row in rows]
        return lines + ["", f"Counted by `./emulate {file}` for an {report['device'].upper()}."]

    def lab(self, name):
        folder = ROOT / "labs" / name
        if not folder.is_dir():
            raise Wrong(f"there is no labs/{name}")
        settings = tomllib.loads((ROOT / "autograder/course" / name / "lab.toml").read_text())
        number = name.split("_")[0]
        lines = [f"[Lab {number[3:]}: {settings['title']}](/labs/{name}/README.md). Its parts:", ""]
        lines += [f"* {part['id']} {part['title']}" for part in settings["parts"]]
        return lines + ["", "```{.sh}", f"make {number} && ./grade {number}", "```"]


def expand(text, quotes):
    """The text with all directives carried out, and the problems as (line number, sentence)."""
    lines, problems = [], []
    for number, line in enumerate(text.splitlines(), 1):

        def carried_out(call, number=number, line=line):
            try:
                return call()
            except Wrong as wrong:
                problems.append((number, f"{line.strip()[:80]}: {wrong}"))
                return None

        block = block_of(line)
        if block:
            lines += carried_out(lambda block=block: quotes.block(block)) or [""]
        else:
            if "{{" in DIRECTIVE.sub("", line) or "}}" in DIRECTIVE.sub("", line):
                problems.append((number, f"{line.strip()[:80]}: a directive must stand on one line"))
            lines.append(DIRECTIVE.sub(lambda match: carried_out(lambda: quotes.inline(match[1])) or "", line))
    return "\n".join(lines) + "\n", problems
