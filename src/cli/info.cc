#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/session.h"

namespace vitrine::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  bool json = false, html = false;
};

struct FeatureName {
  WGPUFeatureName value;
  const char* name;
};
// In the words of the specification.
constexpr FeatureName kFeatures[] = {
    {WGPUFeatureName_CoreFeaturesAndLimits, "core-features-and-limits"},
    {WGPUFeatureName_DepthClipControl, "depth-clip-control"},
    {WGPUFeatureName_Depth32FloatStencil8, "depth32float-stencil8"},
    {WGPUFeatureName_TextureCompressionBC, "texture-compression-bc"},
    {WGPUFeatureName_TextureCompressionBCSliced3D, "texture-compression-bc-sliced-3d"},
    {WGPUFeatureName_TextureCompressionETC2, "texture-compression-etc2"},
    {WGPUFeatureName_TextureCompressionASTC, "texture-compression-astc"},
    {WGPUFeatureName_TextureCompressionASTCSliced3D, "texture-compression-astc-sliced-3d"},
    {WGPUFeatureName_TimestampQuery, "timestamp-query"},
    {WGPUFeatureName_IndirectFirstInstance, "indirect-first-instance"},
    {WGPUFeatureName_ShaderF16, "shader-f16"},
    {WGPUFeatureName_RG11B10UfloatRenderable, "rg11b10ufloat-renderable"},
    {WGPUFeatureName_BGRA8UnormStorage, "bgra8unorm-storage"},
    {WGPUFeatureName_Float32Filterable, "float32-filterable"},
    {WGPUFeatureName_Float32Blendable, "float32-blendable"},
    {WGPUFeatureName_ClipDistances, "clip-distances"},
    {WGPUFeatureName_DualSourceBlending, "dual-source-blending"},
    {WGPUFeatureName_Subgroups, "subgroups"},
    {WGPUFeatureName_TextureFormatsTier1, "texture-formats-tier1"},
    {WGPUFeatureName_TextureFormatsTier2, "texture-formats-tier2"},
    {WGPUFeatureName_PrimitiveIndex, "primitive-index"},
    {WGPUFeatureName_TextureComponentSwizzle, "texture-component-swizzle"},
    {WGPUFeatureName_SubgroupSizeControl, "subgroup-size-control"},
    {WGPUFeatureName_VitrineDebugPrintf, "wgpu-debug-printf"},
    {WGPUFeatureName_VitrineUncheckedAccess, "vitrine-unchecked-access"},
};

const char* effect_word(VitrineFaultEffect effect) {
  switch (effect) {
    case VitrineFaultEffect_Refused: return "refused";
    case VitrineFaultEffect_FeatureOff: return "feature off";
    case VitrineFaultEffect_Workaround: return "worked around";
    default: return "no remedy";
  }
}

Json faults_json(const VitrineAdapterCandidate& c) {
  Json out = Json::array();
  for (size_t i = 0; i < c.faultCount; ++i) {
    const VitrineKnownFault& f = c.faults[i];
    out.push_back({{"name", text(f.name)},
                   {"effect", effect_word(f.effect)},
                   {"feature", text(f.feature)},
                   {"reason", text(f.reason)},
                   {"seen", text(f.seen)},
                   {"overrideSwitch", text(f.overrideSwitch)},
                   {"overridden", f.overridden != 0}});
  }
  return out;
}

Json limits_json(WGPUAdapter adapter) {
  WGPULimits l = WGPU_LIMITS_INIT;
  wgpuAdapterGetLimits(adapter, &l);
#define VITRINE_LIMIT(name) {#name, l.name}
  return {VITRINE_LIMIT(maxTextureDimension1D),
          VITRINE_LIMIT(maxTextureDimension2D),
          VITRINE_LIMIT(maxTextureDimension3D),
          VITRINE_LIMIT(maxTextureArrayLayers),
          VITRINE_LIMIT(maxBindGroups),
          VITRINE_LIMIT(maxBindGroupsPlusVertexBuffers),
          VITRINE_LIMIT(maxBindingsPerBindGroup),
          VITRINE_LIMIT(maxDynamicUniformBuffersPerPipelineLayout),
          VITRINE_LIMIT(maxDynamicStorageBuffersPerPipelineLayout),
          VITRINE_LIMIT(maxSampledTexturesPerShaderStage),
          VITRINE_LIMIT(maxSamplersPerShaderStage),
          VITRINE_LIMIT(maxStorageBuffersPerShaderStage),
          VITRINE_LIMIT(maxStorageTexturesPerShaderStage),
          VITRINE_LIMIT(maxUniformBuffersPerShaderStage),
          VITRINE_LIMIT(maxUniformBufferBindingSize),
          VITRINE_LIMIT(maxStorageBufferBindingSize),
          VITRINE_LIMIT(minUniformBufferOffsetAlignment),
          VITRINE_LIMIT(minStorageBufferOffsetAlignment),
          VITRINE_LIMIT(maxVertexBuffers),
          VITRINE_LIMIT(maxBufferSize),
          VITRINE_LIMIT(maxVertexAttributes),
          VITRINE_LIMIT(maxVertexBufferArrayStride),
          VITRINE_LIMIT(maxInterStageShaderVariables),
          VITRINE_LIMIT(maxColorAttachments),
          VITRINE_LIMIT(maxColorAttachmentBytesPerSample),
          VITRINE_LIMIT(maxComputeWorkgroupStorageSize),
          VITRINE_LIMIT(maxComputeInvocationsPerWorkgroup),
          VITRINE_LIMIT(maxComputeWorkgroupSizeX),
          VITRINE_LIMIT(maxComputeWorkgroupSizeY),
          VITRINE_LIMIT(maxComputeWorkgroupSizeZ),
          VITRINE_LIMIT(maxComputeWorkgroupsPerDimension),
          VITRINE_LIMIT(maxImmediateSize)};
#undef VITRINE_LIMIT
}

// The default adapter with what it offers; null when there is none.
Json default_adapter(WGPUInstance instance) {
  struct Found {
    WGPUAdapter adapter = nullptr;
  } found;
  WGPURequestAdapterCallbackInfo callback = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  callback.mode = WGPUCallbackMode_WaitAnyOnly;
  callback.callback = [](WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView, void* out, void*) {
    static_cast<Found*>(out)->adapter = adapter;
  };
  callback.userdata1 = &found;
  WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
  wait.future = wgpuInstanceRequestAdapter(instance, nullptr, callback);
  wgpuInstanceWaitAny(instance, 1, &wait, UINT64_MAX);
  if (!found.adapter) return nullptr;
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(found.adapter, &info);
  Json json = {{"name", text(info.device)},
               {"vendor", text(info.vendor)},
               {"architecture", text(info.architecture)},
               {"description", text(info.description)},
               {"backend", name_of(info.backendType)},
               {"type", name_of(info.adapterType)},
               {"subgroupMinSize", info.subgroupMinSize},
               {"subgroupMaxSize", info.subgroupMaxSize},
               {"features", Json::array()}};
  wgpuAdapterInfoFreeMembers(info);
  for (const FeatureName& f : kFeatures)
    if (wgpuAdapterHasFeature(found.adapter, f.value)) json["features"].push_back(f.name);
  json["limits"] = limits_json(found.adapter);
  wgpuAdapterRelease(found.adapter);
  return json;
}

std::string escaped(const std::string& s) {
  std::string out;
  for (char c : s) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

std::string cell(const Json& v) {
  if (v.is_string()) return escaped(v.get<std::string>());
  if (v.is_boolean()) return v.get<bool>() ? "yes" : "no";
  if (!v.is_array()) return escaped(v.dump());
  std::string out;
  for (const Json& e : v) out += (out.empty() ? "" : "<br>") + (e.is_object() ? cell(e["reason"]) + " (" + cell(e["effect"]) + ")" : cell(e));
  return out;
}

// One page without scripts or outside files.
std::string html_page(const Json& json) {
  std::string out =
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Vitrine adapters</title><style>"
      "body{font:14px sans-serif;margin:2em;color:#222}table{border-collapse:collapse;margin:0 0 1.5em}"
      "th,td{border:1px solid #bbb;padding:.25em .6em;text-align:left;vertical-align:top}th{background:#eee}</style></head><body>\n"
      "<h1>Adapters</h1>\n";
  auto table = [&](const Json& object) {
    out += "<table>\n";
    for (const auto& [name, value] : object.items())
      if (!value.is_object() && !(value.is_array() && value.empty())) out += "<tr><th>" + escaped(name) + "</th><td>" + cell(value) + "</td></tr>\n";
    out += "</table>\n";
  };
  for (const Json& c : json["candidates"]) {
    out += "<h2>" + cell(c["name"]) + "</h2>\n";
    table(c);
  }
  if (json["default"].is_null()) {
    out += "<p>No adapter would be returned.</p>\n";
  } else {
    out += "<h2>Default: " + cell(json["default"]["name"]) + "</h2>\n";
    table(json["default"]);
    out += "<h3>Limits</h3>\n";
    table(json["default"]["limits"]);
  }
  out += "<h2>Experiments</h2>\n";
  for (const Json& e : json["experiments"]) table(e);
  return out + "</body></html>\n";
}

int run(const Options& options) {
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  ours.logCallbackInfo.level = VitrineLogLevel_Off;  // the report below says it
  WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
  WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
  descriptor.nextInChain = &ours.chain;
  descriptor.requiredFeatureCount = 1;
  descriptor.requiredFeatures = &timed;
  WGPUInstance instance = wgpuCreateInstance(&descriptor);
  if (!instance) {
    std::fprintf(stderr, "vitrine: no instance could be made\n");
    return kEnvironment;
  }
  VitrineAdapterReport report = {};
  vitrineInstanceGetAdapterReport(instance, &report);
  Json json = {{"candidates", Json::array()}};
  size_t usable = 0;
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    usable += c.usable ? 1 : 0;
    Json reasons = Json::array();
    for (size_t k = 0; k < c.reasonCount; ++k) reasons.push_back(text(c.reasons[k]));
    Json routes = Json::array();
    if (c.printRoutes & VitrinePrintRoutes_BuiltIn) routes.push_back("built in");
    if (c.printRoutes & VitrinePrintRoutes_Native) routes.push_back("native");
    json["candidates"].push_back({{"name", text(c.name)},
                                  {"driver", text(c.driver)},
                                  {"backend", name_of(c.backendType)},
                                  {"type", name_of(c.adapterType)},
                                  {"usable", c.usable != 0},
                                  {"reasons", reasons},
                                  {"printRoutes", routes},
                                  {"printRouteReason", text(c.printRouteReason)},
                                  {"knownFaults", faults_json(c)}});
  }
  json["experiments"] = Json::array();
  for (size_t i = 0; i < report.experimentCount; ++i) {
    const VitrineExperiment& e = report.experiments[i];
    json["experiments"].push_back({{"name", text(e.name)}, {"description", text(e.description)}, {"enabled", e.enabled != 0}});
  }
  json["default"] = default_adapter(instance);
  vitrineAdapterReportFreeMembers(report);
  wgpuInstanceRelease(instance);

  std::string out;
  if (options.json) {
    out = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  } else if (options.html) {
    out = html_page(json);
  } else {
    for (const Json& c : json["candidates"]) {
      out += fmt::format("{} adapter \"{}\": {}\n", c["backend"].get<std::string>(), c["name"].get<std::string>(),
                         c["usable"].get<bool>() ? "usable" : "not usable");
      if (std::string driver = c["driver"]; !driver.empty()) out += fmt::format("  driver: {}\n", driver);
      out += fmt::format("  type: {}\n", c["type"].get<std::string>());
      for (const Json& reason : c["reasons"]) out += fmt::format("  because: {}\n", reason.get<std::string>());
      std::string routes;
      for (const Json& route : c["printRoutes"]) routes += (routes.empty() ? "" : ", ") + route.get<std::string>();
      if (!routes.empty()) out += fmt::format("  shader printing: {}\n", routes);
      if (std::string why = c["printRouteReason"]; !why.empty()) out += fmt::format("  printing: {}\n", why);
      for (const Json& f : c["knownFaults"]) {
        std::string feature = f["feature"].get<std::string>();
        out += fmt::format("  known fault of the driver: {} ({}{}{}; seen on {})\n", f["reason"].get<std::string>(),
                           f["overridden"].get<bool>() ? "ignored" : f["effect"].get<std::string>(), feature.empty() ? "" : ": ", feature,
                           f["seen"].get<std::string>());
        if (!f["overridden"].get<bool>() && !f["overrideSwitch"].get<std::string>().empty())
          out += fmt::format("    {} takes it away\n", f["overrideSwitch"].get<std::string>());
      }
    }
    for (const Json& e : json["experiments"])
      out += fmt::format("experiment {}: {} ({})\n", e["name"].get<std::string>(),
                         e["enabled"].get<bool>() ? "shown" : "hidden, VITRINE_EXPERIMENTS=" + e["name"].get<std::string>() + " shows it",
                         e["description"].get<std::string>());
    if (json["default"].is_null()) {
      out += "no adapter would be returned\n";
    } else {
      const Json& d = json["default"];
      out += fmt::format("default adapter: \"{}\"\n  features:", d["name"].get<std::string>());
      for (const Json& f : d["features"]) out += " " + f.get<std::string>();
      out += "\n  limits:\n";
      for (const auto& [name, value] : d["limits"].items()) out += fmt::format("    {:<42} {}\n", name, value.get<uint64_t>());
    }
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
  return usable ? kFine : kEnvironment;
}

}  // namespace

Command add_info(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("info", "list adapters, why one is refused, known faults of drivers, ways of printing, features, limits and experiments");
  auto* as_json = app->add_flag("--json", options->json, "as one JSON document");
  app->add_flag("--html", options->html, "as one HTML page")->excludes(as_json);
  app->footer("example: vitrine info --json");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
