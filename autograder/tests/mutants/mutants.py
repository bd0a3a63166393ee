#!/usr/bin/env python3
"""Plants one mistake in a right solution, grades it, and counts: killed, line named, kind of the mistake named.

    autograder/tests/mutants/mutants.py run                 # all; begun before: goes on there (build/mutants)
    autograder/tests/mutants/mutants.py run --limit 300     # a fixed choice of 300, spread over labs and operators
    autograder/tests/mutants/mutants.py record FILE         # writes the counts of what was run as a data file
    autograder/tests/mutants/mutants.py table FILE          # shows a data file as Markdown
    autograder/tests/mutants/mutants.py page                # writes measurements/data/mutants.json into measurements/mutants.md
    autograder/tests/mutants/mutants.py page --check        # status 1 where it is not what stands there
    autograder/tests/mutants/mutants.py show [WORDS]        # what was said of the mutants that were not named right
    autograder/tests/mutants/mutants.py sample [lab3]       # those of sample.txt: status 1 unless each is named right

Needs clang and build/bin/grade. Only the mutated part is graded, in the emulator."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
try:
    import tomllib
except ImportError:
    print("needs Python 3.11")
    sys.exit(77)

import judge
import operators
import syntax
from syntax import ROOT

sys.path.insert(0, str(ROOT / "measurements"))
import provenance  # noqa: E402

WORK = ROOT / "build/mutants"
SAMPLE = pathlib.Path(__file__).with_name("sample.txt")
EACH_OF_SOLUTION = 24  # mutants of one operator in one file, at most
EACH_OF_OTHERS = 3
SEED = "5"
END_MARK = "<!-- end -->"
PAGE_MARK = "<!-- mutants: autograder/tests/mutants/mutants.py table measurements/data/mutants.json -->"
GRADER_ROOT = pathlib.Path(os.environ.get("GRADER_ROOT", ROOT))  # a copy, where this tree is built meanwhile


def lab_folders():
    return sorted(folder for folder in (ROOT / "solutions").iterdir() if folder.is_dir())


def parts_of(lab):
    with open(ROOT / "autograder/course" / lab / "lab.toml", "rb") as file:
        data = tomllib.load(file)
    return data["source"], {part["id"]: part["entry"] for part in data["parts"]}


def right_files(lab):
    """(file, parts of it that are right) of the solution and of the submissions that pass."""
    source, entries = parts_of(lab)
    yield ROOT / "solutions" / lab / source, entries
    folder = ROOT / "autograder/tests/submissions" / lab
    with open(folder / "expected.toml", "rb") as file:
        expected = tomllib.load(file)
    for name, rows in sorted(expected.items()):
        right = {part: entries[part] for part, row in rows.items() if isinstance(row, dict) and row.get("verdict") == "passed" and "simt" not in row}
        if right and (folder / f"{name}.cu").exists():
            yield folder / f"{name}.cu", right


def rank(text):
    return hashlib.sha256(text.encode()).hexdigest()


def mutants_of_file(lab, path, parts):
    """The chosen mutants of one file; kept in build/mutants, since clang's tree takes seconds."""
    code = b"".join(pathlib.Path(__file__).with_name(name).read_bytes() for name in ("syntax.py", "operators.py"))
    key = hashlib.sha256(path.read_bytes() + code + str(sorted(parts)).encode()).hexdigest()[:16]
    kept = WORK / "lists" / f"{lab}-{path.stem}-{key}.json"
    if kept.exists():
        return json.loads(kept.read_text())
    source = syntax.Source(path, ROOT / "labs" / lab)
    reached = {part: source.reached_from(entry) for part, entry in parts.items()}
    each = EACH_OF_SOLUTION if path.is_relative_to(ROOT / "solutions") else EACH_OF_OTHERS
    chosen, seen = {}, {}
    for mutant in operators.mutants_of(source):
        declaration = source.declaration_around(mutant.begin)
        possible = sorted(part for part, names in reached.items() if declaration.name in names)
        if not possible:
            continue
        name = f"{lab[:4]}/{path.stem}/{mutant.operator}/{mutant.changed}"
        seen[name] = seen.get(name, 0) + 1
        name += f".{seen[name]}"
        chosen.setdefault(mutant.operator, []).append(
            {"name": name, "lab": lab, "file": str(path.relative_to(ROOT)), "operator": mutant.operator, "kind": mutant.kind,
             "part": possible[int(rank(name), 16) % len(possible)], "begin": mutant.begin, "end": mutant.end,
             "old": source.text[mutant.begin:mutant.end], "text": mutant.text, "line": mutant.changed, "lines": sorted(mutant.lines)})  # fmt: skip
    listed = [m for of_one in chosen.values() for m in sorted(of_one, key=lambda m: rank(m["name"]))[:each]]
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(listed))
    return listed


def all_mutants(only_files=None):
    found = []
    for folder in lab_folders():
        for path, parts in right_files(folder.name):
            if only_files is None or (folder.name[:4], path.stem) in only_files:
                found += mutants_of_file(folder.name, path, parts)
    return found


def spread(mutants, limit):
    """A fixed choice: by turns one of each lab's each operator."""
    groups = {}
    for mutant in sorted(mutants, key=lambda m: rank(m["name"])):
        groups.setdefault((mutant["operator"], mutant["lab"]), []).append(mutant)
    chosen, depth = [], 0
    while len(chosen) < min(limit, len(mutants)):
        for key in sorted(groups, key=lambda k: rank(str(k))):
            if depth < len(groups[key]):
                chosen.append(groups[key][depth])
        depth += 1
    return chosen[:limit]


def source_of(mutant):
    text = (ROOT / mutant["file"]).read_bytes().decode("latin-1")
    return (text[: mutant["begin"]] + mutant["text"] + text[mutant["end"] :]).encode("latin-1")


def grade(mutant, options=(), root=None):
    """The report on the mutated part, shortened."""
    root = root or GRADER_ROOT
    source, _ = parts_of(mutant["lab"])
    folder = WORK / "submissions" / rank(mutant["name"] + str(os.getpid()) + str(options))[:16]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / source).write_bytes(source_of(mutant))
    report = folder / "report.json"
    began = time.monotonic()
    completed = subprocess.run(
        [root / "build/bin/grade", "--root", root, mutant["lab"].split("_")[0], "--only", mutant["part"], "--backend", "simt",
         "--submission", folder, *(() if "--seed" in options else ("--seed", SEED)), "--json", report, "--quiet", *options],
        capture_output=True, text=True, cwd=ROOT, check=False)  # fmt: skip
    seconds = round(time.monotonic() - began, 2)
    try:
        if not report.exists():
            return {"verdict": "none", "reasons": [completed.stdout + completed.stderr], "findings": [], "seconds": seconds}
        data = json.loads(report.read_text())
        part = next(part for part in data["parts"] if part["id"] == mutant["part"])
        return {"verdict": part["verdict"], "reasons": [reason["text"] for reason in part["reasons"]],
                "findings": part["findings"], "traffic": part["traffic_summary"], "lines": part["traffic"], "seconds": seconds}  # fmt: skip
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def results_file():
    return WORK / "results.jsonl"


def results():
    """The last result of each mutant."""
    found = {}
    if results_file().exists():
        for line in results_file().read_text().splitlines():
            result = json.loads(line)
            found[result["name"]] = result
    return found


def run(options):
    WORK.mkdir(parents=True, exist_ok=True)
    if options.again and results_file().exists():
        results_file().unlink()
    mutants = all_mutants()
    chosen = spread(mutants, options.limit) if options.limit else spread(mutants, len(mutants))
    done = results()
    left = [mutant for mutant in chosen if mutant["name"] not in done or done[mutant["name"]]["text"] != mutant["text"]]
    print(f"{len(chosen)} mutants of {len(mutants)}; {len(chosen) - len(left)} were graded before", flush=True)
    with open(results_file(), "a") as file, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = {pool.submit(grade, mutant): mutant for mutant in left}
        for count, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            report = future.result()
            if report["verdict"] == "none":
                raise SystemExit(f"{waiting[future]['name']} was not graded: {report['reasons'][0][:300]}")
            if report["verdict"] != "passed":
                report.pop("lines", None)
            file.write(json.dumps({**waiting[future], "report": report}) + "\n")
            file.flush()
            if count % 20 == 0 or count == len(left):
                print(f"{count} of {len(left)}", flush=True)
    print(table(summary(list(results().values()))))


def summary(done):
    """Counts by operator and by lab."""
    def row(of):
        judged = [judge.judge(result, result["report"]) for result in of]
        killed = [j for j in judged if j[0] == "killed"]
        return {"mutants": len([j for j in judged if j[0] != "does not compile"]), "killed": len(killed),
                "line": sum(j[1] for j in killed), "kind": sum(j[2] for j in killed), "both": sum(j[1] and j[2] for j in killed)}  # fmt: skip

    by = {"by_operator": "operator", "by_lab": "lab"}
    data = {name: {value: row([r for r in done if r[key] == value]) for value in sorted({r[key] for r in done})} for name, key in by.items()}
    data["all"] = row(done)
    return data


def table(data):
    def line(name, row):
        share = lambda n, of: f"{100 * n / of:.0f} %" if of else "–"  # noqa: E731
        return (f"| {name} | {row['mutants']} | {row['killed']} | {row['mutants'] - row['killed']} | {share(row['line'], row['killed'])} "
                f"| {share(row['kind'], row['killed'])} | {share(row['both'], row['killed'])} |")  # fmt: skip

    lines = []
    for title, rows in (("operator", data["by_operator"]), ("lab", data["by_lab"])):
        lines += [f"| {title} | mutants | killed | survived | line named | kind named | both |", "|---|---|---|---|---|---|---|"]
        lines += [line(name.replace("_", " "), row) for name, row in rows.items()]
        lines += [line("**all**", data["all"]), ""]
    return "\n".join(lines)


def show(options):
    for result in sorted(results().values(), key=lambda r: (r["operator"], r["name"])):
        ending, line, kind = judge.judge(result, result["report"])
        said = f"{ending}{'' if line else ' no-line'}{'' if kind else ' no-kind'}"
        text = f"{result['name']} {result['part']} {said}"
        if (ending == "killed" and line and kind and not options.all) or not all(re.search(w, text) for w in options.words):
            continue
        print(f"#### {text} {result['report']['seconds']} s  lines {result['lines'][:12]}\n   {result['old'].strip()[:150]!r} → {result['text'].strip()[:150]!r}")
        for reason in result["report"]["reasons"][:3]:
            print("   →", reason[:400])
        for finding in result["report"]["findings"][:3]:
            print(f"   {finding['line']}: {finding['kind']}: {finding['text'][:500]}")


def record(options):
    """The counts, and one line for each mutant that was not named right."""
    done = list(results().values())
    data = provenance.made("mutants of the solutions and of right submissions, graded in the emulator", options,
                           "autograder/tests/mutants/mutants.py run && autograder/tests/mutants/mutants.py record FILE")
    data.update({"machine": provenance.cpu(), "possible": len(all_mutants()), **summary(done), "survivors": {}, "unnamed": {}})
    for result in sorted(done, key=lambda r: r["name"]):
        ending, line, kind = judge.judge(result, result["report"])
        said = f"{result['part']}: {' '.join(result['old'].split())[:60]} → {' '.join(result['text'].split())[:60]}"
        if ending == "survived":
            data["survivors"][result["name"]] = {"change": said, "oracle": result.get("oracle", "not asked")}
        elif ending == "killed" and not (line and kind):
            data["unnamed"][result["name"]] = {"change": said, "line": line, "kind": kind}
    provenance.write(options.file, data)


def oracle(options):
    """Asks of each survivor whether it means the same: other sizes, inputs and orders of threads than a grading has."""
    done = results()
    survivors = [r for r in done.values() if judge.judge(r, r["report"])[0] == "survived" and "oracle" not in r]
    root = other_root()
    with open(results_file(), "a") as file, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for count, (result, answer) in enumerate(pool.map(lambda r: (r, ask(r, root)), survivors), 1):
            file.write(json.dumps({**result, "oracle": answer}) + "\n")
            file.flush()
            print(f"{count} of {len(survivors)}: {result['name']} {answer}", flush=True)


def ask(mutant, root):
    """"another result" at one of 50 other sizes, 6 schedules and seeds; "other counters", though within the limits; "equal"."""
    original = {**mutant, "text": mutant["old"]}
    for schedule, seed in ((1, 11), (2, 12), (3, 13), (4, 14), (5, 15), (6, 16)):
        report = grade(mutant, ("--schedule", str(schedule), "--seed", str(seed)), root)
        if report["verdict"] != "passed" and grade(original, ("--schedule", str(schedule), "--seed", str(seed)), root)["verdict"] == "passed":
            return "another result"
    counted = [[(row["space"], row["op"], row["requests"], row["sectors"], row["wavefronts"]) for row in grade(one, (), root)["lines"]] for one in (mutant, original)]
    return "equal" if sorted(counted[0]) == sorted(counted[1]) else "other counters"


def other_root():
    """The course with 50 other sizes to check."""
    root = WORK / "root"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for entry in ROOT.iterdir():
        if entry.name not in ("course.toml", ".git"):
            (root / entry.name).symlink_to(entry)
    text = (ROOT / "course.toml").read_text()
    for folder in lab_folders():
        with open(ROOT / "autograder/course" / folder.name / "lab.toml", "rb") as file:
            listed = tomllib.load(file)["check_sizes"]
        sizes = []
        for i in range(50):  # about those that are listed: what a lab asks of a size, such as multiples, must still hold
            like = listed[i % len(listed)]
            sizes.append([max(1, side + (i * 7 + k * 3) % 23 - 11) if side > 1 else side + i % 5 for k, side in enumerate(like)])
        text += f"\n[{folder.name.split('_')[0]}]\ncheck_sizes = {sizes}\n"
    (root / "course.toml").write_text(text)
    return root


def put_into_page(options):
    """The table of the data file, into its place in measurements/mutants.md; with --check only compared."""
    place = ROOT / "measurements/mutants.md"
    before, mark, rest = place.read_text().partition(PAGE_MARK)
    after = rest[rest.index(END_MARK):]
    made = before + mark + "\n" + page(json.loads((ROOT / "measurements/data/mutants.json").read_text())) + after
    if options.check and made != place.read_text():
        print(f"{place} is not made from its data: run {pathlib.Path(__file__).name} page")
        return 1
    place.write_text(made)
    return 0


def sample(options):
    """The mutants of sample.txt, or of one lab in it; 1 where one is not killed, or its line or kind not named."""
    if not syntax.CLANG:
        print("needs clang")
        return 77
    names = [name for name in SAMPLE.read_text().split() if options.lab in (None, name.split("/")[0])]
    if not names:
        print(f"{SAMPLE.name} has no mutant of {options.lab}")
        return 1
    files = {(name.split("/")[0], name.split("/")[1]) for name in names}
    known = {mutant["name"]: mutant for mutant in all_mutants(files)}
    wrong = [f"{name}: there is no such mutant any more" for name in names if name not in known]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        chosen = [known[name] for name in names if name in known]
        for mutant, report in zip(chosen, pool.map(grade, chosen)):
            judged = judge.judge(mutant, report)
            if judged != ("killed", True, True):
                wrong.append(f"{mutant['name']} in {mutant['part']}: {judged[0]}, line named: {judged[1]}, kind named: {judged[2]}; "
                             f"{mutant['old']!r} → {mutant['text']!r}; {report['reasons']}, {report['findings'][:2]}")
    print("\n".join(wrong) or f"{len(names)} mutants: all killed, line and kind named")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run")
    runs.add_argument("--limit", type=int)
    runs.add_argument("--jobs", type=int, default=2)
    runs.add_argument("--again", action="store_true")
    shows = commands.add_parser("show")
    shows.add_argument("words", nargs="*")
    shows.add_argument("--all", action="store_true")
    commands.add_parser("oracle").add_argument("--jobs", type=int, default=2)
    records = commands.add_parser("record")
    records.add_argument("file", type=pathlib.Path)
    records.add_argument("--commit")
    commands.add_parser("table").add_argument("file", type=pathlib.Path)
    commands.add_parser("page").add_argument("--check", action="store_true")
    commands.add_parser("sample").add_argument("lab", nargs="?")
    options = parser.parse_args()
    if options.command == "table":
        print(page(json.loads(options.file.read_text())), end="")
        return 0
    return {"run": run, "show": show, "oracle": oracle, "record": record, "page": put_into_page, "sample": sample}[options.command](options)


def page(data):
    """The data file as Markdown."""
    asked = [survivor["oracle"] for survivor in data["survivors"].values()]
    counts = ", ".join(f"{asked.count(answer)} {answer}" for answer in sorted(set(asked)))
    lines = [f"{data['what'].capitalize()}: {data['date']}, commit {data['commit'][:10]}; {data['all']['mutants']} of {data['possible']} possible ones.", "",
             table(data), f"Survivors, as the oracle told them apart: {counts or 'none'}.", ""]
    lines += ["| survivor | change | oracle |", "|---|---|---|"]
    lines += [f"| {name} | `{row['change'].replace('|', 'or')}` | {row['oracle']} |" for name, row in data["survivors"].items() if row["oracle"] != "equal"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
