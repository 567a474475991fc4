#!/usr/bin/env python3
"""Makes lang/builtins.h and lang/builtins_table.inc of defs/builtins.def. The notation is described there.

usage: gen_builtins.py defs/builtins.def OUT_DIR
"""
import itertools
import re
import sys
from pathlib import Path

SCALARS = ["abstract-int", "abstract-float", "bool", "i32", "u32", "f32", "f16"]  # bit order of a set
SPACES = ["function", "private", "workgroup", "uniform", "storage", "immediate", "handle"]
ACCESSES = ["read", "write", "read_write"]


def pascal(name):
    return "".join(p[:1].upper() + p[1:] for p in re.split(r"[_\-]", name))


def fail(number, message):
    sys.exit(f"builtins.def:{number}: {message}")


def split(text, separator=","):
    """Splits at a separator that is not inside brackets."""
    out, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "<([":
            depth += 1
        elif c in ">)]" and text[i - 1] != "-":
            depth -= 1
        elif c == separator and depth == 0:
            out.append(text[start:i].strip())
            start = i + 1
    out.append(text[start:].strip())
    return [o for o in out if o]


class Overload:
    def __init__(self):
        self.params, self.sets, self.spaces, self.accesses = [], {}, 0, 0


def compile_type(text, shape, overload, number):
    """The pattern of a type: a list of C++ expressions, one byte each, in prefix order. shape: what T* means."""
    text = text.strip()
    if text.endswith("*"):
        inner = compile_type(text[:-1], shape, overload, number)
        return inner if shape == "scalar" else ["kVector", "kVarN"] + inner
    m = re.fullmatch(r"([\w\-$]+)(?:<(.*)>)?", text)
    if not m:
        fail(number, f"cannot read the type {text}")
    name, args = m.group(1), split(m.group(2) or "")
    sub = lambda t: compile_type(t, shape, overload, number)
    size = lambda t: {"N": "kVarN", "C": "kVarC", "R": "kVarR", "K": "kVarK"}[t]
    if name in SCALARS or name in ("void", "sampler", "sampler_comparison"):
        return ["kType", f"k{pascal(name)}Type.value"]
    if name in overload.sets:
        return ["kScalar", str(list(overload.sets).index(name))]
    if name == "E":
        return ["kAny"]
    if name == "V":
        return ["kConstructible"]
    if name == "$T":
        return ["kTemplate"]
    if name == "vec":
        return ["kVector", size(args[0])] + sub(args[1])
    if name in ("vec2", "vec3", "vec4"):
        return ["kVector", name[3]] + sub(args[0])
    if name == "mat":
        return ["kMatrix", size(args[0]), size(args[1])] + sub(args[2])
    if name == "atomic":
        return ["kAtomic"] + sub(args[0])
    if name == "array":
        return ["kRuntimeArray"] + sub(args[0])
    if name == "buffer":
        return ["kBuffer"]
    if name == "ptr":
        space = "kVarSpace" if args[0] == "AS" else f"uint8_t(AddressSpace::{pascal(args[0])})"
        access = "kVarAccess" if args[2] == "A" else f"uint8_t(AccessMode::{pascal(args[2])})"
        return ["kPointer", space, access] + sub(args[1])
    if name == "chan":
        return ["kChannel"]
    if name.endswith("_result"):
        return ["k" + pascal(name)] + sub(args[0])
    if name.startswith("texture_storage"):
        return ["kStorageTexture", f"uint8_t(TextureType::{pascal(name)})"]
    if name.startswith("texture"):
        return ["kTexture", f"uint8_t(TextureType::{pascal(name)})"] + (sub(args[0]) if args else ["kNothing"])
    fail(number, f"no type is named {name}")


def set_words(names):
    """Concrete types only: abstract ones have no name that a user could write."""
    names = [n for n in names if not n.startswith("abstract-")] or list(names)
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def candidate_text(name, params, result, sets, starred):
    """What a message shows for one overload of the source."""
    out = f"{name}("
    for i, (p, optional, _, t) in enumerate(params):
        item = f"{p}: {t.replace('*', '')}".replace("|", " or ")
        out += f"[, {item}]" if optional else (", " if i else "") + item
    out += ")"
    if result != "void":
        out += f" -> {result.replace('*', '')}".replace("$T", "T")
    out = re.sub(r"\bvec<([NCRK]), (\w+)>", r"vec\1<\2>", out)
    out = re.sub(r"\bmat<([NCRK]), ([NCRK]), (\w+)>", r"mat\1x\2<\3>", out)
    where = []
    for var, names in sets.items():
        if re.search(rf"\b{var}\b", out):
            also = ", or a vector of it" if var in starred else ""
            where.append(f"{var} is {set_words(names)}{also}")
    if any(s not in sets for s in starred):
        where.append("each may be a vector instead, all of the same size")
    return out + (", where " + ", and ".join(where) if where else "")


def parse_overload(name, line, sets_by_name, number, template):
    m = re.fullmatch(r"\((.*?)\) -> ([^;]*?)\s*(?:;\s*(.*))?", line.strip())
    if not m:
        fail(number, "cannot read the overload")
    sets, spaces, accesses = {}, [], []
    for clause in split(m.group(3) or ""):
        var, _, words = clause.partition(":")
        if var == "A":
            accesses = words.split()
        elif var == "AS":
            spaces = words.split()
        else:
            sets[var] = sets_by_name[words.strip()]
    params = []
    for p in split(m.group(1)):
        pname, _, ptype = p.partition(":")
        ptype = ptype.strip()
        const = ptype.startswith("const ")
        params.append((pname.rstrip("?"), pname.endswith("?"), const, ptype.removeprefix("const ")))
    result = m.group(2)
    starred = {t[:-1].strip() for _, _, _, t in params if t.endswith("*")}
    text = candidate_text(name + ("<T>" if template and "T" not in sets else ""), params, result, sets, starred)
    overloads = []
    options = [split(t, "|") for _, _, _, t in params]
    optionals = [i for i, p in enumerate(params) if p[1]]
    for shape in ("scalar", "vector") if starred else ("scalar",):
        for types in itertools.product(*options):
            for keep in (0, 1) if optionals else (1,):
                o = Overload()
                kept = [t for i, t in enumerate(types) if keep or i not in optionals] + [result]
                o.sets = {v: names for v, names in sets.items() if any(re.search(rf"\b{v}\b", t) for t in kept)}
                o.spaces = sum(1 << SPACES.index(s) for s in spaces)
                o.accesses = sum(1 << ACCESSES.index(a) for a in accesses)
                for i, t in enumerate(types):
                    if keep or i not in optionals:
                        o.params.append((compile_type(t, shape, o, number), params[i][2]))
                o.result = compile_type(result, shape, o, number)
                o.text = text
                overloads.append(o)
    return overloads


def main():
    source, out_dir = sys.argv[1:3]
    sets, functions, operators = {}, [], []
    for number, line in enumerate(Path(source).read_text().splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        words = line.split()
        if words[0] == "set":
            sets[words[1]] = words[3:]
        elif words[0] in ("fn", "op"):
            entry = {"name": words[1], "anchor": words[2].lstrip("#"), "flags": words[3:], "overloads": []}
            (functions if words[0] == "fn" else operators).append(entry)
            current = entry
        elif line.startswith("  "):
            current["overloads"] += parse_overload(current["name"], line, sets, number, "template" in current["flags"])
        else:
            fail(number, "expected set, fn, op or an overload")

    head = "// Made by tools/gen_builtins.py of defs/builtins.def: do not edit.\n"
    enum = head + "#pragma once\n\n#include <cstdint>\n\nnamespace vitrine::lang {\n\n"
    enum += "// https://gpuweb.github.io/gpuweb/wgsl/#builtin-functions\nenum class Builtin : uint16_t {\n"
    enum += "".join(f"  {pascal(f['name'])},\n" for f in functions)
    enum += f"}};\ninline constexpr uint32_t kBuiltinCount = {len(functions)};\n\n}}  // namespace vitrine::lang\n"

    patterns, pattern_at, params, texts, rows = [], {}, [], {}, []

    def pattern(p):
        key = tuple(p)
        if key not in pattern_at:
            pattern_at[key] = len(patterns)
            patterns.extend(p)
        return pattern_at[key]

    infos = []
    for entry in operators + functions:
        entry["first"] = len(rows)
        for o in entry["overloads"]:
            first = len(params)
            params += [f"{{{pattern(p)}, {'true' if const else 'false'}}}" for p, const in o.params]
            masks = [str(sum(1 << SCALARS.index(s) for s in names)) for names in o.sets.values()]
            text = texts.setdefault(o.text, len(texts))
            rows.append(f"{{{first}, {len(o.params)}, {len(masks)}, {{{', '.join(masks) or '0'}}}, {o.spaces}, {o.accesses}, "
                        f"{pattern(o.result)}, {text}}},")
        if len(entry["overloads"]) > 255:
            sys.exit(f"{entry['name']} has too many overloads")
    for f in functions:
        flags = f["flags"]
        value = lambda prefix: next((x.split(":")[1] for x in flags if x.startswith(prefix)), None)
        stages = (value("stage:") or "vertex,fragment,compute").split(",")
        boolean = lambda b: "true" if b else "false"
        need = next((n.capitalize() for n in ("barrier", "derivative", "subgroup") if n in flags), "None")
        enable = f"EnableExtension::{pascal(value('enable:'))}" if value("enable:") else "std::nullopt"
        feature = f"LanguageFeature::{pascal(value('feature:'))}" if value("feature:") else "std::nullopt"
        infos.append(f'    {{"{f["name"]}", "{f["anchor"]}", {boolean("must_use" in flags)}, {boolean("const" in flags)}, '
                     + ", ".join(boolean(s in stages) for s in ("vertex", "fragment", "compute"))
                     + f", {boolean('varies' in flags)}, {boolean('template' in flags)}, UniformityNeed::{need}, {enable}, {feature}, "
                     + f"{f['first']}, {len(f['overloads'])}}},")
    table = head + "\nconstexpr uint8_t kPatterns[] = {\n"
    for i in range(0, len(patterns), 12):
        table += "    " + ", ".join(patterns[i:i + 12]) + ",\n"
    table += "};\nconstexpr ParameterRow kParameters[] = {\n"
    for i in range(0, len(params), 8):
        table += "    " + ", ".join(params[i:i + 8]) + ",\n"
    table += "};\nconstexpr OverloadRow kOverloads[] = {\n" + "".join(f"    {r}\n" for r in rows)
    table += "};\nconstexpr std::string_view kTexts[] = {\n" + "".join(f'    "{t}",\n' for t in texts)
    table += "};\nconstexpr OperatorRow kOperators[] = {\n"
    table += "".join(f"    {{{o['first']}, {len(o['overloads'])}}},  // {o['name']}\n" for o in operators)
    table += "};\nconstexpr BuiltinInfo kBuiltins[] = {\n" + "\n".join(infos) + "\n};\n"
    for name, body in (("builtins.h", enum), ("builtins_table.inc", table)):
        path = Path(out_dir) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != body:
            path.write_text(body)


main()
