#!/usr/bin/env python3
"""Writes include/webgpu/webgpu_cpp.h and include/webgpu/compat.h from api/webgpu.json and api/compat.json. `--check` only
compares. api/README.md describes the input."""
import argparse
import json
import re
import sys

import gen_webgpu_h
from gen_webgpu_h import ROOT, SCALARS, upper_name

# What the C header has no word for: values of arguments that a call may leave out.
ARGUMENT_DEFAULTS = {
    "dynamicOffsetCount": "0", "dynamicOffsets": "nullptr", "workgroupCountY": "1", "workgroupCountZ": "1",
    "instanceCount": "1", "firstVertex": "0", "firstInstance": "0", "firstIndex": "0", "baseVertex": "0",
}
RANGE_DEFAULTS = {  # method: (offset, size)
    "GetMappedRange": ("0", "kWholeMapSize"), "GetConstMappedRange": ("0", "kWholeMapSize"),
    "ClearBuffer": ("0", "kWholeSize"), "SetVertexBuffer": ("0", "kWholeSize"), "SetIndexBuffer": ("0", "kWholeSize"),
}


def constant_name(macro):
    words = macro[5:].split("_")
    return "k" + "".join(w if re.fullmatch(r"[US]\d+", w) else w.capitalize() for w in words)


def value_name(name):
    return "e" + name if name[0].isdigit() else name


class CppWriter(gen_webgpu_h.Writer):
    def __init__(self, api, compat, templates):
        super().__init__(merge(api, compat))
        self.templates = templates
        self.out_structs = {a["type"] for o in self.api["objects"] for m in o["methods"] for a in m.get("args", [])
                            if a.get("pointer") == "mutable" and a["type"] in self.structs}
        self.out_structs |= {a["type"] for f in self.api["functions"] for a in f.get("args", [])
                             if a.get("pointer") == "mutable" and a["type"] in self.structs}
        self.out_structs |= {s["name"] for s in self.api["structs"] if s.get("free_members")}

    # -- types --
    def cpp_type(self, m):
        t = m["type"]
        if t.endswith("CallbackInfo") or t == "Proc":
            t = "WGPU" + t
        pointer = {"const": " const *", "mutable": " *", None: ""}[m.get("pointer")]
        return t + pointer + (" const *" if m.get("pointer2") else "")

    def declare_cpp(self, m):
        text = f"{self.cpp_type(m)} {m['name']}"
        return [f"size_t {m['count']}", text] if "count" in m else [text]

    def cpp_default(self, m):
        t, d = m["type"], m.get("default")
        if m.get("pointer") or t in self.objects:
            return "nullptr"
        if t == "OptionalBool":
            return "OptionalBool::Undefined"
        if t in self.enums:
            names = [v["name"] for v in self.enums[t]["values"]]
            d = d or ("Undefined" if "Undefined" in names else None)
            return f"{t}::{value_name(d)}" if d else "{}"
        if t in self.flags:
            return f"{t}::{d or 'None'}"
        if t == "Bool":
            return {"true": "true", "false": "false", None: "false"}.get(d, d)
        if t in self.structs:
            return self.zeroes(t) if d == "zero" else "{}"
        if t.endswith("CallbackInfo"):
            return f"WGPU_{upper_name(t[:-12])}_CALLBACK_INFO_INIT"
        if t == "StringView":
            return "{}"
        if d and d.startswith("WGPU_"):
            return constant_name(d)
        return (d or "0") + ("f" if t == "float" and "." in (d or "") else "")

    def zeroes(self, name):
        values = ["nullptr"] if self.structs[name]["kind"] == "extensible" else []
        for m in self.structs[name]["members"]:
            t = m["type"]
            values.append(f"static_cast<{t}>(0)" if t in self.enums else "false" if t == "Bool" else "0")
        return "{" + ", ".join(values) + "}"

    # -- sections --
    def cpp_constants(self):
        for c in self.api["constants"]:
            kind = {"NAN": "float", "SIZE_MAX": "size_t", "UINT64_MAX": "uint64_t"}.get(c["value"], "uint32_t")
            self.line(f"inline constexpr {kind} {constant_name(c['name'])} = {c['name']};")
        self.line()

    def cpp_enums(self):
        for e in self.api["enums"]:
            n = e["name"]
            if n == "OptionalBool":
                continue
            self.line(f"enum class {n} : uint32_t {{")
            for v in e["values"]:
                self.line(f"  {value_name(v['name'])} = WGPU{n}_{v['name']},")
            self.line("};")
        self.line()
        self.line("// Flags. They combine with | & ^ ~; what & gives can be asked as a bool.")
        for f in self.api["flags"]:
            n = f["name"]
            self.line(f"enum class {n} : uint64_t {{")
            for v in f["values"]:
                self.line(f"  {value_name(v['name'])} = WGPU{n}_{v['name']},")
            self.line("};")
            self.line("template <>")
            self.line(f"struct IsWGPUBitmask<{n}> : std::true_type {{}};")
        self.line()

    def callback_calls(self):
        self.line("// From the C callback to the program's function object.")
        self.line("namespace detail {")
        for c in self.api["callbacks"]:
            n = c["name"]
            params, values = [], []
            for a in c["args"]:
                ctype = self.c_type(a)
                params.append(f"{ctype} {a['name']}")
                values.append(self.from_c(a))
            head = ", ".join(params)
            last_is_text = c["args"][-1]["type"] == "StringView"
            repeats = n in ("UncapturedError", "Logging")
            self.line("")
            self.line(f"template <class F, class... U>")
            self.line(f"void run_{snake(n)}(F& f, {head}, U... userdata) {{")
            if last_is_text:
                self.line(f"  call_with_text([&](auto text) -> decltype(f({', '.join(values[:-1])}, text, userdata...)) {{")
                self.line(f"    return f({', '.join(values[:-1])}, text, userdata...);")
                self.line(f"  }}, {c['args'][-1]['name']});")
            else:
                self.line(f"  f({', '.join(values)}, userdata...);")
            self.line("}")
            names = ", ".join(a["name"] for a in c["args"])
            self.line("template <class F, class... U>")
            self.line(f"void bind(WGPU{n}CallbackInfo& info, F callback, U... userdata) {{")
            self.line("  if constexpr (kStateless<F> && sizeof...(U) == 0) {")
            self.line("    keep(info.userdata1, callback);")
            self.line(f"    info.callback = []({head}, void* f, void*) {{")
            self.line(f"      auto run = [&](auto& function) {{ run_{snake(n)}(function, {names}); }};")
            self.line("      with_kept<F>(f, run);")
            self.line("    };")
            self.line("  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {")
            self.line("    keep(info.userdata1, callback);")
            self.line("    (keep(info.userdata2, userdata), ...);")
            self.line(f"    info.callback = []({head}, void* f, void* u) {{")
            self.line(f"      auto run = [&](auto& function) {{ run_{snake(n)}(function, {names}, static_cast<U>(u)...); }};")
            self.line("      with_kept<F>(f, run);")
            self.line("    };")
            self.line("  } else {")
            if repeats:
                self.line("    static_assert(kStateless<F>, \"this callback comes again and again: a function without captures, and a pointer\");")
            else:
                self.line("    using Owned = std::pair<F, std::tuple<U...>>;")
                self.line("    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));")
                self.line(f"    info.callback = []({head}, void* owned, void*) {{")
                self.line("      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));")
                self.line(f"      std::apply([&](auto&... u) {{ run_{snake(n)}(own->first, {names}, u...); }}, own->second);")
                self.line("    };")
            self.line("  }")
            self.line("}")
        self.line("")
        self.line("}  // namespace detail")
        self.line()

    def from_c(self, a):
        """The C value of an argument of a callback as its C++ one."""
        t, name = a["type"], a["name"]
        if t in self.objects:
            if a.get("pointer"):  # borrowed; null once nobody owns it
                return f"Borrowed<{t}, WGPU{t}>({name} ? *{name} : nullptr).object"
            return f"{t}::Acquire({name})" if a.get("owned") else f"{t}({name})"
        if t in self.structs:
            return f"reinterpret_cast<{t} const*>({name})"
        if t == "StringView":
            return f"StringView({name})"
        return f"static_cast<{t}>({name})"

    def to_c(self, a):
        t, name = a["type"], a["name"]
        if a.get("pointer"):
            if t in SCALARS:
                return [a["count"], name] if "count" in a else [name]
            c = f"reinterpret_cast<{self.c_type(a)}>({name})"
            return [a["count"], c] if "count" in a else [c]
        if t in self.objects:
            return [f"{name}.Get()"]
        if t in self.enums or t in self.flags:
            return [f"static_cast<WGPU{t}>({name})"]
        return [name]

    def arguments_cpp(self, owner, f, defaults):
        parts = []
        args = f.get("args", [])
        texts = []
        for a in args:
            name, t = a["name"], a["type"]
            if t in self.objects and not a.get("pointer"):
                decl = [f"{t} const & {name}"]
            else:
                decl = self.declare_cpp(a)
            values = [None] * len(decl)
            if f["name"] in RANGE_DEFAULTS and name == "offset":
                values = [RANGE_DEFAULTS[f["name"]][0]]
            elif f["name"] in RANGE_DEFAULTS and name == "size":
                values = [RANGE_DEFAULTS[f["name"]][1]]
            elif "count" in a:
                values = [ARGUMENT_DEFAULTS.get(a["count"]), ARGUMENT_DEFAULTS.get(name)]
            elif name in ARGUMENT_DEFAULTS:
                values = [ARGUMENT_DEFAULTS[name]]
            elif a.get("optional") and t != "FutureWaitInfo":
                values = ["nullptr"]
            texts += list(zip(decl, values))
        # An argument may be left out only with all behind it.
        may = "callback" not in f
        for decl, value in reversed(texts):
            may = may and value is not None
            parts.insert(0, f"{decl} = {value}" if may and defaults else decl)
        return parts

    def result(self, f):
        if "returns" not in f:
            return "void", "{}"
        r = f["returns"]
        t = r["type"]
        if r.get("pointer"):
            return self.cpp_type(r), "{}"
        if t in self.objects:
            return t, f"{t}::Acquire({{}})"
        if t == "Status":
            return "ConvertibleStatus", "static_cast<Status>({})"
        if t in self.enums or t in self.flags:
            return t, f"static_cast<{t}>({{}})"
        if t == "Bool":
            return "bool", "{} != 0"
        if t == "Future":
            return "Future", "Future{{{}.id}}"
        return ("WGPUProc" if t == "Proc" else t), "{}"

    def body(self, owner, f):
        args = ["Get()"] if owner else []
        before = []
        for a in f.get("args", []):
            args += self.to_c(a)
            t = a["type"]
            if a.get("pointer") == "mutable" and t in self.structs:
                if self.structs[t].get("free_members"):
                    before.append(f"{a['name']}->FreeMembers();")
                for m in self.structs[t]["members"]:
                    if m["type"] in self.objects:
                        before.append(f"{a['name']}->{m['name']} = nullptr;")
        return before, f"wgpu{owner or ''}{f['name']}({', '.join(args)})"

    def method(self, owner, f, inside):
        """Declaration (inside the class) or definition of a method that calls no callback."""
        result, pattern = self.result(f)
        where = f"{owner}::" if owner and not inside else ""
        const = " const" if owner else ""
        head = f"{result} {where}{f['name']}({', '.join(self.arguments_cpp(owner, f, inside or not owner))}){const}"
        if inside:
            self.line(f"  {head};")
            return
        before, call = self.body(owner, f)
        self.line(f"inline {head} {{")
        for b in before:
            self.line(f"  {b}")
        value = pattern.format(call)
        self.line(f"  {'return ' if result != 'void' else ''}{value};")
        self.line("}")

    def classes(self):
        for o in self.api["objects"]:
            n = o["name"]
            self.line(f"class {n} : public ObjectBase<{n}, WGPU{n}> {{")
            self.line(" public:")
            self.line("  using ObjectBase::ObjectBase;")
            self.line("  using ObjectBase::operator=;")
            for f in o["methods"]:
                if "callback" in f:
                    continue
                if any(a["type"].endswith("CallbackInfo") for a in f.get("args", [])):
                    continue
                self.method(n, f, inside=True)
            self.line(self.templates.get(n, "").rstrip("\n")) if n in self.templates else None
            for f in o["methods"]:
                if "callback" in f:
                    self.async_declared(n, f)
                for a in f.get("args", []):
                    if a["type"].endswith("CallbackInfo"):
                        self.line("  template <class... F>")
                        self.line(f"  void {f['name']}(F... callback) const;")
            self.line("")
            self.line(" private:")
            self.line(f"  friend ObjectBase<{n}, WGPU{n}>;")
            self.line(f"  static void add_ref(WGPU{n} handle) {{ wgpu{n}AddRef(handle); }}")
            self.line(f"  static void release(WGPU{n} handle) {{ wgpu{n}Release(handle); }}")
            self.line("};")
            self.line(f"static_assert(sizeof({n}) == sizeof(WGPU{n}) && alignof({n}) == alignof(WGPU{n}));")
            self.line()

    def async_declared(self, owner, f):
        args = self.arguments_cpp(owner, f, False)
        for t, extra in (("class F", "F callback"), ("class F, class T", "F callback, T userdata")):
            self.line(f"  template <{t}>")
            self.line(f"  Future {f['name']}({', '.join(args + ['CallbackMode callbackMode', extra])}) const;")

    def async_defined(self, owner, f):
        n = f["callback"]
        args = self.arguments_cpp(owner, f, False)
        _, call = self.body(owner, f)
        call = call[:-1] + ", info)"
        for t, extra, bound in (("class F", "F callback", "std::move(callback)"),
                                ("class F, class T", "F callback, T userdata", "std::move(callback), std::move(userdata)")):
            self.line(f"template <{t}>")
            self.line(f"Future {owner}::{f['name']}({', '.join(args + ['CallbackMode callbackMode', extra])}) const {{")
            self.line(f"  WGPU{n}CallbackInfo info = WGPU_{upper_name(n)}_CALLBACK_INFO_INIT;")
            self.line("  info.mode = static_cast<WGPUCallbackMode>(callbackMode);")
            self.line(f"  detail::bind(info, {bound});")
            self.line(f"  return Future{{{call}.id}};")
            self.line("}")

    def cpp_structs(self):
        for s in self.struct_order():
            n = s["name"]
            if n == "Future":
                continue
            kind = s["kind"]
            chained, out = kind == "chained", n in self.out_structs
            members = []
            if kind in ("extensible", "callback argument"):
                members.append(("ChainedStruct *" if out else "ChainedStruct const *", "nextInChain", "nullptr"))
            for m in s["members"]:
                if "count" in m:
                    members.append(("size_t", m["count"], "0"))
                members.append((self.cpp_type(m), m["name"], self.cpp_default(m)))
            for root in s.get("extends", []):
                self.line(f"// Chained to {root}.")
            self.line(f"struct {n}{' : ChainedStruct' if chained else ''} {{")
            if chained:
                self.line(f"  {n}() : ChainedStruct{{nullptr, SType::{n}}} {{}}")
                if members and not out:
                    self.line("  struct Init;")
                    self.line(f"  {n}(Init&& init);")
            if s.get("free_members"):
                if not chained:
                    self.line(f"  {n}() = default;")
                self.line(f"  ~{n}() {{ FreeMembers(); }}")
                self.line(f"  {n}({n} const &) = delete;")
                self.line(f"  {n}& operator=({n} const &) = delete;")
                moves = [name for _, name, _ in members if name != "nextInChain"]
                self.line(f"  {n}({n}&& other) noexcept{' : ' + n + '()' if chained else ''} {{ *this = std::move(other); }}")
                self.line(f"  {n}& operator=({n}&& other) noexcept {{")
                self.line("    if (this == &other) return *this;")
                self.line("    FreeMembers();")
                for name in moves:
                    self.line(f"    {name} = std::exchange(other.{name}, {{}});")
                self.line("    return *this;")
                self.line("  }")
                self.line("  void FreeMembers();")
            first = True
            for t, name, default in members:
                # The members of the C struct begin behind its whole header, padding included.
                align = "alignas(ChainedStruct) " if chained and first else ""
                first = False
                self.line(f"  {align}{t} {name} = {default};" if t[-1] != "*" else f"  {align}{t}{name} = {default};")
            if n == "DeviceDescriptor":
                self.line(self.templates["DeviceDescriptor"].rstrip("\n"))
            self.line("};")
            if chained and members and not out:
                self.line(f"struct {n}::Init {{")
                self.line("  ChainedStruct const * nextInChain = nullptr;")
                for t, name, default in members:
                    self.line(f"  {t} {name} = {default};" if t[-1] != "*" else f"  {t}{name} = {default};")
                self.line("};")
                sets = ", ".join(f"{name}(std::move(init.{name}))" for _, name, _ in members)
                self.line(f"inline {n}::{n}(Init&& init) : ChainedStruct{{init.nextInChain, SType::{n}}}, {sets} {{}}")
            checks = [f"sizeof({n}) == sizeof(WGPU{n})", f"alignof({n}) == alignof(WGPU{n})"]
            checks += [f"offsetof({n}, {name}) == offsetof(WGPU{n}, {name})" for _, name, _ in members]
            self.line(f"static_assert({' && '.join(checks)});")
            self.line()

    def text(self):
        self.out = []
        t = self.templates
        self.line(t["prologue"].replace("{state}", self.api["state"]).rstrip("\n"))
        self.line()
        self.line(t["base"].rstrip("\n"))
        self.line()
        self.cpp_constants()
        self.cpp_enums()
        for o in self.api["objects"]:
            self.line(f"class {o['name']};")
        for s in self.api["structs"]:
            if s["name"] != "Future":
                self.line(f"struct {s['name']};")
        self.line()
        self.line(t["values"].rstrip("\n"))
        self.line()
        self.classes()
        self.line(t["detail"].rstrip("\n"))
        self.line()
        self.callback_calls()
        self.line(t["layout"].rstrip("\n"))
        self.cpp_structs()
        self.line(t["layout_end"].rstrip("\n"))
        self.line()
        for s in self.api["structs"]:
            if s.get("free_members"):
                self.free_members(s)
        for o in self.api["objects"]:
            for f in o["methods"]:
                if "callback" in f:
                    self.async_defined(o["name"], f)
                elif any(a["type"].endswith("CallbackInfo") for a in f.get("args", [])):
                    n = f["args"][0]["type"][:-12]
                    self.line("template <class... F>")
                    self.line(f"void {o['name']}::{f['name']}(F... callback) const {{")
                    self.line(f"  WGPU{n}CallbackInfo info = WGPU_{upper_name(n)}_CALLBACK_INFO_INIT;")
                    self.line("  detail::bind(info, std::move(callback)...);")
                    self.line(f"  wgpu{o['name']}{f['name']}(Get(), info);")
                    self.line("}")
                else:
                    self.method(o["name"], f, inside=False)
        for f in self.api["functions"]:
            self.method(None, self.with_optional_descriptor(f), inside=False)
        self.line(t["epilogue"].rstrip("\n"))
        lines = "\n".join(self.out).split("\n")
        return "\n".join(line if line.lstrip().startswith("//") else wrap(line) for line in lines) + "\n"

    @staticmethod
    def with_optional_descriptor(f):
        return {**f, "args": [{**a, "optional": True} if a["name"] == "descriptor" else a for a in f.get("args", [])]}

    def free_members(self, s):
        n = s["name"]
        owned = [m for m in s["members"] if m.get("pointer") or m["type"] == "StringView"]
        self.line(f"inline void {n}::FreeMembers() {{")
        empty = " && ".join(f"!{m['name']}" + (".data" if m["type"] == "StringView" else "") for m in owned)
        self.line(f"  if ({empty}) return;")
        self.line(f"  wgpu{n}FreeMembers(*reinterpret_cast<WGPU{n}*>(this));")
        for m in owned:
            if "count" in m:
                self.line(f"  {m['count']} = 0;")
            self.line(f"  {m['name']} = {{}};" if m["type"] == "StringView" else f"  {m['name']} = nullptr;")
        self.line("}")


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def wrap(line, limit=120):
    """Breaks a long line at a comma or an operator, indented by four more."""
    out = []
    indent = re.match(r" *", line).group() + "    "
    while len(line) > limit:
        at = max(line.rfind(", ", 0, limit), line.rfind(" && ", 0, limit) + 2)
        if at <= len(indent):
            break
        out.append(line[:at + 1].rstrip())
        line = indent + line[at + 1:].lstrip()
    return "\n".join(out + [line])


def merge(api, compat):
    merged = json.loads(json.dumps(api))
    enums = {e["name"]: e for e in merged["enums"]}
    objects = {o["name"]: o for o in merged["objects"]}
    for e in compat["enums"]:
        if e.get("extends"):
            enums[e["name"]]["values"] += e["values"]
        else:
            merged["enums"].append(e)
    merged["structs"] += compat["structs"]
    merged["callbacks"] += compat["callbacks"]
    for o in compat["objects"]:
        objects[o["name"]]["methods"] += o["methods"]
    return merged


class CompatWriter(gen_webgpu_h.Writer):
    """compat.h: what is in the second description only, in C."""

    def __init__(self, api, compat):
        super().__init__(merge(api, compat))
        self.compat = compat

    def c_type(self, m, struct_word=False):
        if m.get("pointer2"):
            return "char const * const *"
        return super().c_type(m, struct_word)

    def text(self):
        every = self.api
        self.line(COMPAT_PROLOGUE.rstrip("\n"))
        self.line()
        for e in self.compat["enums"]:
            if e.get("extends"):
                for v in e["values"]:
                    self.line(f"#define WGPU{e['name']}_{v['name']} ((WGPU{e['name']})0x{v['value']:08X})")
        self.line()
        self.api = {**every, "enums": [e for e in self.compat["enums"] if not e.get("extends")], "flags": []}
        self.enum_types()
        self.out = [x for x in self.out if not x.startswith("// Flags")]
        self.api = {**every, "callbacks": self.compat["callbacks"], "structs": self.compat["structs"]}
        SCALARS.add("char")
        for c in self.compat["callbacks"]:
            args = ", ".join(" ".join(self.declare(a)) for a in c["args"])
            self.line(f"typedef void (*WGPU{c['name']}Callback)({args}, void* userdata1, void* userdata2);")
            self.line(f"typedef struct WGPU{c['name']}CallbackInfo {{")
            for m in ("WGPUChainedStruct * nextInChain", f"WGPU{c['name']}Callback callback", "void* userdata1", "void* userdata2"):
                self.line(f"    {m};")
            self.line(f"}} WGPU{c['name']}CallbackInfo;")
            self.init_macro(f"WGPU_{upper_name(c['name'])}_CALLBACK_INFO_INIT", f"WGPU{c['name']}CallbackInfo",
                            [(m, "NULL") for m in ("nextInChain", "callback", "userdata1", "userdata2")])
        ours = {s["name"] for s in self.compat["structs"]}
        order = [s for s in self.struct_order() if s["name"] in ours]
        self.struct_order = lambda: order
        self.struct_types()
        self.line("#if !defined(WGPU_SKIP_DECLARATIONS)")
        self.line("#ifdef __cplusplus")
        self.line('extern "C" {')
        self.line("#endif")
        for o in self.compat["objects"]:
            for f in o["methods"]:
                self.line("WGPU_EXPORT " + self.signature(f, f"wgpu{o['name']}{f['name']}", o["name"]))
        for s in self.compat["structs"]:
            if s.get("free_members"):
                self.line(f"WGPU_EXPORT void wgpu{s['name']}FreeMembers(WGPU{s['name']} value);")
        self.line("#ifdef __cplusplus")
        self.line('}  // extern "C"')
        self.line("#endif")
        self.line("#endif  // !defined(WGPU_SKIP_DECLARATIONS)")
        self.line()
        self.line("#endif  // WEBGPU_COMPAT_H_")
        return "\n".join(self.out) + "\n"


COMPAT_PROLOGUE = '''\
// Names of another implementation (Dawn) that programs use out of habit, so that they compile and link. The library takes
// them: toggles are passed over, every device is synchronised, there are no subgroup matrices.
// Written by tools/gen_webgpu_cpp.py from api/compat.json: change that file, then run `./x gen`.
#ifndef WEBGPU_COMPAT_H_
#define WEBGPU_COMPAT_H_

#include "webgpu.h"
'''


def load_templates():
    text = (ROOT / "tools/webgpu_cpp.in").read_text(encoding="utf-8")
    parts = re.split(r"^--- (\w+)\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 when a committed header differs")
    options = parser.parse_args()
    api = json.loads((ROOT / "api/webgpu.json").read_text(encoding="utf-8"))
    compat = json.loads((ROOT / "api/compat.json").read_text(encoding="utf-8"))
    SCALARS.add("char")
    status = 0
    for name, text in (("webgpu_cpp.h", CppWriter(api, compat, load_templates()).text()),
                       ("compat.h", CompatWriter(api, compat).text())):
        path = ROOT / "include/webgpu" / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if options.check:
            print(f"{path} is not what api/ describes; run tools/gen_webgpu_cpp.py", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
