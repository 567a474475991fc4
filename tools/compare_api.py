#!/usr/bin/env python3
"""Compares api/webgpu.json with the standard's webgpu.json: names, order, values, types, defaults, ownership.

Takes the path of the standard's file, or reads it from VITRINE_WEBGPU_JSON; without either it says so and exits with 77."""
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {
    "bool": "Bool", "nullable_string": "StringView", "string_with_default_empty": "StringView", "out_string": "StringView",
    "uint16": "uint16_t", "uint32": "uint32_t", "uint64": "uint64_t", "usize": "size_t", "int16": "int16_t",
    "int32": "int32_t", "float32": "float", "nullable_float32": "float", "float64": "double", "float64_supertype": "double",
}
STRINGS = {"nullable_string": "nullable", "string_with_default_empty": "empty", "out_string": "out"}
POINTERS = {"immutable": "const", "mutable": "mutable"}
KINDS = {"extensible": "extensible", "extension": "chained", "standalone": "plain", "extensible_callback_arg": "callback argument"}
CONSTANTS = {"uint32_max": "UINT32_MAX", "uint64_max": "UINT64_MAX", "usize_max": "SIZE_MAX", "nan": "NAN"}


def pascal(name):
    return "".join(p[:1].upper() + p[1:] for p in name.replace("__", "~").split("_")).replace("~", "_")


def camel(name):
    return name[0] + pascal(name)[1:] if name[0].islower() else pascal(name)


def count_name(name):
    return camel("entry" if name == "entries" else name.removesuffix("s")) + "Count"


def type_name(name):
    if name in TYPES:
        return TYPES[name]
    if name.startswith("c_void"):
        return "void"
    kind, _, rest = name.partition(".")
    return pascal(rest) + ("CallbackInfo" if kind == "callback" else "")


def member(m):
    array = re.fullmatch(r"array<(.*)>", m["type"])
    base = array.group(1) if array else m["type"]
    default = m.get("default")
    if default is not None:
        default = str(default).lower() if isinstance(default, bool) else str(default)
        if default.startswith("constant."):
            default = "WGPU_" + default[9:].upper()
        elif base.startswith(("enum.", "bitflag.")):
            default = pascal(default)
    return {
        "name": camel(m["name"]) if "name" in m else None, "type": type_name(base), "count": count_name(m["name"]) if array else None,
        "string": STRINGS.get(base), "pointer": POINTERS.get(m.get("pointer")), "optional": bool(m.get("optional")),
        "owned": m.get("passed_with_ownership"), "default": default,
    }


def ours(m):
    keys = ("name", "type", "count", "string", "pointer", "optional", "owned", "default")
    return {k: m.get(k, False if k == "optional" else None) for k in keys}


def function(f):
    return {
        "name": pascal(f["name"]), "callback": pascal(f["callback"].split(".")[1]) if "callback" in f else None,
        "returns": member(f["returns"]) if "returns" in f else None, "args": [member(a) for a in f.get("args", [])],
    }


def our_function(f):
    return {"name": f["name"], "callback": f.get("callback"), "returns": ours(f["returns"]) if "returns" in f else None,
            "args": [ours(a) for a in f.get("args", [])]}


def standard_facts(d):
    facts = {"constants": [(f"WGPU_{c['name'].upper()}", CONSTANTS[c["value"]]) for c in d["constants"]]}
    facts["enums"] = {pascal(e["name"]): [(pascal(v["name"]), v.get("value", i)) for i, v in enumerate(e["entries"]) if v]
                      for e in d["enums"]}
    facts["flags"] = {}
    for b in d["bitflags"]:
        by_name = {v["name"]: 0 if i == 0 else 1 << (i - 1) for i, v in enumerate(b["entries"])}
        facts["flags"][pascal(b["name"])] = [
            (pascal(v["name"]), sum(by_name[n] for n in v["value_combination"]) if "value_combination" in v else by_name[v["name"]])
            for v in b["entries"]]
    facts["callbacks"] = {pascal(c["name"]): (c["style"] == "callback_mode", [member(a) for a in c["args"]]) for c in d["callbacks"]}
    facts["structs"] = {pascal(s["name"]): (KINDS[s["type"]], bool(s.get("free_members")), [member(m) for m in s.get("members", [])])
                        for s in d["structs"]}
    facts["functions"] = [function(f) for f in d["functions"]]
    facts["objects"] = {pascal(o["name"]): [function(f) for f in o["methods"]] for o in d["objects"]}
    return facts


def our_facts(d):
    return {
        "constants": [(c["name"], c["value"]) for c in d["constants"]],
        "enums": {e["name"]: [(v["name"], v["value"]) for v in e["values"]] for e in d["enums"]},
        "flags": {e["name"]: [(v["name"], v["value"]) for v in e["values"]] for e in d["flags"]},
        "callbacks": {c["name"]: (c["mode"], [ours(a) for a in c["args"]]) for c in d["callbacks"]},
        "structs": {s["name"]: (s["kind"], bool(s.get("free_members")), [ours(m) for m in s["members"]]) for s in d["structs"]},
        "functions": [our_function(f) for f in d["functions"]],
        "objects": {o["name"]: [our_function(f) for f in o["methods"]] for o in d["objects"]},
    }


def differences(a, b, path):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in a.keys() | b.keys():
            yield from differences(a.get(key), b.get(key), f"{path}.{key}")
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{path}[{i}]")
    elif a != b:
        yield f"{path}: the standard has {a}, api/webgpu.json has {b}"


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("VITRINE_WEBGPU_JSON", "")
    if not path or not os.path.exists(path):
        print("skipped: VITRINE_WEBGPU_JSON does not name the standard's webgpu.json")
        return 77
    standard = standard_facts(json.loads(pathlib.Path(path).read_text(encoding="utf-8")))
    found = list(differences(standard, our_facts(json.loads((ROOT / "api/webgpu.json").read_text(encoding="utf-8"))), "api"))
    print("\n".join(found) or "no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
