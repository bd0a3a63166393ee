#!/usr/bin/env python3
"""Ranks pairs of submissions by how much of their code is the same, and writes them as an HTML list.

  ./grade similarity submissions --lab lab3 --output similarity.html
  ./grade similarity gradebook --lab lab3              the last submission of each student in a gradebook

Debian's similarity-tester compares: names, comments, numbers and layout do not count. What stands in the lab's stub, in its
handout, or in the lectures' programs is taken out before. The course's reference, and what --known names (a folder with
solutions of earlier years), are compared with each submission, but not among themselves. A high rank is a reason to
look, and no proof.
Status 2: the call was wrong. 3: similarity-tester is missing.
"""

import argparse
import collections
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

import gradebook_file
from html_page import page, printable_line, table, text, write
from packages import install

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTER = "sim_c++"
SHORTEST = 20  # tokens in a row that count; shorter ones are in every kernel
FEWEST = 40    # tokens; less is left of a file that is nearly its stub
LARGEST = 1 << 20  # bytes of a source, as in a batch
LONGEST = 600      # seconds that one comparison of all files may take
REFERENCE = "(the course's reference)"


def stop(sentence, status=2):
    print(f"similarity: {sentence}", file=sys.stderr)
    sys.exit(status)


def sim(folder, *arguments):
    """What the tester prints about the files with these names in `folder`."""
    options = [argument for argument in arguments if argument.startswith("-")]
    names = [argument for argument in arguments if not argument.startswith("-")]
    # Names come from standard input, because there may be thousands.
    try:
        done = subprocess.run([TESTER, *options, "-T", "-r", str(SHORTEST), "-i"], cwd=folder, timeout=LONGEST,
                              input="\n".join(names) + "\n", capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        stop(f"{TESTER} did not end in {LONGEST} s", 3)
    if done.returncode != 0:
        stop(f"{TESTER} failed: {done.stderr.strip()}", 3)
    return done.stdout


def lab_folder(name):
    found = sorted((ROOT / "labs").glob(f"{name}_*"))
    if len(found) != 1:
        labs = sorted(folder.name.split("_")[0] for folder in (ROOT / "labs").glob("lab*"))
        stop(f"there is no lab '{name}'; labs: {', '.join(labs)}")
    return found[0]


def chosen_file(folder, usual):
    """The one file of a submission; None where it is not clear which."""
    if folder.is_symlink():
        return None
    files = sorted(path for path in folder.rglob("*.cu") if path.is_file() and not path.is_symlink())
    named = [path for path in files if path.name == usual]
    return named[0] if named else files[0] if len(files) == 1 else None


def read(path):
    return path.read_bytes().decode("utf-8", errors="replace")


def handed_in(path):
    """The code; None for what no batch would read: links, pipes, devices, and files that are too large."""
    try:
        # Opened once, and then asked: what was looked at is what is read.
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            known = os.fstat(file.fileno())
            if not stat.S_ISREG(known.st_mode) or known.st_size > LARGEST:
                return None
            return file.read(LARGEST).decode("utf-8", errors="replace")
    except OSError:
        return None


def submissions_of(folder, lab, usual):
    """Name -> code; and the names of what cannot be compared."""
    if (folder / gradebook_file.FILE).exists():
        return gradebook_file.last_sources(folder, lab), []
    found, left_out = {}, []
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            file = chosen_file(entry, usual)
        else:
            file = entry if entry.suffix == ".cu" else None
        code = None if file is None else handed_in(file)
        if code is None:
            left_out.append(printable_line(entry.name))
        else:
            name = printable_line(entry.name if entry.is_dir() else entry.stem)
            # Two names may be printed as one: none of them hides the other.
            found[name if name not in found else f"{name} ({entry.name!a})"] = code
    return found, left_out


def base_of(lab):
    """What each student was given: name -> code."""
    base = {f"{path.parent.name}-{path.name}": read(path) for path in lab.rglob("*.cu*")}
    listings = re.findall(r"^```\w*\n(.*?)^```", read(lab / "README.md"), flags=re.S | re.M)
    base.update({f"listing{number}": listing for number, listing in enumerate(listings)})
    base.update({f"lecture-{path.name}": read(path) for path in (ROOT / "lectures/code").glob("*.cu")})
    return base


def without_base(folder, names, base):
    """Blanks the lines that stand in `base`; line numbers stay."""
    base_names = []
    for number, code in enumerate(base.values()):
        base_names.append(f"base{number}.cu")
        (folder / base_names[-1]).write_text(code, encoding="utf-8")
    output = sim(folder, "-n", "-S", "-e", *names, "/", *base_names)
    known = collections.defaultdict(set)
    for name, first, last in re.findall(r"^(\w+\.cu): line (\d+)-(\d+)\s*\|", output, flags=re.M):
        known[name].update(range(int(first), int(last) + 1))
    for name, lines in known.items():
        kept = [("" if number in lines else line) for number, line in enumerate(read(folder / name).split("\n"), 1)]
        (folder / name).write_text("\n".join(kept), encoding="utf-8")


def tokens_of(code):
    """Tokens outside of comments. In one pass: many comments that do not end must not take long."""
    tokens, end = 0, None  # of the comment that has begun
    for piece in re.findall(r"//|/\*|\*/|\n|\w+|[^\w\s]", code):
        if end is not None:
            end = None if piece == end else end
        elif piece in ("//", "/*"):
            end = "\n" if piece == "//" else "*/"
        else:
            tokens += piece != "\n"
    return tokens


def ranked(folder, students, known):
    """[(share of a in b, share of b in a, a, b)], most similar first; shares in per cent."""
    shares = {}
    outputs = [sim(folder, "-p", "-e", "-a", "-s", *students)] if len(students) > 1 else []
    if known and students:
        outputs.append(sim(folder, "-p", "-e", "-S", *students, "/", *known))
    for output in outputs:
        for one, share, other in re.findall(r"^(\w+\.cu) consists for (\d+) % of (\w+\.cu) material", output, flags=re.M):
            shares[one, other] = int(share)
    pairs = {}
    for (one, other), share in shares.items():
        back = shares.get((other, one), 0)
        if (other, one) not in pairs:
            pairs[one, other] = (share, back)
    return sorted(((max(both), min(both), pair, both) for pair, both in pairs.items()), reverse=True)


def common_runs(folder, one, other):
    output = sim(folder, "-n", "-e", "-s", one, other)
    runs = re.findall(r"^(\w+\.cu): line (\d+)-(\d+)\s*\|(\w+\.cu): line (\d+)-(\d+)\s*\[(\d+)\]", output, flags=re.M)
    for first, a, b, _, c, d, tokens in runs:
        own, theirs = (int(a), int(b)), (int(c), int(d))
        yield (own, theirs, int(tokens)) if first == one else (theirs, own, int(tokens))


def shown_pair(folder, title, pair, codes, names):
    body = ""
    for own, theirs, tokens in sorted(common_runs(folder, *pair), key=lambda run: -run[2])[:5]:
        sides = ""
        for name, (first, last) in ((pair[0], own), (pair[1], theirs)):
            lines = codes[name].split("\n")[first - 1:last]
            sides += (f'<div><p class="note">{text(names[name])}, lines {first} to {last}</p>'
                      f"<pre>{text(chr(10).join(lines))}</pre></div>")
        body += f'<p>{tokens} tokens in a row:</p><div class="pair">{sides}</div>'
    return f"<details><summary>{title}</summary>{body}</details>"


def main():
    parser = argparse.ArgumentParser(prog="grade similarity", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="submissions, one folder or .cu file each; or a gradebook")
    parser.add_argument("--lab", required=True, help="lab3")
    parser.add_argument("--known", type=pathlib.Path, help="a folder like the first, with solutions of earlier years")
    parser.add_argument("--output", type=pathlib.Path, default="similarity.html", help="the page to write")
    parser.add_argument("--least", type=int, default=30, help="per cent below which a pair is not listed (default: 30)")
    options = parser.parse_args()
    lab = lab_folder(options.lab)
    usual = f"{lab.name.split('_', 1)[1]}.cu"
    for folder in (options.folder, options.known):
        if folder is not None and not folder.is_dir():
            stop(f"{folder} is no folder")
    if shutil.which(TESTER) is None and not (install("similarity") and shutil.which(TESTER)):
        stop(f"{TESTER} is missing: install Debian's similarity-tester", 3)

    students, left_out = submissions_of(options.folder, options.lab, usual)
    known = submissions_of(options.known, options.lab, usual)[0] if options.known else {}
    known = {f"{name} (known)": code for name, code in known.items()}
    reference = ROOT / "solutions" / lab.name / usual
    if reference.exists():
        known[REFERENCE] = read(reference)

    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        names, codes, groups = {}, {}, {"s": [], "k": []}
        for kind, group in (("s", students), ("k", known)):
            for number, (name, code) in enumerate(group.items()):
                file = f"{kind}{number}.cu"
                names[file], codes[file] = name, code
                (folder / file).write_text(code, encoding="utf-8")
                groups[kind].append(file)
        without_base(folder, groups["s"] + groups["k"], base_of(lab))
        empty = [names[file] for file in groups["s"] if tokens_of(read(folder / file)) < FEWEST]
        for kind in groups:
            groups[kind] = [file for file in groups[kind] if tokens_of(read(folder / file)) >= FEWEST]
        rows, details = [], ""
        for most, _, pair, both in ranked(folder, groups["s"], groups["k"]):
            if most < options.least:
                break
            # Of a known solution, only the submission's share is counted.
            back = f"{both[1]} %" if pair[1] in groups["s"] else "–"
            rows.append([text(names[pair[0]]), text(names[pair[1]]), f"{both[0]} %", back])
            title = f"{text(names[pair[0]])} and {text(names[pair[1]])}: {most} %"
            details += shown_pair(folder, title, pair, codes, names)

    body = (f"<p>{len(students)} submissions. Compared without names, comments, numbers and layout, and without what "
            f"stands in the stub, the handout or the lectures. A high share is a reason to look, and no proof: short "
            f"parts have few solutions.</p>")
    if empty:
        body += f"<p>Hardly more than the stub, and not compared: {text(', '.join(empty))}.</p>"
    if left_out:
        body += (f"<p>Not compared, because it is not clear which file is meant, because they are archives, or because "
                 f"they are links or no source code (grade them, then give the gradebook's folder): "
                 f"{text(', '.join(left_out))}.</p>")
    body += table(["One", "Other", "#Of one in the other", "#Of the other in one"], rows) if rows else "<p>No pair.</p>"
    if details:
        body += f"<h2>The longest common runs</h2>{details}"
    write(options.output, page(f"{options.lab}: similar submissions", body))
    print(f"{options.output}: {len(students)} submissions, {len(rows)} pairs with at least {options.least} %")
    if left_out:
        print(f"{len(left_out)} not compared, such as {left_out[0]}; the page says which and why. Give the gradebook's folder after "
              "a batch: it has what was in archives")


main()
