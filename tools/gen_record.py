#!/usr/bin/env python3
"""Writes one wrapper for each function of webgpu.h: it tells the call to trace::Recorder and passes it on."""
import argparse
import json
import pathlib

import gen_webidl
from gen_webgpu_h import Writer

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Callbacks that bring a new object: the argument that is it.
BRINGS = {"RequestAdapter": ("adapter", "GPUAdapter"), "RequestDevice": ("device", "GPUDevice"),
          "CreateComputePipelineAsync": ("pipeline", "GPUComputePipeline"), "CreateRenderPipelineAsync": ("pipeline", "GPURenderPipeline")}
# Slots of methods whose C function has other arguments: C expression by slot.
SLOTS = {
    "WriteBuffer": ["p(buffer)", "n(bufferOffset)", "b(data, size)"],
    "WriteTexture": ["p(destination)", "b(data, dataSize)", "p(dataLayout)", "p(writeSize)"],
    "SetImmediates": ["n(offset)", "b(data, size)"],
    "MapAsync": ["n(mode)", "n(offset)", "n(size)"],
}


class Wrappers:
    def __init__(self, idl, api, extra):
        self.tables = gen_webidl.Tables(idl, api, extra)
        self.api, self.idl = api, idl
        self.writer = Writer(api)
        self.objects = {o["name"] for o in api["objects"]}

    def method(self, owner, name):
        """(interface index, method index, special) of the WebIDL method that the C function is, or None."""
        interface = "GPU" if owner == "Instance" else f"GPU{owner}"
        if interface not in self.tables.interfaces:
            return None
        wanted = name[0].lower() + name[1:]
        for k, m in enumerate(sorted(self.idl["interfaces"][interface]["methods"], key=lambda m: m["name"])):
            if m["name"] != wanted:
                continue
            if wanted == "copyBufferToBuffer" and len(m["args"]) == 3:
                continue
            special = gen_webidl.SPECIAL.get((interface, wanted), "SetImmediates" if wanted == "setImmediates" else "None")
            return self.tables.interfaces.index(interface), k, special
        return None

    def slots(self, f, special):
        if special in SLOTS:
            return SLOTS[special]
        out = []
        for p in f.get("args", []):
            if "count" in p:
                out.append(f"b({p['name']}, {p['count']})")
            elif p.get("pointer") or p["type"] in self.objects:
                out.append(f"p({p['name']})")
            elif p["type"] == "StringView":
                out.append(f"p(&{p['name']})")
            elif p["type"] in ("float", "double"):
                out.append(f"r({p['name']})")
            elif p["type"] == "int32_t":
                out.append(f"n(static_cast<uint64_t>(static_cast<int64_t>({p['name']})))")
            else:
                out.append(f"n({p['name']})")
        return out

    def wrapper(self, owner, f):
        w = self.writer
        name = f"wgpu{owner or ''}{f['name']}"
        proc = f"WGPUProc{owner or ''}{f['name']}"
        signature = w.signature(f, name, owner).replace(" WGPU_FUNCTION_ATTRIBUTE;", "").replace("WGPU_NULLABLE ", "").replace("(void)", "()")
        this = owner[0].lower() + owner[1:] if owner else None
        names = ([this] if this else [])
        for p in f.get("args", []):
            names += ([p["count"]] if "count" in p else []) + [p["name"]]
        if "callback" in f:
            names.append("callbackInfo")
        call = f"next({', '.join(names)})"
        returns = "returns" in f or "callback" in f
        body = ["  from(__builtin_extract_return_addr(__builtin_return_address(0)));",
                f"  static const auto next = real<{proc}>(\"{name}\");"]
        found = self.method(owner, f["name"]) if owner else None
        if name == "wgpuGetProcAddress":
            body = ["  if (WGPUProc own = own_proc(procName)) return own;"] + body
        elif f["name"] == "SetLabel" and f"GPU{owner}" in self.tables.interfaces:
            body.append(f"  if (Recorder* r = process_recorder()) r->label({this}, {self.tables.interfaces.index('GPU' + owner)}, label);")
        elif name == "wgpuDeviceGetQueue":
            return self.function(signature, body + [f"  WGPUQueue result = {call};",
                                                    "  if (Recorder* r = process_recorder()) r->queue(device, result);", "  return result;"])
        elif name == "wgpuSurfaceConfigure":
            body.append("  if (Recorder* r = process_recorder()) r->configured(surface, config ? config->device : nullptr);")
        elif name == "wgpuSurfaceGetCurrentTexture":
            return self.function(signature, body + [f"  {call};", "  if (process_recorder() && surfaceTexture) record_frame(surface, surfaceTexture->texture);"])
        elif name == "wgpuBufferWriteMappedRange":
            body.append("  if (Recorder* r = process_recorder()) r->write_mapped(buffer, offset, data, size);")
        elif name == "wgpuBufferGetMappedRange":
            return self.function(signature, body + [
                f"  void* result = {call};",
                "  if (Recorder* r = process_recorder(); r && result) {",
                '    static const auto size_of = real<WGPUProcBufferGetSize>("wgpuBufferGetSize");',
                "    r->mapped(buffer, offset, size == WGPU_WHOLE_MAP_SIZE ? static_cast<size_t>(size_of(buffer)) - offset : size, result);",
                "  }", "  return result;"])
        elif found and found[2] not in ("GetMappedRange", "Unsupported", "GetPreferredCanvasFormat"):
            interface, k, special = found
            if name == "wgpuBufferUnmap":
                body += ["  if (Recorder* r = process_recorder(); r && buffer) {",
                         '    static const auto state = real<WGPUProcBufferGetMapState>("wgpuBufferGetMapState");',
                         "    r->unmapping(buffer, state(buffer) == WGPUBufferMapState_Mapped);", "  }"]
            slots = "".join(f", {s}" for s in self.slots(f, special))
            record = f"record({this}, {interface}, {k}{slots})"
            if f.get("callback") in BRINGS:
                argument, brought = BRINGS[f["callback"]]
                body.append(f"  if (process_recorder()) callbackInfo = bring_{f['callback']}(callbackInfo, {record});")
            elif returns and f.get("returns", {}).get("type") in self.objects:
                made = self.tables.interfaces.index("GPU" + f["returns"]["type"])
                ctype = w.c_type(f["returns"])
                return self.function(signature, body + [
                    "  Recorder* r = process_recorder();", f"  const std::string name = r ? {record} : std::string();",
                    f"  {ctype} result = {call};", f"  if (r) r->made(name, result, {made});", "  return result;"])
            else:
                body.append(f"  if (process_recorder()) {record};")
        body.append(f"  return {call};" if returns else f"  {call};")
        return self.function(signature, body)

    @staticmethod
    def function(signature, body):
        return [f"WGPU_EXPORT {signature} {{"] + body + ["}"]

    def bring(self, callback):
        argument, brought = BRINGS[callback]
        c = self.writer.callbacks[callback]
        parameters, names = [], []
        for a in c["args"]:
            parameters.append(f"{self.writer.c_type(a)} {a['name']}")
            names.append(a["name"])
        info = f"WGPU{callback}CallbackInfo"
        return [
            f"{info} bring_{callback}({info} info, std::string name) {{",
            f"  struct Wrapped {{ {info} info; std::string name; }};",
            "  auto* wrapped = new Wrapped{info, std::move(name)};",
            "  info.userdata1 = wrapped;", "  info.userdata2 = nullptr;",
            f"  info.callback = []({', '.join(parameters)}, void* userdata, void*) {{",
            "    std::unique_ptr<Wrapped> w(static_cast<Wrapped*>(userdata));",
            f"    if (Recorder* r = process_recorder()) r->made(w->name, {argument}, {self.tables.interfaces.index(brought)});",
            f"    if (w->info.callback) w->info.callback({', '.join(names)}, w->info.userdata1, w->info.userdata2);",
            "  };", "  return info;", "}"]

    def text(self):
        out = ["// Written by tools/gen_record.py.", '#include "trace/record_entry.h"', "", "using namespace vitrine::trace;", ""]
        out += ["namespace {", "WGPUProc own_proc(WGPUStringView name);"]
        for callback in BRINGS:
            out += self.bring(callback)
        out += ["}  // namespace", "", 'extern "C" {', ""]
        for owner, f in self.writer.all_functions():
            out += self.wrapper(owner, f) + [""]
        out += ['}  // extern "C"', "", "namespace {", "WGPUProc own_proc(WGPUStringView name) {", "  static const Proc all[] = {"]
        for owner, f in self.writer.all_functions():
            n = f"wgpu{owner or ''}{f['name']}"
            out.append(f'    {{"{n}", reinterpret_cast<WGPUProc>({n})}},')
        out += ["  };", "  return find_proc(all, sizeof all / sizeof all[0], name);", "}", "}  // namespace"]
        return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    options = parser.parse_args()
    load = lambda name: json.loads((ROOT / "api" / name).read_text(encoding="utf-8"))
    text = Wrappers(load("webidl.json"), load("webgpu.json"), load("vitrine.json")).text()
    if not options.output.exists() or options.output.read_text(encoding="utf-8") != text:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
