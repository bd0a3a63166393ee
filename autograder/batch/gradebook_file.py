"""What the Python programs beside it know of a gradebook's tables (gradebook.cpp makes them)."""
import sqlite3
import urllib.parse

FILE = "gradebook.sqlite"


def open_to_read(folder):
    return sqlite3.connect(f"file:{urllib.parse.quote(str((folder / FILE).resolve()))}?mode=ro", uri=True)


def last_sources(folder, lab):
    """Student -> the text of the last file that was graded."""
    query = ("SELECT g.student, s.text FROM gradings g JOIN sources s ON s.hash = g.source_hash "
             "WHERE g.lab = ? ORDER BY g.id")
    with open_to_read(folder) as book:
        return dict(book.execute(query, [lab]))


def secret(folder):
    """What seeds derive from; [] where there is none yet."""
    with sqlite3.connect(folder / FILE) as book:
        return book.execute("SELECT value FROM settings WHERE name = 'secret'").fetchall()


def last_grading(folder):
    """The number of the newest row; 0: there is none."""
    with sqlite3.connect(folder / FILE) as book:
        return book.execute("SELECT coalesce(max(id), 0) FROM gradings").fetchone()[0]


def copy(source, target):
    """A consistent copy, also while another process has the file open."""
    with sqlite3.connect(source / FILE) as old, sqlite3.connect(target / FILE) as new:
        old.backup(new)


def rows(connection, query, *values):
    connection.row_factory = sqlite3.Row
    return [dict(row) for row in connection.execute(query, values)]


def insert(connection, table, row):
    names = ", ".join(row)
    return connection.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", list(row.values()))


def add(main, grading, parts):
    number = insert(main, "gradings", grading).lastrowid
    for part in parts:
        insert(main, "parts", {**part, "grading": number})


def merge(main, shard_folder, base_grading, run, may_be_elsewhere):
    """The shard's new gradings, each once; all or nothing. Returns their statuses, and the rows of students of whom it
    has nothing: with a roster, every chunk misses the students of the others."""
    with open_to_read(shard_folder) as shard:
        new = rows(shard, "SELECT * FROM gradings WHERE id > ? ORDER BY id", base_grading)
        statuses, absent = [], []
        for grading in new:
            parts = rows(shard, "SELECT * FROM parts WHERE grading = ?", grading.pop("id"))
            if grading["status"] == "missing" and not grading["origin"] and may_be_elsewhere:
                absent.append((grading, parts))
                continue
            last = rows(main, "SELECT * FROM gradings WHERE student = ? AND lab = ? ORDER BY attempt DESC LIMIT 1",
                        grading["student"], grading["lab"])
            same = ("source_hash", "status", "rules", "started", "seed", "note")
            if last and all(last[0][name] == grading[name] for name in same):
                continue  # merged before this program was killed
            for source in rows(shard, "SELECT * FROM sources WHERE hash = ?", grading["source_hash"]):
                if not rows(main, "SELECT hash FROM sources WHERE hash = ?", source["hash"]):
                    insert(main, "sources", source)
            add(main, {**grading, "run": run, "attempt": last[0]["attempt"] + 1 if last else 1}, parts)
            statuses.append(grading["status"])
    main.commit()
    return statuses, absent


def merge_all(folder, shards, lab, arguments, planned, base_grading):
    """All shards as one run of the gradebook in `folder`: a row each, however often it is called. Returns the statuses of
    what is new."""
    statuses, absent = [], []
    with sqlite3.connect(folder / FILE, timeout=60) as book:
        book.execute("PRAGMA foreign_keys = ON")
        known = rows(book, "SELECT id FROM runs WHERE arguments = ?", arguments)
        if known:
            number = known[0]["id"]
        else:
            with open_to_read(shards[0]) as first:
                run = rows(first, "SELECT * FROM runs ORDER BY id DESC LIMIT 1")[0]
            run.pop("id")
            run.update(arguments=arguments, planned=planned, done=planned)
            number = insert(book, "runs", run).lastrowid
        for shard in shards:
            added, missed = merge(book, shard, base_grading, number, len(shards) > 1)
            statuses += added
            absent += missed
        for grading, parts in absent:
            if not rows(book, "SELECT id FROM gradings WHERE student = ? AND lab = ?", grading["student"], lab):
                add(book, {**grading, "run": number, "attempt": 1}, parts)
                statuses.append("missing")
        with open_to_read(shards[0]) as first:
            for student in rows(first, "SELECT * FROM students"):
                book.execute("INSERT OR REPLACE INTO students (student, name, lms_id, submitted) VALUES (?, ?, ?, ?)",
                             [student["student"], student["name"], student["lms_id"], student["submitted"]])
    return statuses
