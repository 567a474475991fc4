#!/usr/bin/env python3
"""Makes lang/tables.h of defs/wgsl.def: one enum, one info table and one lookup by name for each section.

usage: gen_wgsl_tables.py defs/wgsl.def OUT
"""
import re
import sys
from pathlib import Path


def pascal(name):
    out = "".join(p[:1].upper() + p[1:] for p in re.split(r"[_.\-]", name))
    return "D" + out if out[0].isdigit() else out


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def parse(path):
    sections = []
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        line = line.split("#")[0].strip() if line.startswith("#") else line.strip()
        if not line:
            continue
        if line.startswith("["):
            head, _, columns = line.partition("|")
            name, anchor = re.match(r"\[(\w+)\]\s+(\S+)", head).groups()
            sections.append((name, anchor, [c.split(":") for c in columns.split() if c != "set"], []))
            continue
        words = line.split()
        columns = sections[-1][2]
        if len(words) != 1 + len(columns):
            sys.exit(f"{path}:{number}: {len(words) - 1} values for {len(columns)} columns")
        sections[-1][3].append((words, number))
    return sections


def value(kind, word, enums, where):
    if kind == "u8":
        return word
    if kind == "flag":
        return "true" if word == "yes" else "false"
    if kind == "text":
        return '""' if word == "-" else f'"{word}"'
    if word == "-":
        return "std::nullopt"
    if word not in enums[kind]:
        sys.exit(f"{where}: no {kind} is named {word}")
    return f"{kind}::{pascal(word)}"


def main():
    source, out = sys.argv[1:3]
    sections = parse(source)
    enums = {name: {words[0] for words, _ in rows} for name, _, _, rows in sections}
    text = ["// Made by tools/gen_wgsl_tables.py of defs/wgsl.def: do not edit.", "#pragma once", "",
            "#include <cstdint>", "#include <optional>", "#include <string_view>", "",
            "namespace vitrine::lang {", ""]
    for name, anchor, columns, rows in sections:
        text.append(f"// https://gpuweb.github.io/gpuweb/wgsl/#{anchor}")
        if len(rows) > 60:  # a set of words
            if [w[0] for w, _ in rows] != sorted(w[0] for w, _ in rows):
                sys.exit(f"{source}: the rows of {name} are to be sorted")
            text.append(f"inline constexpr std::string_view k{name}s[] = {{")
            text += [f'    "{w[0]}",' for w, _ in rows]
            text += ["};", f"constexpr bool is_{snake(name)}(std::string_view text) {{",
                     f"  uint32_t low = 0, high = {len(rows)};", "  while (low < high) {",
                     "    uint32_t middle = (low + high) / 2;",
                     f"    if (k{name}s[middle] == text) return true;",
                     f"    if (k{name}s[middle] < text) low = middle + 1; else high = middle;", "  }",
                     "  return false;", "}", ""]
            continue
        text.append(f"enum class {name} : uint8_t {{")
        text += [f"  {pascal(words[0])}," for words, _ in rows]
        text.append("};")
        types = {"u8": "uint8_t", "flag": "bool", "text": "std::string_view"}
        text.append(f"struct {name}Info {{")
        text.append("  std::string_view name;")
        for column, kind in columns:
            optional = kind not in types and any(w[1 + columns.index([column, kind])] == "-" for w, _ in rows)
            cpp = types.get(kind) or (f"std::optional<{kind}>" if optional else kind)
            text.append(f"  {cpp} {column + '_' if column == 'default' else column};")
        text.append("};")
        text.append(f"inline constexpr {name}Info k{name}s[] = {{")
        for words, number in rows:
            cells = [f'"{words[0]}"'] + [value(k, w, enums, f"{source}:{number}") for (_, k), w in zip(columns, words[1:])]
            text.append("    {" + ", ".join(cells) + "},")
        text.append("};")
        text.append(f"inline constexpr uint32_t k{name}Count = {len(rows)};")
        text.append(f"constexpr const {name}Info& info({name} v) {{ return k{name}s[static_cast<uint8_t>(v)]; }}")
        text.append(f"constexpr std::string_view to_text({name} v) {{ return info(v).name; }}")
        text.append(f"constexpr std::optional<{name}> find_{snake(name)}(std::string_view text) {{")
        text += [f"  for (uint32_t i = 0; i < k{name}Count; ++i)",
                 f"    if (k{name}s[i].name == text) return static_cast<{name}>(i);"]
        text += ["  return std::nullopt;", "}", ""]
    text.append("}  // namespace vitrine::lang")
    body = "\n".join(text) + "\n"
    path = Path(out)
    if not path.exists() or path.read_text() != body:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)


main()
