#!/usr/bin/env python3
"""Print the descriptions of devices as a script for the explorers: devices.py simt/devices > explorers-devices.js"""

import json
import pathlib
import sys

files = sorted(pathlib.Path(sys.argv[1]).glob("*.toml"))
if not files:
    sys.exit(f"devices.py: there is no description of a device in {sys.argv[1]}")
texts = {file.stem: file.read_text() for file in files}
print(f"const explorersDevices = {json.dumps(texts, ensure_ascii=False, indent=1)};")
