#!/usr/bin/env python3
"""Writes include/webgpu/webgpu.h from api/webgpu.json. `--check` only compares. api/README.md describes the input."""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCALARS = {"void", "uint16_t", "uint32_t", "uint64_t", "size_t", "int16_t", "int32_t", "float", "double"}

PROLOGUE = '''\
// Vitrine's webgpu.h: the standard C interface of WebGPU, same names, values and layouts (state of {state}).
// Written by tools/gen_webgpu_h.py from api/webgpu.json: change that file, then run `./x gen`.
//
// How to read it
//   WGPU_NULLABLE        the pointer or handle may be null.
//   "owned"              the receiver holds one reference, or the allocation, and gives it back with the matching
//                        wgpu...Release or wgpu...FreeMembers. Everything else is borrowed for the length of the call.
//   WGPU_..._INIT        sets every member to its default. A zeroed struct is accepted too; enumerators that are 0 mean
//                        the default, except where the name says otherwise.
//   nextInChain, chain   extension structs, told apart by sType. At most one of each kind in a chain.
//   WGPUFuture           names the pending operation; its callback runs as callbackInfo.mode says.
#ifndef WEBGPU_H_
#define WEBGPU_H_

#if defined(WGPU_SHARED_LIBRARY)
#  if defined(_WIN32)
#    if defined(WGPU_IMPLEMENTATION)
#      define WGPU_EXPORT __declspec(dllexport)
#    else
#      define WGPU_EXPORT __declspec(dllimport)
#    endif
#  elif defined(WGPU_IMPLEMENTATION)
#    define WGPU_EXPORT __attribute__((visibility("default")))
#  else
#    define WGPU_EXPORT
#  endif
#else
#  define WGPU_EXPORT
#endif

// A program may define these before the include, to hang attributes of its compiler on the declarations.
{attributes}
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// For the initializers below only.
#define _wgpu_COMMA ,
#if defined(__cplusplus)
#  define _wgpu_ENUM_ZERO_INIT(type) type(0)
#  define _wgpu_STRUCT_ZERO_INIT {{}}
#  if __cplusplus >= 201103L
#    define _wgpu_MAKE_INIT_STRUCT(type, value) (type value)
#  else
#    define _wgpu_MAKE_INIT_STRUCT(type, value) value
#  endif
#else
#  define _wgpu_ENUM_ZERO_INIT(type) (type)0
#  define _wgpu_STRUCT_ZERO_INIT {{0}}
#  if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#    define _wgpu_MAKE_INIT_STRUCT(type, value) ((type) value)
#  else
#    define _wgpu_MAKE_INIT_STRUCT(type, value) value
#  endif
#endif

'''

STRING_VIEW = '''\
// A UTF-8 text. length WGPU_STRLEN: data ends with a zero byte, or, when data is null, there is no text. Texts that come
// out of the API always have an explicit length and need not end with a zero byte.
typedef struct WGPUStringView {
    WGPU_NULLABLE char const * data;
    size_t length;
} WGPUStringView WGPU_STRUCTURE_ATTRIBUTE;

#define WGPU_STRING_VIEW_INIT _wgpu_MAKE_INIT_STRUCT(WGPUStringView, { \\
    /*.data=*/NULL _wgpu_COMMA \\
    /*.length=*/WGPU_STRLEN _wgpu_COMMA \\
})

typedef uint64_t WGPUFlags;
typedef uint32_t WGPUBool;

'''


def upper_name(name):
    """BindGroupLayoutDescriptor -> BIND_GROUP_LAYOUT_DESCRIPTOR, with the header's own breaks for acronyms."""
    out = ""
    for i, c in enumerate(name):
        before = name[i - 1] if i else ""
        after = name[i + 1] if i + 1 < len(name) else ""
        if c.isupper() and before and (before.islower() or (before.isupper() and after.islower())):
            out += "_"
        elif c.isdigit() and before.islower() and after.isupper():
            out += "_"  # Extent3D -> EXTENT_3D
        out += c
    return out.upper()


class Writer:
    def __init__(self, api):
        self.api = api
        self.enums = {e["name"]: e for e in api["enums"]}
        self.flags = {f["name"] for f in api["flags"]}
        self.structs = {s["name"]: s for s in api["structs"]}
        self.objects = {o["name"] for o in api["objects"]}
        self.callbacks = {c["name"]: c for c in api["callbacks"]}
        self.out = []

    def line(self, text=""):
        self.out.append(text)

    def init_name(self, name):
        return "WGPU_" + self.structs[name].get("upper", upper_name(name)) + "_INIT"

    # -- types --
    def c_type(self, m, struct_word=False):
        t = m["type"] if m["type"] in SCALARS else "WGPU" + m["type"]
        if struct_word and m["type"] in self.structs:
            t = "struct " + t
        return t + {"const": " const *", "mutable": " *", None: ""}[m.get("pointer")]

    def declare(self, m, struct_word=False):
        null = "WGPU_NULLABLE " if m.get("optional") else ""
        text = f"{null}{self.c_type(m, struct_word)} {m['name']}"
        return [f"size_t {m['count']}", text] if "count" in m else [text]

    def arguments(self, args, first=None, last=()):
        parts = [first] if first else []
        for a in args:
            parts += self.declare(a)
        return ", ".join(parts + list(last)) or "void"

    def signature(self, f, pattern, owner=None):
        if "callback" in f:
            result = "WGPUFuture"
        elif "returns" in f:
            result = ("WGPU_NULLABLE " if f["returns"].get("optional") else "") + self.c_type(f["returns"])
        else:
            result = "void"
        last = [f"WGPU{f['callback']}CallbackInfo callbackInfo"] if "callback" in f else []
        first = f"WGPU{owner} {owner[0].lower() + owner[1:]}" if owner else None
        return f"{result} {pattern}({self.arguments(f.get('args', []), first, last)}) WGPU_FUNCTION_ATTRIBUTE;"

    # -- defaults --
    def default(self, m):
        t, d = m["type"], m.get("default")
        if m.get("pointer") or t in self.objects:
            return "NULL"
        if t in self.enums:
            names = [v["name"] for v in self.enums[t]["values"]]
            d = d or ("Undefined" if "Undefined" in names else None)
            return f"WGPU{t}_{d}" if d else f"_wgpu_ENUM_ZERO_INIT(WGPU{t})"
        if t in self.flags:
            return f"WGPU{t}_{d or 'None'}"
        if t == "Bool":
            return {"true": "WGPU_TRUE", "false": "WGPU_FALSE", None: "WGPU_FALSE"}.get(d, d)
        if t == "StringView":
            return "WGPU_STRING_VIEW_INIT"
        if t in self.structs:
            return "_wgpu_STRUCT_ZERO_INIT" if d == "zero" else self.init_name(t)
        if t.endswith("CallbackInfo"):
            return f"WGPU_{upper_name(t[:-12])}_CALLBACK_INFO_INIT"
        if t == "float":
            return "0.f" if d is None else d if d.startswith("WGPU_") else d + ("f" if "." in d else ".f")
        if t == "double":
            return d or "0."
        return d or "0"

    # -- sections --
    def constants(self):
        self.line("#define WGPU_TRUE (UINT32_C(1))")
        self.line("#define WGPU_FALSE (UINT32_C(0))")
        for c in self.api["constants"]:
            self.line(f"#define {c['name']} ({c['value']})")
        self.line()

    def object_types(self):
        self.line("// Objects: reference counted handles.")
        for o in self.api["objects"]:
            self.line(f"typedef struct WGPU{o['name']}Impl* WGPU{o['name']} WGPU_OBJECT_ATTRIBUTE;")
        self.line()

    def enum_types(self):
        self.line("// Enumerations")
        for e in self.api["enums"]:
            n = "WGPU" + e["name"]
            self.line(f"typedef enum {n} {{")
            for v in e["values"]:
                self.line(f"    {n}_{v['name']} = 0x{v['value']:08X},")
            self.line(f"    {n}_Force32 = 0x7FFFFFFF")
            self.line(f"}} {n} WGPU_ENUM_ATTRIBUTE;")
            self.line()
        self.line("// Flags: 64 bits wide.")
        for f in self.api["flags"]:
            n = "WGPU" + f["name"]
            self.line(f"typedef WGPUFlags {n};")
            for v in f["values"]:
                self.line(f"static const {n} {n}_{v['name']} = 0x{v['value']:016X};")
            self.line()

    def forward(self):
        for s in self.api["structs"]:
            self.line(f"struct WGPU{s['name']};")
        for c in self.api["callbacks"]:
            self.line(f"struct WGPU{c['name']}CallbackInfo;")
        self.line()

    def callback_types(self):
        self.line("typedef void (*WGPUProc)(void) WGPU_FUNCTION_ATTRIBUTE;")
        self.line()
        self.line("// Callbacks. Their arguments are borrowed unless said otherwise.")
        for c in self.api["callbacks"]:
            args = []
            for a in c["args"]:
                args += self.declare(a, struct_word=True)
                if a.get("owned"):
                    self.line(f"// {a['name']} is owned by the callback.")
            args += ["WGPU_NULLABLE void* userdata1", "WGPU_NULLABLE void* userdata2"]
            self.line(f"typedef void (*WGPU{c['name']}Callback)({', '.join(args)}) WGPU_FUNCTION_ATTRIBUTE;")
        self.line()

    def init_macro(self, macro, ctype, pairs):
        self.line(f"#define {macro} _wgpu_MAKE_INIT_STRUCT({ctype}, {{ \\")
        for name, value in pairs:
            self.line(f"    /*.{name}=*/{value} _wgpu_COMMA \\")
        self.line("})")
        self.line()

    def callback_infos(self):
        self.line("typedef struct WGPUChainedStruct {")
        self.line("    struct WGPUChainedStruct * next;")
        self.line("    WGPUSType sType;")
        self.line("} WGPUChainedStruct WGPU_STRUCTURE_ATTRIBUTE;")
        self.line()
        self.line("// Where an operation reports its end, and with which two pointers.")
        for c in self.api["callbacks"]:
            n = f"WGPU{c['name']}CallbackInfo"
            self.line(f"typedef struct {n} {{")
            self.line("    WGPUChainedStruct * nextInChain;")
            pairs = [("nextInChain", "NULL")]
            if c["mode"]:
                self.line("    WGPUCallbackMode mode;  // must be set")
                pairs.append(("mode", "_wgpu_ENUM_ZERO_INIT(WGPUCallbackMode)"))
            self.line(f"    WGPU{c['name']}Callback callback;")
            self.line("    WGPU_NULLABLE void* userdata1;")
            self.line("    WGPU_NULLABLE void* userdata2;")
            self.line(f"}} {n} WGPU_STRUCTURE_ATTRIBUTE;")
            pairs += [("callback", "NULL"), ("userdata1", "NULL"), ("userdata2", "NULL")]
            self.init_macro(f"WGPU_{upper_name(c['name'])}_CALLBACK_INFO_INIT", n, pairs)

    def struct_order(self):
        """The structs that a struct names come before it."""
        done, order = set(), []

        def visit(name):
            if name in done:
                return
            done.add(name)
            for m in self.structs[name]["members"]:
                if m["type"] in self.structs:
                    visit(m["type"])
            order.append(self.structs[name])

        for s in self.api["structs"]:
            visit(s["name"])
        return order

    def struct_types(self):
        for s in self.struct_order():
            n = "WGPU" + s["name"]
            for root in s.get("extends", []):
                self.line(f"// Chained to WGPU{root}.")
            if s.get("free_members"):
                self.line(f"// Filled in by the API; wgpu{s['name']}FreeMembers gives back what its members point to.")
            if s["kind"] == "callback argument":
                self.line("// Filled in by the API for a callback; may carry chained structs unknown to the program.")
            self.line(f"typedef struct {n} {{")
            pairs = []
            if s["kind"] in ("extensible", "callback argument"):
                self.line("    WGPUChainedStruct * nextInChain;")
                pairs.append(("nextInChain", "NULL"))
            elif s["kind"] == "chained":
                self.line("    WGPUChainedStruct chain;")
                pairs.append(("chain", f"_wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {{ \\\n        /*.next=*/NULL _wgpu_COMMA \\\n"
                              f"        /*.sType=*/WGPUSType_{s['name']} _wgpu_COMMA \\\n    }})"))
            for m in s["members"]:
                note = {"nullable": "  // may be the null text", "empty": "  // the null text means empty"}.get(m.get("string"), "")
                for text in self.declare(m):
                    self.line(f"    {text};{note}")
                if "count" in m:
                    pairs.append((m["count"], "0"))
                pairs.append((m["name"], self.default(m)))
            self.line(f"}} {n} WGPU_STRUCTURE_ATTRIBUTE;")
            self.init_macro(self.init_name(s["name"]), n, pairs)

    def all_functions(self):
        """(owner or None, function) for every exported function, with those that each object or struct has."""
        for f in self.api["functions"]:
            yield None, f
        yield None, {"name": "GetProcAddress", "returns": {"type": "Proc"}, "args": [{"name": "procName", "type": "StringView"}]}
        for o in self.api["objects"]:
            for f in o["methods"]:
                yield o["name"], f
            yield o["name"], {"name": "AddRef"}
            yield o["name"], {"name": "Release"}
        for s in self.api["structs"]:
            if s.get("free_members"):
                name = s["name"][0].lower() + s["name"][1:]
                yield None, {"name": s["name"] + "FreeMembers", "args": [{"name": name, "type": s["name"]}]}

    def functions(self):
        self.line("#ifdef __cplusplus")
        self.line('extern "C" {')
        self.line("#endif")
        self.line()
        self.line("#if !defined(WGPU_SKIP_PROCS)")
        for owner, f in self.all_functions():
            self.line("typedef " + self.signature(f, f"(*WGPUProc{owner or ''}{f['name']})", owner))
        self.line("#endif  // !defined(WGPU_SKIP_PROCS)")
        self.line()
        self.line("#if !defined(WGPU_SKIP_DECLARATIONS)")
        last = None
        for owner, f in self.all_functions():
            if owner != last:
                self.line()
                last = owner
            if f.get("returns", {}).get("owned"):
                self.line("// The result is owned.")
            for a in f.get("args", []):
                if a.get("owned"):
                    self.line(f"// What {a['name']} receives is owned.")
            self.line("WGPU_EXPORT " + self.signature(f, f"wgpu{owner or ''}{f['name']}", owner))
        self.line()
        self.line("#endif  // !defined(WGPU_SKIP_DECLARATIONS)")
        self.line()
        self.line("#ifdef __cplusplus")
        self.line('}  // extern "C"')
        self.line("#endif")
        self.line()
        self.line("#endif  // WEBGPU_H_")

    def text(self):
        attributes = "".join(f"#if !defined({a})\n#  define {a}\n#endif\n" for a in (
            "WGPU_OBJECT_ATTRIBUTE", "WGPU_ENUM_ATTRIBUTE", "WGPU_STRUCTURE_ATTRIBUTE", "WGPU_FUNCTION_ATTRIBUTE", "WGPU_NULLABLE"))
        self.out = [PROLOGUE.format(state=self.api["state"], attributes=attributes).rstrip("\n"), ""]
        self.constants()
        self.line(STRING_VIEW.rstrip("\n"))
        self.line()
        self.object_types()
        self.forward()
        self.enum_types()
        self.callback_types()
        self.callback_infos()
        self.struct_types()
        self.functions()
        return "\n".join(self.out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 when the committed header differs")
    parser.add_argument("--input", default=ROOT / "api/webgpu.json", type=pathlib.Path)
    parser.add_argument("--output", default=ROOT / "include/webgpu/webgpu.h", type=pathlib.Path)
    options = parser.parse_args()
    text = Writer(json.loads(options.input.read_text(encoding="utf-8"))).text()
    old = options.output.read_text(encoding="utf-8") if options.output.exists() else None
    if old == text:
        return 0
    if options.check:
        print(f"{options.output} is not what {options.input} describes; run tools/gen_webgpu_h.py", file=sys.stderr)
        return 1
    options.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
