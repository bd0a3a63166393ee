#!/usr/bin/env python3
"""Print the commands of colab.ipynb as a shell script, so that they can be tried on any machine.

    guides/notebook_commands.py REPOSITORY FOLDER | sh    # FOLDER takes the place of /content

Lines of Python are left out, but for the address of the repository, which is REPOSITORY.
"""

import json
import pathlib
import shlex
import sys

NOTEBOOK = pathlib.Path(__file__).resolve().parent / "colab.ipynb"


def script(repository, folder):
    lines = [f"REPOSITORY={shlex.quote(repository)}"]
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        for line in "".join(cell["source"]).splitlines() if cell["cell_type"] == "code" else []:
            command = line[1:] if line.startswith("!") else line[1:] if line.startswith("%cd ") else ""
            if command:
                command = command.replace("/content", shlex.quote(folder))
                lines.append(f"echo {shlex.quote('$ ' + command)}\n{command}")
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("notebook_commands.py: give the address of the repository and a folder")
    print(script(sys.argv[1], sys.argv[2]))
