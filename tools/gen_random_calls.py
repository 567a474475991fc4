#!/usr/bin/env python3
"""Writes what fuzz/random_calls.h calls with random arguments: every struct of webgpu.h that goes in, and every function."""
import argparse
import json
import pathlib

from gen_webgpu_h import SCALARS, Writer

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Numbers by the name of what holds them: which list of fuzz/random_calls.h they come from.
NUMBERS = {
    "workgroupCountX": "kFew", "workgroupCountY": "kFew", "workgroupCountZ": "kFew", "vertexCount": "kVertices", "indexCount": "kVertices",
    "instanceCount": "kFew", "width": "kExtents", "height": "kExtents", "depthOrArrayLayers": "kLayers", "sampleCount": "kSamples",
    "count": "kSamples", "mipLevelCount": "kFew", "mipLevel": "kIndexes", "baseMipLevel": "kIndexes", "baseArrayLayer": "kIndexes",
    "arrayLayerCount": "kFew", "bytesPerRow": "kRows", "rowsPerImage": "kExtents", "offset": "kOffsets", "sourceOffset": "kOffsets",
    "destinationOffset": "kOffsets", "bufferOffset": "kOffsets", "indirectOffset": "kOffsets", "size": "kSizes", "minBindingSize": "kOffsets",
    "arrayStride": "kOffsets", "immediateSize": "kOffsets", "binding": "kIndexes", "groupIndex": "kIndexes", "slot": "kIndexes",
    "shaderLocation": "kIndexes", "bindingArraySize": "kZeroMostly", "timeoutNS": "kTimeouts", "depthSlice": "kIndexes",
    "mask": "kMasks", "stencilReadMask": "kMasks", "stencilWriteMask": "kMasks", "maxDrawCount": "kMasks", "queryIndex": "kIndexes",
    "firstQuery": "kIndexes", "queryCount": "kIndexes", "x": "kIndexes", "y": "kIndexes", "z": "kIndexes", "timedWaitAnyMaxCount": "kFew",
    "maxAnisotropy": "kSamples",
}
# Members that the text of a program rarely leaves at their default.
WANTED = {"usage", "size", "format", "label", "layout", "module", "entries", "type", "visibility", "binding", "width", "height", "count",
          "targets", "view", "texture", "buffer", "loadOp", "storeOp", "colorAttachments", "code", "bindGroupLayouts", "vertex", "compute",
          "fragment", "sampleType", "access", "colorFormats", "filter", "limits", "depthLoadOp", "depthStoreOp", "depthClearValue", "querySet", "device"}
SMALL_STRUCTS = {"Extent3D", "Origin3D", "Color", "TexelCopyBufferInfo", "TexelCopyTextureInfo", "TexelCopyBufferLayout", "FutureWaitInfo", "Future"}
# Chained structs that name windows: what stands behind their pointers cannot be made up.
WINDOWS = "SurfaceSource"
# How often a function has its turn, beside those that have one share.
WEIGHTS = {"SetLabel": 1, "AddRef": 1, "Release": 4, "CreateInstance": 1, "ProcessEvents": 6, "RequestAdapter": 2, "RequestDevice": 2}
PER_THREAD = {"CommandEncoder", "ComputePassEncoder", "RenderPassEncoder", "RenderBundleEncoder"}


class Calls:
    def __init__(self, api):
        self.api = api
        self.w = Writer(api)
        self.chained = {}
        for s in api["structs"]:
            for base in s.get("extends", []) if not s["name"].startswith(WINDOWS) else []:
                self.chained.setdefault(base, []).append(s["name"])
        self.out = ["// Made by tools/gen_random_calls.py: do not edit."]
        self.table = []

    # One value of the type of `m`: a C++ expression.
    def value(self, m):
        t = m["type"]
        if t in self.w.objects:
            return f"object<WGPU{t}>()"
        if t == "StringView":
            return {"code": "code()", "entryPoint": "entry_point()", "key": "key()"}.get(m["name"], "label()")
        if t == "BackendType":
            return "backend()"
        if t in self.w.enums:
            return f"one_of({{{', '.join(f'WGPU{t}_' + v['name'] for v in self.w.enums[t]['values'])}}})" if t != "TextureFormat" \
                else "texture_format()"
        if t in self.w.flags:
            values = next(f["values"] for f in self.api["flags"] if f["name"] == t)
            return f"flags({{{', '.join(f'WGPU{t}_' + v['name'] for v in values if v['value'])}}})"
        if t == "Bool":
            return "WGPUBool(any(2))"
        if t in ("float", "double"):
            return f"{t}(real())"
        if t.endswith("CallbackInfo"):
            return f"callback<WGPU{t}>()"
        if t in self.w.structs:
            return f"filled<WGPU{t}>()"
        return f"static_cast<{t}>(number({NUMBERS.get(m['name'], 'kNumbers')}))"

    def struct(self, s):
        name = s["name"]
        lines = []
        if s["kind"] == "extensible":
            pointers = ", ".join(f"&Player::chained<WGPU{c}>" for c in self.chained.get(name, []))
            lines.append(f"  s.nextInChain = next_in_chain({{{pointers}}});")
        for m in s["members"]:
            n = m["name"]
            if "count" in m:
                lines.append(f"  if (likely({str(n in WANTED).lower()})) fill_array(s.{n}, s.{m['count']}, [&] {{ return {self.value(m)}; }});")
            elif m.get("pointer") and m["type"] in self.w.structs:
                lines.append(f"  if (likely({str(n in WANTED).lower()})) s.{n} = pointer<WGPU{m['type']}>();")
            elif m.get("pointer"):
                lines.append("  spirv(s);")
            else:
                always = name in SMALL_STRUCTS or n in WANTED
                lines.append(f"  if (likely({str(always).lower()})) s.{n} = {self.value(m)};")
        self.out += ["template <>", f"inline void Player::fill([[maybe_unused]] WGPU{name}& s) {{", *lines, "}"]

    def argument(self, a, before):
        """The expressions that are passed; `before`: statements that come first."""
        t = a["type"]
        if "count" in a:
            before.append(f"  auto {a['name']} = array<{'WGPU' + t if t not in SCALARS else t}>([&] {{ return {self.value(a)}; }});")
            return [f"{a['name']}.size", f"{a['name']}.data"]
        if a.get("pointer") == "const" and t in self.w.structs:
            return [f"pointer<WGPU{t}>({'' if a.get('optional') else 'false'})"]
        return [self.value(a)]

    def body(self, owner, f):
        name = f"wgpu{owner or ''}{f['name']}"
        if f["name"] == "CreateInstance":
            return self.add(name, ["  make_instance();"], f["name"])
        before, passed, after = [], [], []
        if owner:
            before.append(f"  auto self = object<WGPU{owner}>();")
            before.append("  if (!self) return;")
            passed.append("self")
        args = f.get("args", [])
        data = any(a["type"] == "void" for a in args)
        for a in args:
            t = a["type"]
            if t == "void":
                passed.append("bytes")
            elif data and a["name"] in ("size", "dataSize"):
                passed.append("bytes_size")
            elif a["name"] == "futureCount":
                before.append("  auto waits = futures();")
                passed.append("waits.size")
            elif a["name"] == "futures":
                passed.append("waits.data")
            elif a.get("pointer") == "mutable":
                before.append(f"  WGPU{t} {a['name']} = {self.w.init_name(t)};")
                passed.append(f"&{a['name']}")
                if self.w.structs[t].get("free_members"):
                    after.append(f"  wgpu{t}FreeMembers({a['name']});")
                for m in self.w.structs[t]["members"]:
                    if m["type"] in self.w.objects:
                        after.append(f"  keep({a['name']}.{m['name']});")
            else:
                passed += self.argument(a, before)
        if data:
            before.append("  auto [bytes, bytes_size] = bytes_of();")
        if "callback" in f:
            before.append(f"  auto info = callback<WGPU{f['callback']}CallbackInfo>();")
            passed.append("info")
        call = f"{name}({', '.join(passed)})"
        returned = f.get("returns", {})
        if "callback" in f:
            call = f'future({call}, "{name}", info.userdata2)'
        elif returned.get("type") in self.w.objects:
            call = f"keep({call})"
        elif returned.get("type") == "Future":
            call = f"future({call})"
        elif returned.get("type") == "void":
            call = f"mapped(const_cast<void*>(static_cast<const void*>({call})), {str(returned['pointer'] == 'mutable').lower()})"
        self.add(name, [*before, f"  {call};", *after], f["name"])

    def add(self, name, lines, method):
        self.out += ["template <>", f"inline void Player::call<kCall_{name}>() {{", *lines, "}"]
        self.table.append((name, WEIGHTS.get(method, 1 if method.startswith(("Get", "Has")) else 3)))

    def write(self):
        functions = [(None, f) for f in self.api["functions"]]
        functions += [(o["name"], f) for o in self.api["objects"] for f in o["methods"]]
        for o in self.api["objects"]:
            n = o["name"]
            self.out += ["template <>", f"struct Kind<WGPU{n}> {{",
                         f"  static constexpr bool kPerThread = {str(n in PER_THREAD).lower()};",
                         f"  static void add_ref(WGPU{n} o) {{ wgpu{n}AddRef(o); }}", f"  static void release(WGPU{n} o) {{ wgpu{n}Release(o); }}", "};"]
        self.out.append(f"#define RANDOM_CALLS_OBJECTS {', '.join('WGPU' + o['name'] for o in self.api['objects'])}")
        head, self.out = self.out, []
        for s in self.api["structs"]:
            if s["kind"] != "callback argument":
                head += ["template <>", f"inline WGPU{s['name']} initial() {{ return {self.w.init_name(s['name'])}; }}"]
        for s in self.api["structs"]:
            if s["kind"] != "callback argument" and not s["name"].startswith(WINDOWS) and not s.get("free_members") and s["name"] != "SurfaceTexture":
                self.struct(s)
        for owner, f in functions:
            self.body(owner, f)
        for o in self.api["objects"]:
            n = o["name"]
            self.add(f"wgpu{n}AddRef", [f"  auto self = object<WGPU{n}>();", "  if (!self) return;", f"  wgpu{n}AddRef(self);", "  keep(self);"], "AddRef")
            self.add(f"wgpu{n}Release", [f"  drop<WGPU{n}>();"], "Release")
        names = ["enum Call {", *(f"  kCall_{n}," for n, _ in self.table), "  kCallCount", "};"]
        table = ["inline const Player::Entry Player::kCalls[] = {", *(f'  {{"{n}", &Player::call<kCall_{n}>, {weight}}},' for n, weight in self.table), "};"]
        before = "#ifdef RANDOM_CALLS_KINDS\n" + "\n".join(head + names) + "\n#else\n"
        specializations = []  # declared before they are used by others
        for i, line in enumerate(self.out):
            if line == "template <>" and "Player::fill(" in self.out[i + 1]:
                specializations += ["template <>", self.out[i + 1].replace(" {", ";")]
        return before + "\n".join(specializations + self.out + table) + "\n#endif\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", required=True)
    output = pathlib.Path(parser.parse_args().output)
    text = Calls(json.loads((ROOT / "api/webgpu.json").read_text())).write()
    if not output.exists() or output.read_text() != text:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text)


if __name__ == "__main__":
    main()
