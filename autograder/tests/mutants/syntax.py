"""The syntax of a .cu file, as clang's CUDA front end sees it: nodes with their places in the text."""
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
# "clang++ 14": the one that the emulator uses; empty where there is none.
CLANG = (subprocess.run([ROOT / "setup/find-clang.sh"], capture_output=True, text=True, check=False).stdout.split() or [""])[0]

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\d[\w.']*|<<<|>>>|.", re.S)


class Node:
    """begin and end are offsets in the text; end is behind the last character."""

    def __init__(self, data, parent):
        self.kind = data["kind"]
        self.name = data.get("name", "")
        self.type = data.get("type", {}).get("qualType", "")
        self.opcode = data.get("opcode", "")
        self.has_init = "init" in data
        self.parent = parent
        self.begin, self.end = place(data.get("range", {}))
        self.children = [Node(child, self) for child in data.get("inner", []) if "kind" in child]

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def above(self, kinds):
        """The nearest node above of one of these kinds, or None."""
        node = self.parent
        while node is not None and node.kind not in kinds:
            node = node.parent
        return node


def place(span):
    """The offsets of a range; (-1, -1) where it has none in a file."""
    ends = []
    for side in ("begin", "end"):
        where = span.get(side, {})
        where = where.get("expansionLoc", where)
        if "offset" not in where:
            return -1, -1
        ends.append(where["offset"] + (where["tokLen"] if side == "end" else 0))
    return ends[0], ends[1]


class Source:
    """A .cu file: its text, and the declarations of its first level (those of namespaces, too)."""

    def __init__(self, path, interface):
        self.path = path
        self.text = path.read_bytes().decode("latin-1")  # clang counts bytes
        self.code = without_comments(self.text)
        self.declarations = []
        for data in dump(self.text, interface)["inner"]:
            self.add(data)

    def add(self, data):
        node_place = place(data.get("range", {}))
        where = data.get("loc", {})
        where = where.get("expansionLoc", where)
        if data["kind"] in ("NamespaceDecl", "LinkageSpecDecl"):
            if self.code[node_place[0] :].startswith(("namespace", "extern")):
                for child in data.get("inner", []):
                    if "kind" in child:
                        self.add(child)
            return
        name = data.get("name", "")
        if not name or "offset" not in where or not self.code[where["offset"] :].startswith(name):
            return  # of a header
        node = Node(data, None)
        if node.begin >= 0 and node.end <= len(self.text):
            self.declarations.append(node)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def lines(self, begin, end):
        """The lines that this part of the text stands on."""
        return set(range(self.line(begin), self.line(max(begin, end - 1)) + 1))

    def of(self, node):
        return self.text[node.begin : node.end]

    def declaration_around(self, offset):
        for declaration in self.declarations:
            if declaration.begin <= offset < declaration.end:
                return declaration
        return None

    def names_in(self, begin, end):
        return [(match.group(), begin + match.start()) for match in re.finditer(r"[A-Za-z_]\w*", self.code[begin:end])]

    def reached_from(self, entry):
        """The names that the function reaches, over the names in the functions' texts."""
        spans = {}
        for declaration in self.declarations:
            spans.setdefault(declaration.name, []).append((declaration.begin, declaration.end))
        reached, waiting = set(), [entry]
        while waiting:
            name = waiting.pop()
            if name in reached:
                continue
            reached.add(name)
            for begin, end in spans.get(name, []):
                waiting.extend(found for found, _ in self.names_in(begin, end) if found in spans)
        return reached


def without_comments(text):
    """The text with blanks in place of comments and of what is quoted: every offset stays."""

    def blank(match):
        token = match.group()
        return re.sub(r"[^\n]", " ", token) if token.startswith(("//", "/*", '"', "'")) else token

    return TOKEN.sub(blank, text)


def dump(text, interface):
    """clang's syntax tree as JSON. Its front end refuses `alignas` after `__device__`, which nvcc takes."""
    text = re.sub(r"\balignas\(\d+\)", lambda match: " " * len(match.group()), text)
    c_headers = subprocess.run([CLANG, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    command = [CLANG, "-x", "cuda", "-std=c++17", "-fsyntax-only", "-nocudainc", "-nocudalib", "-nobuiltininc",
               "-I", str(ROOT / "simt/include"), "-include", "cuda_runtime.h", "-fdeclspec",
               "-Xclang", "-fno-cuda-host-device-constexpr", "--cuda-gpu-arch=sm_80", "-Wno-unknown-cuda-version",
               "-isystem", c_headers + "/include", "-I", str(interface), "--cuda-device-only",
               "-Xclang", "-ast-dump=json", "-"]  # fmt: skip
    return json.loads(subprocess.run(command, input=text.encode("latin-1"), capture_output=True, check=False).stdout)
