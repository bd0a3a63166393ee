"""What all figures share: reading records, colours for light and dark pages, and files that are the same each time.

A script of this folder draws one figure: it calls `draw` with a function that gets the axes. `make figures` runs all
of them.
Each writes NAME.svg and NAME.png, for a phone NAME-narrow.svg and NAME-narrow.png, all of them once more with -dark, and
NAME.json (caption and alternative text).
Status 1: a record or a case is missing; the message names it. Status 3: matplotlib is missing.
"""

import json
import os
import pathlib
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = pathlib.Path(sys.argv[0]).stem
try:
    import matplotlib
except ImportError:
    print(f"{NAME}: figures need matplotlib: install python3-matplotlib (Debian, Ubuntu)", file=sys.stderr)
    sys.exit(3)
matplotlib.use("Agg")
from matplotlib import pyplot, transforms  # noqa: E402

sys.path.insert(0, str(ROOT / "measurements"))
import show_experiment  # noqa: E402

# Okabe and Ito's colours: readers with any kind of colour vision can tell them apart. Their yellow is too pale on white.
# The line styles and markers say the same once more.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"]
DARK_COLOURS = ["#56B4E9", "#E69F00", "#2DC79B", "#CC79A7", "#F0E442"]
MARKERS = ["o", "s", "^", "D", "v"]
LINES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))]
HATCHES = ["", "//", "..", "xx", "\\\\"]
SIZE = (8.0, 4.2)  # inches
NARROW = 4.2  # inches: on a phone the words are then as large as the page's own small print
LONGEST_LABEL = 15  # characters beside a bar of a narrow figure, before the line breaks
LONGEST_TITLE = 36  # characters below a narrow figure, likewise


def data_folder():
    """measurements/data, or for tests the folder that COURSE_RECORDS names."""
    return pathlib.Path(os.environ.get("COURSE_RECORDS", ROOT / "measurements/data"))


def stop(sentence):
    print(f"{NAME}: {sentence}", file=sys.stderr)
    sys.exit(1)


class Record:
    """A record of an experiment: measurements/data/experiments/NAME.json, or emulated/NAME.json."""

    def __init__(self, file):
        path = data_folder() / file
        if not path.exists():
            stop(f"the record {path} is missing; measurements/README.md says how records are made")
        self.data = json.loads(path.read_text())
        self.file = file

    def case(self, label, group=""):
        for case in self.data["cases"]:
            if (case["group"], case["label"]) == (group, label):
                return case
        return stop(f"the record {self.file} has no case '{group} > {label}'")

    def cases(self, group=""):
        found = [case for case in self.data["cases"] if case["group"] == group]
        return found or stop(f"the record {self.file} has no group '{group}'")

    def made(self):
        """Device and date, for the caption."""
        return f"{show_experiment.provenance(self.data)}"


class Gradings(Record):
    """A record of gradings of one lab's solution: measurements/data/gradings/labN_h200.json."""

    def gbps(self, part):
        for one in self.data["parts"]:
            if one["id"] == part:
                return one["gbps_median"]
        return stop(f"the record {self.file} has no part {part}")

    def made(self):
        return f"{self.data['device']['name']}, {self.data['date']}"


def draw(plot, caption, alt, records, rows=1, columns=1, size=SIZE):
    """Draws `plot(axes, look)` for light and dark pages, wide and narrow; `axes` are several where there are several rows
    or columns. A narrow figure has all of them below each other, so a caption must not say "left" or "right"."""
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/figures")
    out.mkdir(parents=True, exist_ok=True)
    narrow = (NARROW, size[1] + 0.8 if columns == 1 else 3.4 * columns)
    for suffix, style, look in (("", "default", COLOURS), ("-dark", "dark_background", DARK_COLOURS)):
        with pyplot.style.context(style):
            # A style sets all parameters anew, so these come after it.
            matplotlib.rcParams["svg.hashsalt"] = NAME  # else the ids in the file are chance
            matplotlib.rcParams["font.family"] = "DejaVu Sans"  # comes with matplotlib
            matplotlib.rcParams["savefig.facecolor"] = "#ffffff" if not suffix else "#1c1d1f"
            matplotlib.rcParams["axes.facecolor"] = matplotlib.rcParams["savefig.facecolor"]
            for name, inches, grid in ((NAME, size, (rows, columns)), (f"{NAME}-narrow", narrow, (rows * columns, 1))):
                figure, axes = pyplot.subplots(*grid, figsize=inches, layout="constrained")
                plot(axes, look)
                for one in figure.axes:
                    one.spines[["top", "right"]].set_visible(False)
                    if inches is narrow:
                        fit_narrow(one)
                figure.savefig(out / f"{name}{suffix}.svg", metadata={"Date": None})
                figure.savefig(out / f"{name}{suffix}.png", dpi=150, metadata={"Software": None})
                pyplot.close(figure)
    sources = " ".join(f"Record: {record.file} ({record.made()})." for record in records)
    words = {"caption": f"{caption} {sources}", "alt": alt}
    (out / f"{NAME}.json").write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n")


def fit_narrow(axes):
    """Long words below the axes and beside bars break, and a legend stands above the axes, a line for each entry."""
    axes.set_xlabel("\n".join(textwrap.wrap(axes.get_xlabel(), LONGEST_TITLE)))
    labels = [label.get_text() for label in axes.get_yticklabels()]
    if any(len(label) > LONGEST_LABEL for label in labels):
        broken = ["\n".join(textwrap.wrap(label, LONGEST_LABEL)) for label in labels]
        axes.set_yticks(axes.get_yticks(), broken, fontsize="small", linespacing=0.95)
    if axes.get_legend():
        has_title = axes.get_title() or axes.get_title(loc="left")
        above = axes.transAxes + transforms.ScaledTranslation(0, 0.25 if has_title else 0.05, axes.figure.dpi_scale_trans)
        axes.legend(
            frameon=False, loc="lower left", bbox_to_anchor=(0, 1), bbox_transform=above, borderaxespad=0, fontsize="small"
        )


def line(axes, look, number, x, y, label):
    """The number-th line, told apart by colour, marker and style."""
    axes.plot(
        x,
        y,
        color=look[number],
        marker=MARKERS[number],
        linestyle=LINES[number],
        markersize=4,
        linewidth=1.5,
        label=label,
    )


def from_zero(axes):
    """The vertical scale begins at 0 and leaves room above the highest point."""
    axes.set_ylim(0, 1.1 * axes.dataLim.y1)


def bars(axes, look, labels, values, unit, number=0):
    """Horizontal bars with their values."""
    drawn = axes.barh(labels, values, color=look[number])
    behind = {"facecolor": axes.get_facecolor(), "edgecolor": "none", "pad": 1}
    axes.bar_label(drawn, [f"{value:.4g}" if value < 1e4 else f"{value:.0f}" for value in values], padding=6, bbox=behind)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.15 * max(values))
    axes.set_xlabel(unit)
