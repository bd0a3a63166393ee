"""What a mutant is made by: each operator finds the places in a file where its mistake can be made, one edit each.

An edit never adds or removes a line. `lines` are those that may be named: the changed one, and the ones that pair with
it (the uses of a variable whose value changed, what a guard protected, the accesses before and behind a barrier)."""
import dataclasses
import re

CALLS = ("CallExpr", "CUDAKernelCallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr")
SYNCHRONISES = re.compile(
    r"cuda(?:StreamSynchronize|DeviceSynchronize|EventSynchronize|StreamWaitEvent|EventRecord)\b")
COPY_KINDS = {"cudaMemcpyHostToDevice": "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToHost": "cudaMemcpyHostToDevice",
              "cudaMemcpyDeviceToDevice": "cudaMemcpyHostToDevice"}  # fmt: skip


@dataclasses.dataclass
class Mutant:
    operator: str
    kind: str
    begin: int
    end: int
    text: str
    lines: set
    changed: int = 0  # the line


OPERATORS = {}  # name → (kind of the mistake, function)


def operator(kind):
    def add(function):
        OPERATORS[function.__name__] = (kind, function)
        return function

    return add


def mutants_of(source):
    """All mutants of a file, in the order of their places."""
    found = {}
    for name, (kind, function) in OPERATORS.items():
        for declaration in source.declarations:
            for begin, end, text, lines in function(source, declaration):
                old = source.text[begin:end]
                if begin < 0 or text == old or (begin, end, text) in found:
                    continue
                text += "\n" * (old.count("\n") - text.count("\n"))
                mutant = Mutant(name, kind, begin, end, text, source.lines(begin, end) | set(lines), source.line(begin))
                found[begin, end, text] = mutant
    return sorted(found.values(), key=lambda mutant: (mutant.begin, mutant.end, mutant.operator, mutant.text))


# ---- lines that pair with a change ----


def uses(source, name, declaration):
    return {source.line(at) for found, at in source.names_in(declaration.begin, declaration.end) if found == name}


def partners(source, node):
    """One step of the data: a variable's uses, what an `if` or a loop holds, the calls of a function that returns it, the
    uses of a parameter that got another argument."""
    root = root_of(node)
    lines = set()
    variable = node.above(("VarDecl",))
    if variable is not None:
        lines |= uses_anywhere(source, variable.name) if variable.parent is None else uses(source, variable.name, root)
    assignment = node.above(("CompoundAssignOperator", "BinaryOperator"))
    while assignment is not None:
        target = re.match(r"\s*([A-Za-z_]\w*)\s*[-+*/]?=[^=]", source.of(assignment))
        if target:
            lines |= uses(source, target[1], root)
        assignment = assignment.above(("CompoundAssignOperator", "BinaryOperator"))
    holder = node.above(("IfStmt", "ForStmt", "WhileStmt"))
    if holder is not None and node is not holder and not is_inside_body(holder, node):
        lines |= source.lines(holder.begin, holder.end)
    if node.above(("ReturnStmt",)) is not None:
        lines |= uses_anywhere(source, root.name)
    return lines


def is_inside_body(holder, node):
    body = holder.children[-1] if holder.children else None
    return body is not None and body.begin <= node.begin and node.end <= body.end


def root_of(node):
    while node.parent is not None:
        node = node.parent
    return node


def uses_anywhere(source, name):
    return {source.line(at) for found, at in source.names_in(0, len(source.text)) if found == name}


def whole_function(source, node):
    """Where a barrier is gone, any two accesses may meet that it kept apart: all lines of its function."""
    root = root_of(node)
    method = node.above(("CXXMethodDecl", "LambdaExpr"))
    lines = source.lines(root.begin, root.end)
    if method is not None or "__device__" in source.of(root):
        for kernel in source.declarations:
            if "__global__" in source.of(kernel):
                lines |= source.lines(kernel.begin, kernel.end)
        for name in {root.name} | ({method.name} if method is not None else set()):
            for declaration in source.declarations:
                if name in {found for found, _ in source.names_in(declaration.begin, declaration.end)}:
                    lines |= source.lines(declaration.begin, declaration.end)
    return lines


# ---- small helpers ----


def nodes(declaration, *kinds):
    return [node for node in declaration.all() if node.kind in kinds and node.begin >= 0 and node.end > node.begin]


def calls(source, declaration, pattern):
    for node in nodes(declaration, *CALLS):
        if re.match(pattern, source.of(node)):
            yield node


def split(text, offset):
    """Arguments between parentheses: (begin, end) of each."""
    depth, begin, found = 0, offset, []
    for i, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            found.append((begin, offset + i))
            begin = offset + i + 1
    found.append((begin, offset + len(text)))
    return [(b + len(t) - len(t.lstrip()), b + len(t.rstrip())) for b, e in found for t in [text[b - offset : e - offset]]]


def arguments(source, call):
    """(begin, end) of each argument of a call's last parentheses."""
    text = source.code[call.begin : call.end]
    depth = 0
    for i in range(len(text) - 1, -1, -1):
        depth += text[i] == ")"
        depth -= text[i] == "("
        if depth == 0:
            inside = text[i + 1 : -1]
            return split(inside, call.begin + i + 1) if inside.strip() else []
    return []


def configuration(source, launch):
    text = source.code[launch.begin : launch.end]
    first, last = text.find("<<<"), text.find(">>>")
    return split(text[first + 3 : last], launch.begin + first + 3) if 0 <= first < last else []


def statement(source, node):
    """The node with its semicolon, if it is a statement by itself."""
    rest = source.code[node.end :]
    before = source.code[: node.begin].rstrip()
    if rest.lstrip().startswith(";") and (before.endswith((";", "{", "}", ")", "else")) or before.endswith(":")):
        return node.begin, node.end + rest.index(";") + 1
    return None


def condition(node):
    """Of an `if` or a loop."""
    if node.kind == "IfStmt":
        return node.children[0] if node.children else None
    return next((child for child in node.children if child.kind == "BinaryOperator" and child.opcode in COMPARES), None)


COMPARES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def opcode_place(source, node):
    """Where the operator of a binary node stands."""
    left, right = node.children[0], node.children[1]
    at = source.code.find(node.opcode, left.end, right.begin)
    return (at, at + len(node.opcode)) if at >= 0 else None


def is_in_subscript(node):
    child, parent = node, node.parent
    while parent is not None:
        if parent.kind in ("ArraySubscriptExpr", "CXXOperatorCallExpr"):
            return len(parent.children) > 1 and child is parent.children[-1]
        child, parent = parent, parent.parent
    return False


def is_index(node):
    """Inside a subscript, or in a variable of a whole number type."""
    variable = node.above(("VarDecl",))
    return is_in_subscript(node) or (variable is not None and "int" in variable.type and "float" not in variable.type)


# ---- indices ----


@operator("index")
def exchange_indices(source, declaration):
    for node in nodes(declaration, "ArraySubscriptExpr"):
        outer = re.fullmatch(r"(.*?)\[([^\[\]]*)\]\[([^\[\]]*)\]", source.of(node), re.S)
        if outer:
            yield node.begin, node.end, f"{outer[1]}[{outer[3]}][{outer[2]}]", partners(source, node)


@operator("index")
def exchange_x_and_y(source, declaration):
    for node in nodes(declaration, "MSPropertyRefExpr", "CXXDependentScopeMemberExpr", "MemberExpr"):
        found = re.fullmatch(r"(threadIdx|blockIdx|blockDim|gridDim)\.([xy])", source.of(node))
        if found:
            yield node.begin, node.end, f"{found[1]}.{'y' if found[2] == 'x' else 'x'}", partners(source, node)


def subscripts(source, declaration):
    for node in nodes(declaration, "ArraySubscriptExpr"):
        index = node.children[-1]
        if node.above(("ArraySubscriptExpr",)) is None or is_in_subscript(node):
            yield node, index


@operator("index")
def index_one_more(source, declaration):
    for node, index in subscripts(source, declaration):
        yield index.begin, index.end, f"{source.of(index)} + 1", partners(source, node)


@operator("index")
def index_one_less(source, declaration):
    for node, index in subscripts(source, declaration):
        yield index.begin, index.end, f"{source.of(index)} - 1", partners(source, node)


@operator("index")
def exchange_extents(source, declaration):
    """width for height, rows for columns."""
    pairs = {"width": "height", "height": "width", "rows": "columns", "columns": "rows", "depth": "height"}
    parameters = {node.name for node in nodes(declaration, "ParmVarDecl")}
    for node in nodes(declaration, "DeclRefExpr"):
        other = pairs.get(source.of(node))
        if other in parameters:
            yield node.begin, node.end, other, partners(source, node)


@operator("index")
def exchange_remainder_and_quotient(source, declaration):
    for node in nodes(declaration, "BinaryOperator"):
        if node.opcode in "/%" and is_index(node) and (at := opcode_place(source, node)):
            yield *at, "%" if node.opcode == "/" else "/", partners(source, node)


@operator("index")
def sign_of_index(source, declaration):
    for node in nodes(declaration, "BinaryOperator"):
        if node.opcode in ("+", "-") and is_index(node) and (at := opcode_place(source, node)):
            yield *at, "-" if node.opcode == "+" else "+", partners(source, node)


@operator("index")
def factor_of_index_dropped(source, declaration):
    for node in nodes(declaration, "BinaryOperator"):
        if node.opcode == "*" and is_index(node):
            yield node.begin, node.end, source.of(node.children[0]), partners(source, node)


# ---- guards and loops ----


@operator("guard")
def guard_dropped(source, declaration):
    for node in nodes(declaration, "IfStmt"):
        test = condition(node)
        if test is None or "constexpr" in source.code[node.begin : test.begin]:
            continue
        leaves = re.match(r"\s*\)\s*\{?\s*(return|continue|break)\b", source.code[test.end :])
        yield test.begin, test.end, "false" if leaves else "true", source.lines(node.begin, node.end) | (
            source.lines(declaration.begin, declaration.end) if leaves else set())  # fmt: skip


@operator("guard")
def guard_weakened(source, declaration):
    for node in nodes(declaration, "IfStmt", "ConditionalOperator"):
        test = node.children[0]
        for part in test.all():
            if part.kind == "BinaryOperator" and part.opcode in COMPARES and (at := opcode_place(source, part)):
                leaves = re.match(r"\s*\)\s*\{?\s*(return|continue|break)\b", source.code[test.end :])
                yield *at, COMPARES[part.opcode], source.lines(node.begin, node.end) | partners(source, node) | (
                    source.lines(declaration.begin, declaration.end) if leaves else set())  # fmt: skip


@operator("guard")
def half_of_guard_dropped(source, declaration):
    for node in nodes(declaration, "BinaryOperator"):
        if node.opcode in ("&&", "||"):
            holder = node.above(("IfStmt", "ConditionalOperator"))
            lines = partners(source, node) | (source.lines(holder.begin, holder.end) if holder else set())
            if holder and re.match(r"\s*\)\s*\{?\s*(return|continue|break)\b", source.code[holder.children[0].end :]):
                lines |= source.lines(declaration.begin, declaration.end)
            for side in node.children[:2]:
                yield node.begin, node.end, source.of(side), lines


@operator("guard")
def choice_without_guard(source, declaration):
    for node in nodes(declaration, "ConditionalOperator"):
        yield node.begin, node.end, f"({source.of(node.children[1])})", partners(source, node)


@operator("loop")
def bound_off_by_one(source, declaration):
    for node in nodes(declaration, "ForStmt", "WhileStmt"):
        test = condition(node)
        if test is not None and (at := opcode_place(source, test)):
            yield *at, COMPARES[test.opcode], source.lines(node.begin, node.end)


@operator("loop")
def begins_one_late(source, declaration):
    for node in nodes(declaration, "ForStmt"):
        for variable in [child for child in node.all() if child.kind == "VarDecl" and child.has_init][:1]:
            first = variable.children[-1]
            yield first.begin, first.end, f"{source.of(first)} + 1", source.lines(node.begin, node.end)


@operator("loop")
def step_changed(source, declaration):
    for node in nodes(declaration, "ForStmt"):
        step = next((child for child in reversed(node.children[:-1]) if child.begin >= 0), None)
        if step is None:
            continue
        lines = source.lines(node.begin, node.end)
        if step.kind == "UnaryOperator" and step.opcode == "++":
            yield step.begin, step.end, f"{source.of(step.children[0])} += 2", lines
        elif step.kind == "CompoundAssignOperator":
            amount = step.children[1]
            yield amount.begin, amount.end, f"2 * ({source.of(amount)})", lines
            yield amount.begin, amount.end, "1", lines


# ---- barriers, fences, atomics ----

BARRIER = r"(__syncthreads|__syncwarp)\s*\(|(barrier\.wait|[\w:]*(this_grid|this_thread_block)\(\)\.sync|\w+\.sync)\s*\("


@operator("barrier")
def barrier_dropped(source, declaration):
    for node in calls(source, declaration, BARRIER):
        if place := statement(source, node):
            yield *place, ";", whole_function(source, node)


@operator("barrier")
def barrier_made_conditional(source, declaration):
    for node in calls(source, declaration, BARRIER):
        if place := statement(source, node):
            yield *place, f"if (threadIdx.x < 16) {source.of(node)};", whole_function(source, node)


@operator("barrier")
def barrier_moved(source, declaration):
    """Before the statement that it should follow."""
    for node in calls(source, declaration, BARRIER):
        place = statement(source, node)
        if not place or node.parent is None or node.parent.kind != "CompoundStmt":
            continue
        at = node.parent.children.index(node)
        if at == 0 or node.parent.children[at - 1].begin < 0 or node.parent.children[at - 1].kind == "DeclStmt":
            continue
        before = node.parent.children[at - 1]
        yield before.begin, place[1], f"{source.of(node)}; {source.text[before.begin : node.begin].rstrip()}", whole_function(
            source, node)  # fmt: skip


@operator("barrier")
def threads_end_before_the_barrier(source, declaration):
    for node in calls(source, declaration, r"__syncthreads\s*\("):
        if place := statement(source, node):
            yield *place, f"if (threadIdx.x >= 20) return; {source.of(node)};", whole_function(source, node)


@operator("fence")
def fence_dropped(source, declaration):
    for node in calls(source, declaration, r"__threadfence(_block|_system)?\s*\(|cuda::atomic_thread_fence|std::atomic"):
        if place := statement(source, node):
            yield *place, ";", whole_function(source, node)


@operator("fence")
def order_weakened(source, declaration):
    for found in re.finditer(r"memory_order_(release|acquire|acq_rel|seq_cst)", source.code):
        if declaration.begin <= found.start() < declaration.end:
            yield found.start(1), found.end(1), "relaxed", whole_function(source, declaration)


@operator("atomic")
def atomic_made_plain(source, declaration):
    for node in calls(source, declaration, r"atomic(Add|Max|Min|Or|And|Exch|Inc)(_block|_system)?\s*\("):
        places = arguments(source, node)
        if len(places) != 2:
            continue
        target, value = (source.text[b:e] for b, e in places)
        name = re.match(r"atomic[A-Z][a-z]+", source.of(node))[0]
        new = {"atomicAdd": f"((*({target}) += {value}) - {value})", "atomicExch": f"(*({target}) = {value})",
               "atomicMax": f"(*({target}) = max(*({target}), {value}))", "atomicMin": f"(*({target}) = min(*({target}), {value}))",
               "atomicOr": f"(*({target}) |= {value})", "atomicAnd": f"(*({target}) &= {value})"}.get(name)  # fmt: skip
        if new:
            yield node.begin, node.end, new, whole_function(source, node)


# ---- launches ----


@operator("launch")
def block_changed(source, declaration):
    for node in nodes(declaration, "CUDAKernelCallExpr"):
        parts = configuration(source, node)
        if len(parts) >= 2:
            begin, end = parts[1]
            block = source.text[begin:end]
            sides = re.fullmatch(r"dim3\(([^,()]+), ([^,()]+)\)", block)
            yield begin, end, f"dim3({sides[2]}, {sides[1]})" if sides else f"({block}) / 2", source.lines(node.begin, node.end)


@operator("launch")
def grid_and_block_exchanged(source, declaration):
    for node in nodes(declaration, "CUDAKernelCallExpr"):
        parts = configuration(source, node)
        if len(parts) >= 2:
            (b0, e0), (b1, e1) = parts[:2]
            yield b0, e1, f"{source.text[b1:e1]}, {source.text[b0:e0]}", source.lines(node.begin, node.end)


@operator("launch")
def grid_rounded_down(source, declaration):
    for found in re.finditer(r"\((\w+) \+ (\w+) - 1\) / (\w+)|\((\w+) - 1\) / (\w+) \+ 1", source.code):
        if declaration.begin <= found.start() < declaration.end:
            what, of = (found[1], found[2]) if found[1] else (found[4], found[5])
            yield found.start(), found.end(), f"{what} / {of}", uses_anywhere(source, declaration.name)


@operator("launch")
def dynamic_shared_dropped(source, declaration):
    for node in nodes(declaration, "CUDAKernelCallExpr"):
        parts = configuration(source, node)
        if len(parts) >= 3 and source.text[slice(*parts[2])] != "0":
            yield *parts[2], "0", source.lines(node.begin, node.end)


@operator("launch")
def launch_dropped(source, declaration):
    for node in nodes(declaration, "CUDAKernelCallExpr"):
        if place := statement(source, node):
            yield *place, ";", source.lines(declaration.begin, declaration.end)


# ---- host calls ----


@operator("stream")
def stream_dropped(source, declaration):
    for node in nodes(declaration, "CUDAKernelCallExpr"):
        parts = configuration(source, node)
        if len(parts) == 4 and source.text[slice(*parts[3])] not in ("0", "nullptr"):
            yield *parts[3], "0", source.lines(node.begin, node.end) | whole_function(source, node)
    for node in calls(source, declaration, r"cudaMemcpy\w*Async|cudaMemsetAsync|cudaEventRecord|cudaStreamSetAttribute"):
        parts = arguments(source, node)
        at = 0 if source.of(node).startswith("cudaStreamSet") else -1
        if len(parts) >= 2 and re.search(r"stream|stage|\.in|\.out|lane|queue|\[", source.text[slice(*parts[at])]):
            yield *parts[at], "0", whole_function(source, node)


@operator("stream")
def stream_exchanged(source, declaration):
    """Another stream of the same structure or array."""
    for found in re.finditer(r"\b(\w+)\.(in|out|kernels)\b", source.code):
        if declaration.begin <= found.start() < declaration.end:
            other = {"in": "out", "out": "kernels", "kernels": "in"}[found[2]]
            yield found.start(2), found.end(2), other, whole_function(source, declaration)


@operator("synchronisation")
def synchronisation_dropped(source, declaration):
    for node in calls(source, declaration, SYNCHRONISES):
        if place := statement(source, node):
            yield *place, ";", whole_function(source, node)


@operator("host call")
def call_dropped(source, declaration):
    for node in calls(source, declaration, r"cuda(?!Launch)[A-Z]\w+\s*\("):
        if not SYNCHRONISES.match(source.of(node)) and (place := statement(source, node)):
            yield *place, ";", whole_function(source, node)


@operator("host call")
def direction_of_copy(source, declaration):
    for found in re.finditer(r"cudaMemcpy(HostToDevice|DeviceToHost|DeviceToDevice)", source.code):
        if declaration.begin <= found.start() < declaration.end:
            yield found.start(), found.end(), COPY_KINDS[found[0]], set()


@operator("size")
def elements_for_bytes(source, declaration):
    for node in nodes(declaration, "BinaryOperator"):
        if node.opcode == "*" and len(node.children) == 2:
            for side, other in ((0, 1), (1, 0)):
                if source.of(node.children[side]).startswith("sizeof"):
                    yield node.begin, node.end, source.of(node.children[other]), partners(source, node)


@operator("size")
def bytes_counted_twice(source, declaration):
    for node in nodes(declaration, "UnaryExprOrTypeTraitExpr"):
        yield node.begin, node.end, f"{source.of(node)} * {source.of(node)}", partners(source, node)


@operator("size")
def bytes_halved(source, declaration):
    for node in nodes(declaration, "UnaryExprOrTypeTraitExpr"):
        yield node.begin, node.end, f"{source.of(node)} / 2", partners(source, node)


@operator("argument")
def arguments_exchanged(source, declaration):
    for node in nodes(declaration, *CALLS):
        if source.of(node).startswith(("max", "min", "std::m")):
            continue
        types = [child.type for child in node.children]
        parts = arguments(source, node)
        if len(parts) < 2 or len(types) < len(parts):
            continue
        types = types[len(types) - len(parts) :]
        callee = re.match(r"[\w:]+", source.of(node))
        lines = set()
        for target in source.declarations:
            if callee and target.name == callee[0]:
                lines |= source.lines(target.begin, target.end)
        for i in range(len(parts) - 1):
            (b0, e0), (b1, e1) = parts[i], parts[i + 1]
            if types[i] == types[i + 1]:
                between = source.text[e0:b1]
                yield b0, e1, source.text[b1:e1] + between + source.text[b0:e0], lines | partners(source, node)


# ---- variables ----


@operator("type")
def type_narrowed(source, declaration):
    narrower = {"float": "int", "double": "float", "long long": "short", "size_t": "short", "unsigned": "unsigned char"}
    for node in nodes(declaration, "VarDecl"):
        found = re.match(r"((?:const |constexpr |static )*)(float|double|long long|size_t|unsigned)( \w+ = )", source.of(node))
        if found:
            begin = node.begin + found.start(2)
            yield begin, begin + len(found[2]), narrower[found[2]], uses(source, node.name, declaration)
    for node in nodes(declaration, "CXXStaticCastExpr"):
        found = re.match(r"static_cast<(size_t|long long|float|double)>", source.of(node))
        if found:
            begin = node.begin + found.start(1)
            yield begin, begin + len(found[1]), "short" if found[1] in ("size_t", "long long") else "int", partners(source, node)


@operator("initialisation")
def initialisation_dropped(source, declaration):
    for node in nodes(declaration, "VarDecl"):
        found = re.fullmatch(r"([^=]*?\b(?:float|double|int|unsigned|float4|float2)\b[^=]*?\w+(?:\[\w+\])?)( = [^;]*)", source.of(node), re.S)
        if found and not re.search(r"\bconst|static|__shared__|\bauto\b|[*&]", found[1]) and node.parent is not None:
            begin = node.begin + len(found[1])
            if source.text[node.end : node.end + 1] == ";":
                yield begin, node.end, "", uses(source, node.name, declaration)


@operator("padding")
def padding_dropped(source, declaration):
    for found in re.finditer(r"(?<=[\[<])(\w+) \+ [1-4](?=[\],>])", source.code):
        if declaration.begin <= found.start() < declaration.end:
            lines = source.lines(declaration.begin, declaration.end)
            for name in re.findall(r"\b(\w+)<" + re.escape(found[0]), source.code[declaration.begin : declaration.end]):
                for target in source.declarations:
                    lines |= source.lines(target.begin, target.end) if target.name == name else set()
            yield found.start(), found.end(), found[1], lines


@operator("array")
def shared_array_halved(source, declaration):
    for node in nodes(declaration, "VarDecl"):
        found = re.search(r"__shared__[^\[;]*\[([^\[\]]+)\]", source.of(node))
        if found:
            begin = node.begin + found.start(1)
            yield begin, begin + len(found[1]), f"({found[1]}) / 2", uses(source, node.name, declaration)


# ---- values ----


@operator("value")
def accumulation_dropped(source, declaration):
    for node in nodes(declaration, "CompoundAssignOperator"):
        if node.opcode == "+=" and (at := opcode_place(source, node)) and node.above(("ForStmt",)) is not None:
            yield *at, "=", partners(source, node) | {source.line(node.begin)}


@operator("value")
def sign_of_value(source, declaration):
    for node in nodes(declaration, "BinaryOperator", "CompoundAssignOperator"):
        other = {"+": "-", "-": "+", "+=": "-="}.get(node.opcode)
        if other and not is_index(node) and ("float" in node.type or "double" in node.type):
            if at := opcode_place(source, node):
                yield *at, other, partners(source, node) | {source.line(node.begin)}


@operator("value")
def statement_dropped(source, declaration):
    """An assignment is forgotten."""
    for node in nodes(declaration, "BinaryOperator", "CompoundAssignOperator"):
        if node.opcode in ("=", "+=") and (place := statement(source, node)):
            target = re.match(r"[A-Za-z_]\w*", source.of(node))
            yield *place, ";", uses(source, target[0], declaration) if target else set()


@operator("constant")
def constant_doubled(source, declaration):
    """A constant of the file's first level: the size of a tile or block."""
    if declaration.kind == "VarDecl" and "constexpr" in source.of(declaration) and declaration.has_init:
        value = next(child for child in declaration.children if not child.kind.endswith("Attr"))
        yield value.begin, value.end, f"2 * ({source.of(value)})", uses_anywhere(source, declaration.name)


@operator("shuffle")
def distance_of_shuffle(source, declaration):
    for node in calls(source, declaration, r"__shfl\w*\s*\("):
        parts = arguments(source, node)
        if len(parts) >= 3:
            yield *parts[2], f"{source.text[slice(*parts[2])]} + 1", whole_function(source, node)


@operator("shuffle")
def mask_of_shuffle(source, declaration):
    for node in calls(source, declaration, r"__(shfl|ballot|any|all|reduce)\w*\s*\("):
        parts = arguments(source, node)
        if parts:
            yield *parts[0], "0xffffu", whole_function(source, node)
