#!/usr/bin/env python3
"""Writes the tables of src/webidl/tables.h from api/webidl.json, api/webgpu.json and api/vitrine.json."""
import argparse
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Where the names of a dictionary and its C struct differ.
STRUCTS = {
    "GPUProgrammableStage": "ComputeState", "GPUComputePassTimestampWrites": "PassTimestampWrites",
    "GPURenderPassTimestampWrites": "PassTimestampWrites", "GPUExtent3DDict": "Extent3D", "GPUOrigin3DDict": "Origin3D",
    "GPUOrigin2DDict": "Origin3D", "GPUColorDict": "Color", "GPUBufferBinding": "BindGroupEntry",
    "GPURenderPassLayout": "RenderBundleEncoderDescriptor",
}
# Members with a store of their own.
STORES = {
    ("GPUShaderModuleDescriptor", "code"): "Code", ("GPURenderPassDescriptor", "maxDrawCount"): "MaxDrawCount",
    ("GPUTextureDescriptor", "textureBindingViewDimension"): "BindingView", ("GPUTextureViewDescriptor", "swizzle"): "Swizzle",
    ("GPURequestAdapterOptions", "featureLevel"): "FeatureLevel",
}
# Members the C interface has no place for, and dictionaries it does not know: converted, then dropped.
DROPPED = {("GPUShaderModuleDescriptor", "compilationHints"), ("GPURequestAdapterOptions", "xrCompatible"),
           ("GPUBindGroupLayoutEntry", "externalTexture")}
SPECIAL = {
    ("GPU", "requestAdapter"): "RequestAdapter", ("GPU", "getPreferredCanvasFormat"): "GetPreferredCanvasFormat",
    ("GPUAdapter", "requestDevice"): "RequestDevice", ("GPUDevice", "createComputePipelineAsync"): "CreateComputePipelineAsync",
    ("GPUDevice", "createRenderPipelineAsync"): "CreateRenderPipelineAsync", ("GPUDevice", "popErrorScope"): "PopErrorScope",
    ("GPUDevice", "importExternalTexture"): "Unsupported", ("GPUBuffer", "mapAsync"): "MapAsync",
    ("GPUBuffer", "getMappedRange"): "GetMappedRange", ("GPUShaderModule", "getCompilationInfo"): "GetCompilationInfo",
    ("GPUQueue", "onSubmittedWorkDone"): "OnSubmittedWorkDone", ("GPUQueue", "writeBuffer"): "WriteBuffer",
    ("GPUQueue", "writeTexture"): "WriteTexture", ("GPUQueue", "copyExternalImageToTexture"): "Unsupported",
}
ABSENT = {("getMappedRange", "size"): "WGPU_WHOLE_MAP_SIZE", ("mapAsync", "size"): "WGPU_WHOLE_MAP_SIZE"}
SKIPPED_INTERFACES = {"GPUSupportedLimits", "GPUSupportedFeatures", "WGSLLanguageFeatures", "GPUAdapterInfo", "GPUCompilationMessage",
                      "GPUCompilationInfo", "GPUPipelineError", "GPUCanvasContext", "GPUDeviceLostInfo", "GPUError",
                      "GPUValidationError", "GPUOutOfMemoryError", "GPUInternalError", "GPUUncapturedErrorEvent"}
SKIPPED_DICTIONARIES = {"GPUObjectDescriptorBase", "GPUPipelineDescriptorBase", "GPUExternalTextureDescriptor", "GPUCanvasToneMapping",
                        "GPUCanvasConfiguration", "GPUUncapturedErrorEventInit", "GPUPipelineErrorInit", "GPURenderPassLayout",
                        "GPUCopyExternalImageSourceInfo", "GPUCopyExternalImageDestInfo"}
NO_STRUCT = {"GPUShaderModuleCompilationHint", "GPUExternalTextureBindingLayout"}
UNIONS = {
    "(sequence<GPUIntegerCoordinate> or GPUExtent3DDict)": "Extent3D", "(sequence<GPUIntegerCoordinate> or GPUOrigin2DDict)": "Origin2D",
    "(sequence<GPUIntegerCoordinate> or GPUOrigin3DDict)": "Origin3D", "(sequence<double> or GPUColorDict)": "Color",
    "(GPUPipelineLayout or GPUAutoLayoutMode)": "LayoutOrAuto", "(GPUTexture or GPUTextureView)": "TextureOrView",
    "record<DOMString, (GPUSize64 or undefined)>": "Limits", "record<USVString, GPUPipelineConstantValue>": "Constants",
    "AllowSharedBufferSource": "BufferSource", "Uint32Array": "Uint32Array",
}
SCALARS = {
    "boolean": "Boolean", "unsigned short": "UnsignedShort", "unsigned long": "UnsignedLong", "unsigned long long": "UnsignedLongLong",
    "long": "Long", "float": "Float", "double": "Double", "USVString": "String", "DOMString": "String", "undefined": "Undefined",
}


class Tables:
    def __init__(self, idl, api, extra):
        self.idl, self.api = idl, api
        self.structs = {s["name"]: s for s in api["structs"]}
        self.c_enums = {e["name"]: list(e["values"]) for e in api["enums"]}
        for e in extra["enums"]:
            self.c_enums[e["name"]] += [dict(v, value=int(v["value"], 0)) for v in e["values"]]
        self.interfaces = [n for n in idl["interfaces"] if n not in SKIPPED_INTERFACES]
        self.dictionaries = [n for n in idl["dictionaries"] if n not in SKIPPED_DICTIONARIES]
        self.enums = list(idl["enums"])
        self.namespaces = list(idl["namespaces"])
        self.elements = []
        self.out = []

    # -- types --
    def flatten(self, text):
        """The type with typedefs replaced: (text, enforce_range, clamp, nullable, flags namespace)."""
        enforce = clamp = nullable = False
        flags = None
        while True:
            attribute = re.match(r"\[(\w+)\] (.*)", text)
            if attribute:
                enforce |= attribute.group(1) == "EnforceRange"
                clamp |= attribute.group(1) == "Clamp"
                text = attribute.group(2)
            elif text.endswith("?"):
                nullable, text = True, text[:-1]
            elif text in self.idl["typedefs"]:
                if text.endswith("Flags") and text[:-5] in self.namespaces:
                    flags = text[:-5]
                if text == "GPUBindingResource":
                    return "GPUBindingResource", enforce, clamp, nullable, flags
                text = self.idl["typedefs"][text]
            else:
                return text, enforce, clamp, nullable, flags

    def type(self, text):
        base, enforce, clamp, nullable, flags = self.flatten(text)
        ref = 0
        sequence = re.fullmatch(r"sequence<(.*)>", base)
        if flags:
            kind, ref = "Flags", self.namespaces.index(flags)
        elif base == "GPUBindingResource":
            kind = "BindingResource"
        elif base in UNIONS:
            kind = UNIONS[base]
        elif base in SCALARS:
            kind = SCALARS[base]
        elif sequence:
            element = self.type(sequence.group(1))
            if element not in self.elements:
                self.elements.append(element)
            kind, ref = "Sequence", self.elements.index(element)
        elif base in self.enums:
            kind, ref = "Enum", self.enums.index(base)
        elif base in self.interfaces:
            kind, ref = "Interface", self.interfaces.index(base)
        elif base in self.dictionaries:
            kind, ref = "Dictionary", self.dictionaries.index(base)
        else:
            kind = "Unsupported"
        b = lambda v: "true" if v else "false"
        return f"{{Kind::{kind}, {b(enforce)}, {b(clamp)}, {b(nullable)}, {ref}}}"

    # -- dictionaries --
    def levels(self, name):
        d = self.idl["dictionaries"][name]
        return (self.levels(d["base"]) if d.get("base") else []) + [(name, d["members"])]

    def struct_of(self, name):
        return None if name in NO_STRUCT else STRUCTS.get(name, name[3:])

    def c_member(self, struct, name):
        for m in self.structs[struct]["members"]:
            if m["name"] == name:
                return m
        return None

    def init_macro(self, struct):
        from gen_webgpu_h import Writer
        return Writer(self.api).init_name(struct)

    def store(self, dictionary, level, member, struct):
        """(store, member path in the C struct or None, count member or None)."""
        own = STORES.get((level, member["name"])) or STORES.get((dictionary, member["name"]))
        if own:
            return own, None, None
        if struct is None or (level, member["name"]) in DROPPED:
            return "None", None, None
        if dictionary == "GPUTexelCopyBufferInfo" and level == "GPUTexelCopyBufferLayout":
            return "U64" if member["name"] == "offset" else "U32", "layout." + member["name"], None
        if member["name"] == "resource":
            return "Struct", "nextInChain", None  # converted over the whole entry
        c = self.c_member(struct, member["name"])
        if c is None:
            raise SystemExit(f"WGPU{struct} has no member for {dictionary}.{member['name']}")
        t = c["type"]
        if "count" in c:
            return "Array", c["name"], c["count"]
        if t in self.structs:
            return ("StructPointer" if c.get("pointer") else "Struct"), c["name"], None
        if t == "OptionalBool":
            return "OptionalBool", c["name"], None
        if t in self.c_enums:
            return "Enum", c["name"], None
        if t in {f["name"] for f in self.api["flags"]}:
            return "Flags", c["name"], None
        if t in {o["name"] for o in self.api["objects"]}:
            return "Handle", c["name"], None
        kinds = {"uint16_t": "U16", "uint32_t": "U32", "uint64_t": "U64", "int32_t": "I32", "float": "F32", "double": "F64",
                 "Bool": "Bool", "StringView": "String", "size_t": "U64"}
        return kinds[t], c["name"], None

    def default_enum(self, member):
        base = self.flatten(member["type"])[0]
        if base not in self.enums or not member.get("default", "").startswith('"'):
            return "-1"
        return str(self.word_value(base, member["default"].strip('"')))

    def word_value(self, enum, word):
        c = {"GPUCanvasAlphaMode": "CompositeAlphaMode", "GPUCanvasToneMappingMode": "ToneMappingMode"}.get(enum, enum[3:])
        for v in self.c_enums.get(c, []):
            if v.get("word") == word:
                return v["value"]
        return 0

    def line(self, text=""):
        self.out.append(text)

    def write_enums(self):
        for name in self.enums:
            self.line(f"constexpr EnumValue k{name}Values[] = {{")
            for word in self.idl["enums"][name] + [v["word"] for v in self.c_enums.get(name[3:], []) if v["name"].startswith("Vitrine") and "word" in v]:
                if word in self.idl["enums"][name] or name == "GPUFeatureName":
                    self.line(f'    {{"{word}", 0x{self.word_value(name, word):X}u}},')
            self.line("};")
        self.line("constexpr Enum kEnums[] = {")
        for name in self.enums:
            self.line(f'    {{"{name}", k{name}Values}},')
        self.line("};")
        for name in self.namespaces:
            self.line(f"constexpr FlagValue k{name}Values[] = {{")
            for word, value in self.idl["namespaces"][name].items():
                self.line(f'    {{"{word}", 0x{value:X}u}},')
            self.line("};")
        self.line("constexpr Namespace kNamespaces[] = {")
        for name in self.namespaces:
            self.line(f'    {{"{name}", k{name}Values}},')
        self.line("};")

    def write_dictionaries(self):
        rows = []
        for name in self.dictionaries:
            struct = self.struct_of(name)
            members = []
            for level, listed in self.levels(name):
                for m in sorted(listed, key=lambda m: m["name"]):
                    store, path, count = self.store(name, level, m, struct)
                    offset = f"offsetof(WGPU{struct}, {path})" if path else "0"
                    count = f"offsetof(WGPU{struct}, {count})" if count else "0"
                    required = "true" if m.get("required") else "false"
                    members.append(f'    {{"{m["name"]}", {self.type(m["type"])}, {required}, Store::{store}, {offset}, {count}, '
                                   f"{self.default_enum(m)}}},")
            if members:
                self.line(f"constexpr Member k{name}Members[] = {{")
                self.out += members
                self.line("};")
            if struct:
                self.line(f"const WGPU{struct} k{name}Init = {self.init_macro(struct)};")
            rows.append(f'    {{"{name}", {f"k{name}Members" if members else "{}"}, ' +
                        (f"sizeof(WGPU{struct}), &k{name}Init}}," if struct else "0, nullptr},"))
        self.line("const Dictionary kDictionaries[] = {")
        self.out += rows
        self.line("};")

    # -- methods --
    def invoke(self, interface, method, c):
        """A function that passes the slots on to the C function."""
        owner = interface[3:]
        out, n = [f"static_cast<WGPU{owner}>(self)"], 0
        for p in c.get("args", []):
            slot = f"a[{n}]"
            n += 1
            if "count" in p:
                pointer = "const " if p.get("pointer") == "const" else ""
                out += [f"{slot}.count", f"static_cast<{pointer}WGPU{p['type']}*>({slot}.pointer)"
                        if not p["type"].endswith("_t") else f"static_cast<const {p['type']}*>({slot}.pointer)"]
            elif p.get("pointer"):
                t = p["type"] if p["type"] == "void" else "WGPU" + p["type"]
                out.append(f"static_cast<const {t}*>({slot}.pointer)")
            elif p["type"] == "StringView":
                out.append(f"*static_cast<const WGPUStringView*>({slot}.pointer)")
            elif p["type"] in {o["name"] for o in self.api["objects"]}:
                out.append(f"static_cast<WGPU{p['type']}>(const_cast<void*>({slot}.pointer))")
            elif p["type"] in ("float", "double"):
                out.append(f"static_cast<{p['type']}>({slot}.real)")
            elif p["type"] == "int32_t":
                out.append(f"static_cast<int32_t>(static_cast<int64_t>({slot}.number))")
            else:
                t = p["type"] if p["type"].endswith("_t") else "WGPU" + p["type"]
                out.append(f"static_cast<{t}>({slot}.number)")
        call = f"wgpu{owner}{c['name']}({', '.join(out)})"
        if "returns" in c and c["returns"]["type"] in {o["name"] for o in self.api["objects"]}:
            return f"[](void* self, const Slot* a) -> void* {{ (void)a; return {call}; }}"
        return f"[](void* self, const Slot* a) -> void* {{ (void)a; {call}; return nullptr; }}"

    def absent(self, method, a):
        if (method, a["name"]) in ABSENT:
            return ABSENT[(method, a["name"])]
        if "default" in a and re.fullmatch(r"\d+", a["default"]):
            return a["default"]
        return "WGPU_WHOLE_SIZE" if a["name"] in ("size", "dataSize") else "0"

    def write_interfaces(self):
        objects = {o["name"]: {f["name"]: f for f in o["methods"]} for o in self.api["objects"]}
        rows, bodies = [], []
        for name in self.interfaces:
            d = self.idl["interfaces"][name]
            owner = "Instance" if name == "GPU" else name[3:]
            c_methods = objects.get(owner, {})
            methods = sorted(d["methods"], key=lambda m: m["name"])  # stable: overloads keep their order
            listed, seen = [], {}
            for m in methods:
                n = m["name"]
                index = seen[n] = seen.get(n, -1) + 1
                special = SPECIAL.get((name, n), "None")
                if n == "copyBufferToBuffer" and len(m["args"]) == 3:
                    special = "CopyBufferToBuffer"
                if n == "setBindGroup" and len(m["args"]) == 5:
                    special = "SetBindGroupFromData"
                if n == "setImmediates":
                    special = "SetImmediates"
                arguments = "{}"
                if m["args"]:
                    arguments = f"k{name}_{n}{index}"
                    self.line(f"constexpr Argument {arguments}[] = {{")
                    for a in m["args"]:
                        optional = "true" if a.get("optional") else "false"
                        self.line(f'    {{"{a["name"]}", {self.type(a["type"])}, {optional}, {self.absent(n, a)}}},')
                    self.line("};")
                returned = re.sub(r"Promise<(.*?)\??>", r"\1", m["returns"])
                result = self.interfaces.index(returned) if returned in self.interfaces else -1
                invoke = "nullptr"
                if special in ("None", "SetBindGroupFromData", "SetImmediates"):
                    c = c_methods.get(n[0].upper() + n[1:])
                    if c is None:
                        raise SystemExit(f"no C function for {name}.{n}")
                    invoke = self.invoke(name, m, c)
                listed.append(f'    {{"{n}", {arguments}, Special::{special}, {result}, {invoke}}},')
            if listed:
                bodies.append(f"const Method k{name}Methods[] = {{")
                bodies += listed
                bodies.append("};")
            cast = f"static_cast<WGPU{owner}>(self)"
            label = f"[](void* self, WGPUStringView label) {{ wgpu{owner}SetLabel({cast}, label); }}" if "SetLabel" in c_methods else "nullptr"
            rows.append(f'    {{"{name}", {f"k{name}Methods" if listed else "{}"}, [](void* self) {{ wgpu{owner}AddRef({cast}); }},\n'
                        f"     [](void* self) {{ wgpu{owner}Release({cast}); }}, {label}}},")
        self.out += bodies
        self.line("const Interface kInterfaces[] = {")
        self.out += rows
        self.line("};")

    def write_limits(self):
        self.line("constexpr Limit kLimits[] = {")
        for struct, chained in (("Limits", "false"), ("CompatibilityModeLimits", "true")):
            for m in self.structs[struct]["members"]:
                wide = "true" if m["type"] == "uint64_t" else "false"
                self.line(f'    {{"{m["name"]}", offsetof(WGPU{struct}, {m["name"]}), {wide}, {chained}}},')
        self.line("};")

    def text(self):
        self.write_enums()
        self.write_dictionaries()
        self.write_interfaces()
        self.write_limits()
        body = self.out
        self.out = ["// Written by tools/gen_webidl.py.", '#include "webidl/tables.h"', "", "namespace vitrine::webidl {", "namespace {"]
        self.out += body
        self.line("constexpr Type kElementTypes[] = {")
        self.out += [f"    {e}," for e in self.elements]
        self.line("};")
        self.line("}  // namespace")
        for function, table, t in (("interfaces", "kInterfaces", "Interface"), ("dictionaries", "kDictionaries", "Dictionary"), ("enums", "kEnums", "Enum"),
                                   ("namespaces", "kNamespaces", "Namespace"), ("element_types", "kElementTypes", "Type"), ("limits", "kLimits", "Limit")):
            self.line(f"std::span<const {t}> {function}() {{ return {table}; }}")
        for name in ("GPU", "GPUAdapter", "GPUDevice", "GPUQueue", "GPUBuffer", "GPUTexture", "GPUTextureView", "GPUSampler", "GPUExternalTexture",
                     "GPUPipelineLayout", "GPUComputePipeline", "GPURenderPipeline", "GPUShaderModule"):
            self.line(f"const uint16_t k{name} = {self.interfaces.index(name)};")
        for name in ("GPUBufferBinding", "GPUExtent3DDict", "GPUOrigin2DDict", "GPUOrigin3DDict", "GPUColorDict"):
            self.line(f"const uint16_t k{name} = {self.dictionaries.index(name)};")
        self.line(f"const uint16_t kTextureViewDimensionEnum = {self.enums.index('GPUTextureViewDimension')};")
        self.line("}  // namespace vitrine::webidl")
        return "\n".join(self.out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    options = parser.parse_args()
    load = lambda name: json.loads((ROOT / "api" / name).read_text(encoding="utf-8"))
    text = Tables(load("webidl.json"), load("webgpu.json"), load("vitrine.json")).text()
    if not options.output.exists() or options.output.read_text(encoding="utf-8") != text:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
