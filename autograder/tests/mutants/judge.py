"""What a report of the grader says of a mutant: killed or not, the line named or not, the kind of the mistake or not.

Judged is what stands first in the report: the first reason, and the first finding below it. Of the lines in them only the
first counts."""
import re

INDEX = [r"((missing|wrong)-input|unread|lost-store): ", r"out-of-bounds: .*(index \d+|bytes (before|past))", r"wrong-value: .*(stored|computed) here.* from ", r"never-written: .*(stores|launch has)",
         r"-race: .*(same element|the index is wrong|\[\d+\])", r"uninitialized-\w+: ", r"misaligned: ", r"bank conflicts|times the bytes|× the bytes|sectors"]  # fmt: skip
VALUES = [r"wrong-value: .*(stored|computed) here", r"((missing|wrong)-input|unread|lost-store): "]
RACE = r"(shared|global)-race: .*(barrier is missing|no __sync|barrier in between|nothing orders|in between)"

# Of each kind of mistake the sentences, one of which a learner needs in order to know it.
KINDS = {
    "index": INDEX,
    "guard": [r"((missing|wrong)-input|unread): ", r"out-of-bounds: ", r"wrong-value: .* from ", r"wrong-value: .*no part of the answer", r"never-written: .*(stores|launch has)", r"uninitialized-\w+: ",
              r"host-dereference|-race: .*(same element|\[\d+\])", r"misaligned: "],
    "loop": [r"((missing|wrong)-input|unread|lost-store): ", r"out-of-bounds: ", r"wrong-value: .* from ", r"never-written: .*(stores|launch has)", r"uninitialized-\w+: ", r"work-limit: ", r"-race: .*(same element|\[\d+\])",
             r"misaligned: ", r"bank conflicts|× the bytes"],
    "barrier": [RACE, r"barrier-divergence: ", r"deadlock: ", r"ended-before-barrier: ", r"uninitialized-shared: "],
    "fence": [r"missing-fence: ", r"global-race: "],
    "atomic": [r"-race: .*(atomic|same element)"],
    "launch": [r"lost-store: ", r"(never-written|wrong-value): .*(launch has|blocks? of|launch)", r"(no-launch|launch-shape|bad-launch): ", r"uninitialized-\w+: ", r"out-of-bounds: .*(index|bytes)", r"deadlock: ",
               r"(shared|global)-race: ", r"launch", r"ended-before-barrier: ", r"camping|bank conflicts|× the bytes|sectors"],
    "stream": [r"(stream|host)-race: ", r"another stream|not overlap|overlap|one after the other|access-window: ", r"failed-call: "],
    "synchronisation": [r"(stream|host)-race: ", r"failed-call: .*(event|NotReady)", r"use-after-free: ", r"still be using"],
    "host call": [r"failed-call: ", r"bad-launch: ", r"access-window: ", r"(never-written|wrong-value|uninitialized-\w+): .*(copy|copies|call|launch|cuda)", r"uninitialized-", r"leak",
                  r"host-(race|dereference): ", r"stream-race", r"persist|window", r"pinned|pageable|page-locked"],
    "size": [r"failed-call: .*bytes", r"(never-written|wrong-value|uninitialized-\w+): .*(bytes|elements? \d)", r"out-of-bounds: .*(bytes|index)", r"access-window: .*bytes", r"misaligned: ",
             r"\d+ (of the )?\d* ?bytes"],
    "argument": [r"((missing|wrong)-input|lost-store): ", r"failed-call: ", r"bad-launch: ", r"out-of-bounds: ", r"wrong-value: .* from ", r"never-written: .*(stores|launch has)", r"write-to-input: ", r"uninitialized-", r"-race: ",
                 r"host-dereference: ", r"misaligned: ", r"device-function", r"work-limit: "],
    "type": [r"compiler-warning: ", r"whole number", r"out-of-bounds: .*(index|bytes)", r"wrong-value: .* from ", r"deadlock: "],
    "initialisation": [r"compiler-warning: .*(uninit|no first value)", r"uninitialized", r"NaN"],
    "padding": [r"bank conflicts", r"out-of-bounds: .*index"],
    "array": [r"out-of-bounds: ", r"bad-launch: "],
    "value": VALUES + [r"work-limit: ", r"never-written: ", r"uninitialized-\w+: ", r"deadlock: "],
    "constant": [r"((missing|wrong)-input|unread): ", r"out-of-bounds: ", r"(never-written|wrong-value): .*(stores|launch has| from )", r"bad-launch: ", r"bank conflicts|× the bytes|camping", r"uninitialized-", r"-race: ",
                 r"misaligned: ", r"failed-call: ", r"does not compile|too much shared"],
    "shuffle": [r"shuffle|lanes?|mask|__shfl", r"wrong-value: .*shfl"],
}  # fmt: skip

AMOUNT = r"is one too (few|many)|is too (small|large|much|long)|is the wrong number|twice what is needed"
COMPARED = r"the case that both are equal|the wrong comparison|the wrong way round|the condition|asks for nothing"
SIGN = r"is (added|subtracted).* should be (added|subtracted)|has the wrong sign|should not be added|goes backwards"
NAMES = r"are exchanged|change places|is the wrong variable"

# The same of the one change that mends the mutant: what the sentence says of it must be what was done.
CHANGES = {
    "index": [AMOUNT, NAMES, SIGN, r"something is missing in the index|is the wrong index"],
    "guard": [AMOUNT, COMPARED, NAMES, SIGN],
    "loop": [AMOUNT, COMPARED, r"the loop|counts 0, 1, 2"],
    "barrier": [r"a barrier is missing", r"comes too early"],
    "launch": [AMOUNT, NAMES, r"rounds down"],
    "stream": [r"the host goes on|goes into the stream", NAMES],
    "synchronisation": [r"the host goes on"],
    "host call": [AMOUNT, NAMES, r"is the wrong choice"],
    "size": [AMOUNT, NAMES, r"something is missing"],
    "argument": [NAMES],
    "initialisation": [r"begins with .* here only", r"is set anew"],
    "value": [AMOUNT, COMPARED, NAMES, SIGN, r"is set anew|is added to|is subtracted from|is multiplied"],
    "constant": [AMOUNT],
    "array": [r"has too few (rows|elements)"],
    "type": [r"which holds no number above"],
}


def first_words(report):
    """The first finding and the first reason, and the one line that they name first; 0: none."""
    texts = [f"{finding['kind']}: {finding['text']}" for finding in report["findings"][:1]] + report["reasons"][:1]
    if report["findings"] and report["findings"][0]["line"]:
        return texts, report["findings"][0]["line"]
    named = (re.search(r"\blines? (\d+)", text) for text in texts)
    return texts, next((int(found[1]) for found in named if found), 0)


def judge(mutant, report):
    """One of "does not compile", "survived", "killed"; then whether the line and the kind were named."""
    if report["verdict"] == "passed":
        return "survived", False, False
    texts, line = first_words(report)
    if any("does not compile" in text or "not compile" in text for text in report["reasons"]):
        return "does not compile", False, False
    has_line = line in mutant["lines"]
    is_change = texts and texts[0].startswith("one-change: ")
    patterns = KINDS[mutant["kind"]] + (CHANGES.get(mutant["kind"], []) if is_change else [])
    has_kind = any(re.search(pattern, text, re.S) for pattern in patterns for text in texts)
    return "killed", has_line, has_kind
