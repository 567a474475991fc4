"""Finds every RULE of src/ and every page of tests/rules, and writes the tables that the build compiles.

usage: rules.py --out-rules FILE --out-pages FILE"""
import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

EFFECTS = ("Validation", "OutOfMemory", "Internal", "ShaderCreation", "PipelineCreation", "TypeError", "RangeError",
           "OperationError", "DeviceLost", "Warning")
TOKEN = re.compile(r'''//[^\n]*|/\*.*?\*/|R"(?P<d>[^()\\\s]{0,16})\((?P<raw>.*?)\)(?P=d)"|(?P<str>"(?:\\.|[^"\\\n])*")|'''
                   r"""'(?:\\.|[^'\\\n])*'|(?P<other>[A-Za-z_0-9:]+|\s+|.)""", re.S)
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'", "0": "\0", "r": "\r"}


@dataclass
class RuleDeclaration:
    name: str
    effect: str
    spec: str
    keys: str
    message: str
    arity: int
    file: Path
    line: int


def unescape(literal):
    out, i, body = [], 0, literal[1:-1]
    while i < len(body):
        if body[i] != "\\":
            out.append(body[i])
            i += 1
        elif body[i + 1] == "x":
            digits = re.match(r"[0-9a-fA-F]+", body[i + 2:]).group()
            out.append(chr(int(digits, 16)))
            i += 2 + len(digits)
        else:
            out.append(ESCAPES.get(body[i + 1], body[i + 1]))
            i += 2
    return "".join(out)


def macro_arguments(text, at):
    """The arguments of a macro whose '(' is at `at`: a list of (text without strings, joined literals or None)."""
    arguments, words, strings, depth = [], [], None, 0
    for token in TOKEN.finditer(text, at):
        word = token.group("other")
        if token.group("str") is not None:
            strings = (strings or "") + unescape(token.group("str"))
            continue
        if token.group("raw") is not None:
            strings = (strings or "") + token.group("raw")
            continue
        if word is None:
            continue
        if word in "([{<" and word.strip():
            depth += 1
            if depth == 1:
                continue
        elif word in ")]}>" and word.strip():
            depth -= 1
        if depth == 0 or (depth == 1 and word == ","):
            arguments.append(("".join(words).strip(), strings))
            words, strings = [], None
            if depth == 0:
                return arguments
            continue
        words.append(word)
    return None


def scan(top):
    """Every RULE of src/ outside of tests, by file and line, and the complaints about those that cannot be read."""
    found, complaints = [], []
    for path in sorted((top / "src").rglob("*")):
        if path.suffix not in (".cc", ".h") or path.name.endswith("_test.cc"):
            continue
        text = path.read_text(encoding="utf-8")
        if "RULE(" not in text:
            continue
        starts = set()
        for token in TOKEN.finditer(text):  # a RULE( in a comment or a string is none
            if token.group("other") == "RULE" and text[token.end():token.end() + 1] == "(":
                starts.add(token.start())
        for start in sorted(starts):
            line_begin = text.rfind("\n", 0, start) + 1
            if text[line_begin:start].lstrip().startswith("#"):
                continue  # the macro itself
            line = text.count("\n", 0, start) + 1
            place = f"{path.relative_to(top)}:{line}"
            arguments = macro_arguments(text, start + 4)
            if not arguments or len(arguments) < 5 or any(arguments[i][1] is None for i in (2, 3, 4)):
                complaints.append(f"{place}: RULE takes a name, an effect, three string literals, then types")
                continue
            if arguments[1][0] not in EFFECTS:
                complaints.append(f"{place}: unknown effect `{arguments[1][0]}`")
                continue
            types = [a for a in arguments[5:] if a[0]]
            found.append(RuleDeclaration(arguments[0][0], arguments[1][0], arguments[2][1], arguments[3][1],
                                         arguments[4][1], len(types), path, line))
    return found, complaints


def pages(top):
    """Path of the page of each rule that has one."""
    return {p.stem: p for p in sorted((top / "tests" / "rules").glob("**/*.page"))}


def quote(text):
    out = ['"']
    for byte in text.encode():
        c = chr(byte)
        if c in '"\\':
            out.append("\\" + c)
        elif c == "\n":
            out.append('\\n"\n"')
        elif 32 <= byte < 127 and c != "?":
            out.append(c)
        else:
            out.append(f"\\{byte:03o}")
    return "".join(out) + '"'


def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def rules_text(found):
    out = ["// Written by tools/rules.py from every RULE of src/.", '#include "diag/rule.h"', "",
           "namespace vitrine::diag {", "namespace {", f"constexpr size_t kRuleCount = {len(found)};"]
    out.append("constexpr Rule kRules[kRuleCount + 1] = {")
    for rule in sorted(found, key=lambda r: r.name):
        out.append(f"    {{{quote(rule.name)}, Effect::{rule.effect}, {quote(rule.spec)}, {quote(rule.keys)}, "
                   f"{quote(rule.message)}, {rule.arity}}},")
    out += ["    {},", "};", "constexpr const Rule* kPointers[kRuleCount + 1] = {"]
    out += [f"    &kRules[{i}]," for i in range(len(found))]
    out += ["    nullptr,", "};", "}  // namespace", "",
            "std::span<const Rule* const> all_rules() { return {kPointers, kRuleCount}; }", "",
            "const Rule* find_rule(std::string_view name) {", "  size_t low = 0, high = kRuleCount;",
            "  while (low < high) {", "    size_t middle = (low + high) / 2;",
            "    if (kRules[middle].name == name) return &kRules[middle];",
            "    if (kRules[middle].name < name)", "      low = middle + 1;", "    else", "      high = middle;", "  }",
            "  return nullptr;", "}", "", "}  // namespace vitrine::diag", ""]
    return "\n".join(out)


def pages_text(found):
    out = ["// Written by tools/rules.py from the pages of tests/rules.", '#include "cli/pages.h"', "",
           "namespace vitrine::cli {", "namespace {", f"constexpr size_t kPageCount = {len(found)};",
           "constexpr RulePage kPages[kPageCount + 1] = {"]
    for name, path in sorted(found.items()):
        section = path.parent.as_posix().split("tests/rules/", 1)[1]
        out.append(f"    {{{quote(name)}, {quote(section)}, {quote(path.read_text(encoding='utf-8'))}}},")
    out += ["    {},", "};", "}  // namespace", "",
            "std::span<const RulePage> all_pages() { return {kPages, kPageCount}; }", "", "}  // namespace vitrine::cli", ""]
    return "\n".join(out)


PAGE = """What this rule asks for, and why it exists: one short paragraph.
help: what to do, in one line
cts: -
--- fail
{example}
--- gives
--- pass
{example}
"""


def scaffold(top, name, section):
    """Writes a page to fill in. Raises ValueError when the arguments do not fit."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ValueError(f"rule names are snake_case, `{name}` is not")
    if section.split("/")[0] not in ("wgsl", "webgpu") or "/" not in section:
        raise ValueError(f"a section starts with wgsl/ or webgpu/, found `{section}`")
    if name in pages(top):
        raise ValueError(f"`{name}` has a page: {pages(top)[name].relative_to(top)}")
    path = top / "tests" / "rules" / section / f"{name}.page"
    path.parent.mkdir(parents=True, exist_ok=True)
    example = "@compute @workgroup_size(1) fn main() {}" if section.startswith("wgsl") else "b = device.createBuffer({size: 16, usage: STORAGE})"
    path.write_text(PAGE.format(example=example))
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out-rules", required=True)
    parser.add_argument("--out-pages", required=True)
    arguments = parser.parse_args()
    top = Path(__file__).resolve().parent.parent
    found, complaints = scan(top)
    names = {}
    for rule in found:
        if rule.name in names:
            complaints.append(f"{rule.file.relative_to(top)}:{rule.line}: `{rule.name}` is declared twice, also in "
                              f"{names[rule.name]}")
        names[rule.name] = f"{rule.file.relative_to(top)}:{rule.line}"
    if complaints:
        print("\n".join(complaints), file=sys.stderr)
        sys.exit(1)
    write_if_changed(Path(arguments.out_rules), rules_text(found))
    write_if_changed(Path(arguments.out_pages), pages_text(pages(top)))


if __name__ == "__main__":
    main()
