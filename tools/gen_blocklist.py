#!/usr/bin/env python3
"""Makes hal/blocklist.inc of defs/blocklist.def: the rows of a table of BlocklistEntry (src/hal/blocklist.h).

usage: gen_blocklist.py defs/blocklist.def OUT
"""
import re
import sys
from pathlib import Path

FIELDS = ("driver", "vendor", "device", "versions", "effect", "reason", "seen")


def number(word, where):
    if word == "any":
        return "0"
    if not re.fullmatch(r"0x[0-9a-fA-F]+", word):
        sys.exit(f"{where}: {word} is neither a number like 0x10005 nor `any`")
    return word


def version(text, where):
    if not text:
        return "{}"
    if not re.fullmatch(r"\d+(\.\d+){0,3}", text):
        sys.exit(f"{where}: {text} is no version like 22.3.6")
    return "{{" + ", ".join(text.split(".")) + "}}"


def effect(words, where):
    arity = {"refuse": 1, "feature": 2, "workaround": 2, "none": 1}
    if arity.get(words[0]) != len(words):
        sys.exit(f"{where}: effect {' '.join(words)}")
    feature, workaround = "Feature{}", "Workaround::None"
    if words[0] == "feature":
        feature = "Feature::" + words[1]
    if words[0] == "workaround":
        workaround = "Workaround::" + words[1]
    return f"BlocklistEffect::{words[0].capitalize()}, {feature}, {workaround}"


def text(s):
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    path, out = Path(sys.argv[1]), Path(sys.argv[2])
    entries = []
    for n, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path}:{n}"
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            name = line.strip("[] ")
            if not re.fullmatch(r"[a-z0-9_]+", name) or any(e["name"] == name for e in entries):
                sys.exit(f"{where}: {name} is there already, or no name in lower case")
            entries.append({"name": name, "where": where})
            continue
        key, _, rest = line.partition(" ")
        if not entries or key not in FIELDS or key in entries[-1]:
            sys.exit(f"{where}: unexpected {key}")
        entries[-1][key] = rest.strip()
    rows = []
    for e in entries:
        missing = [f for f in FIELDS if f not in e]
        if missing:
            sys.exit(f"{e['where']}: {e['name']} has no {', '.join(missing)}")
        first, dots, fixed = e["versions"].partition("..")
        if not dots:
            sys.exit(f"{e['where']}: versions of {e['name']}: FIRST .. FIXED")
        driver = "" if e["driver"] == "any" else e["driver"]
        rows.append(f"  {{{text(e['name'])}, {text(driver)}, {number(e['vendor'], e['where'])}, {number(e['device'], e['where'])},\n"
                    f"   {version(first.strip(), e['where'])}, {version(fixed.strip(), e['where'])}, {effect(e['effect'].split(), e['where'])},\n"
                    f"   {text(e['reason'])}, {text(e['seen'])}}},\n")
    new = "// Made by tools/gen_blocklist.py.\n" + "".join(rows)
    out.parent.mkdir(parents=True, exist_ok=True)
    if not out.exists() or out.read_text() != new:
        out.write_text(new)


main()
