#include <dlfcn.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/session.h"

namespace vitrine::cli {
namespace {

namespace fs = std::filesystem;

struct Finding {
  std::string what, state, package;
  bool fine = false, needed = false;
};

std::vector<std::string> split_path(const char* variable) {
  std::vector<std::string> out;
  const char* value = std::getenv(variable);
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    size_t end = std::min(rest.find(':'), rest.size());
    if (end) out.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

// The manifests that the Vulkan loader looks at: its usual folders, and what the environment adds or puts in their place.
std::vector<std::string> manifests(std::string_view kind) {
  std::vector<std::string> out;
  if (kind == "icd.d") {
    std::vector<std::string> given = split_path("VK_DRIVER_FILES");
    if (given.empty()) given = split_path("VK_ICD_FILENAMES");
    std::erase_if(given, [](const std::string& file) {
      std::error_code error;
      return !fs::exists(file, error);
    });
    if (std::getenv("VK_DRIVER_FILES") || std::getenv("VK_ICD_FILENAMES")) return given;
  }
  std::vector<std::string> folders;
  if (kind == "explicit_layer.d") folders = split_path("VK_LAYER_PATH");
  for (const char* base : {"/usr/local/etc", "/usr/local/share", "/etc", "/usr/share"}) folders.push_back(fmt::format("{}/vulkan/{}", base, kind));
  if (const char* home = std::getenv("HOME")) folders.push_back(fmt::format("{}/.local/share/vulkan/{}", home, kind));
  for (const std::string& folder : folders) {
    std::error_code error;
    for (const fs::directory_entry& e : fs::directory_iterator(folder, error))
      if (e.path().extension() == ".json") out.push_back(e.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string drivers_missing() {
  for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})
    if (const char* given = std::getenv(name)) return fmt::format("{} is set to {}, and no such file is there; without it the drivers of the system are found", name, given);
  return "no manifest was found";
}

// A variable that names no driver is to be mended; more drivers would not be looked at.
std::string drivers_package() { return std::getenv("VK_DRIVER_FILES") || std::getenv("VK_ICD_FILENAMES") ? "" : "mesa-vulkan-drivers"; }

std::string join(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& s : list) out += (out.empty() ? "" : ", ") + s;
  return out;
}

Finding library(std::string what, const char* name, std::string package, bool needed) {
  void* handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  std::string why = handle ? "" : dlerror();
  // Not closed: a graphics library need not survive that.
  return {std::move(what), handle ? std::string(name) : why, std::move(package), handle != nullptr, needed};
}

Finding program_in_path(std::string what, const std::string& name, std::string package) {
  for (const std::string& folder : split_path("PATH"))
    if (std::error_code error; fs::exists(folder + "/" + name, error)) return {std::move(what), folder + "/" + name, std::move(package), true};
  return {std::move(what), name + " is not in PATH", std::move(package)};
}

// Known faults of drivers and refused adapters, one finding each.
void adapter_findings(const VitrineAdapterReport& report, std::vector<Finding>& out) {
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    for (size_t k = 0; k < c.reasonCount; ++k) out.push_back({"not usable" + (text(c.name).empty() ? "" : ": " + text(c.name)), text(c.reasons[k]), "", false, false});
    for (size_t k = 0; k < c.faultCount; ++k) {
      const VitrineKnownFault& f = c.faults[k];
      const char* done = f.overridden                                  ? "ignored, as "
                         : f.effect == VitrineFaultEffect_Refused      ? "the adapter is refused; override: "
                         : f.effect == VitrineFaultEffect_FeatureOff   ? "a feature is off; override: "
                         : f.effect == VitrineFaultEffect_None         ? "nothing can be done"
                         : f.overrideSwitch.length == 0                ? "worked around"
                                                                       : "worked around; override: ";
      std::string after = text(f.overrideSwitch) + (f.overridden ? " says" : "");
      out.push_back({"known fault of " + text(c.name), text(f.reason) + " (" + done + after + ")", "",
                     f.effect == VitrineFaultEffect_Workaround && !f.overridden, false});
    }
  }
}

Finding adapters(std::vector<Finding>& more) {
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  ours.logCallbackInfo.level = VitrineLogLevel_Off;
  WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
  descriptor.nextInChain = &ours.chain;
  WGPUInstance instance = wgpuCreateInstance(&descriptor);
  if (!instance) return {"adapters", "no instance could be made", "", false, true};
  VitrineAdapterReport report = {};
  vitrineInstanceGetAdapterReport(instance, &report);
  std::vector<std::string> usable, refused;
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    if (c.usable && c.backendType != WGPUBackendType_Null)
      usable.push_back(text(c.name));
    else if (!c.usable)
      refused.push_back(text(c.name));
  }
  adapter_findings(report, more);
  vitrineAdapterReportFreeMembers(report);
  wgpuInstanceRelease(instance);
  std::string state = usable.empty() ? "none is usable, `vitrine info` says why" : join(usable);
  if (!refused.empty() && !usable.empty()) state += "; not usable: " + join(refused);
  return {"adapters", state, drivers_package(), !usable.empty(), true};
}

int run(bool json) {
  std::vector<Finding> list;
  list.push_back(library("Vulkan loader", "libvulkan.so.1", "libvulkan1", true));
  std::vector<std::string> drivers = manifests("icd.d"), layers = manifests("explicit_layer.d");
  list.push_back({"Vulkan drivers", drivers.empty() ? drivers_missing() : join(drivers), drivers_package(), !drivers.empty(), true});
  std::vector<Finding> of_adapters;
  list.push_back(adapters(of_adapters));
  list.insert(list.end(), of_adapters.begin(), of_adapters.end());
  auto layer = std::find_if(layers.begin(), layers.end(), [](const std::string& s) { return s.find("khronos_validation") != s.npos; });
  list.push_back({"validation layer", layer == layers.end() ? "VK_LAYER_KHRONOS_validation was not found" : *layer,
                  "vulkan-validationlayers", layer != layers.end()});
  list.push_back(library("RenderDoc library", "librenderdoc.so", "librenderdoc", false));
  list.push_back(program_in_path("RenderDoc command", "renderdoccmd", "renderdoccmd"));

  bool fine = true;
  std::vector<std::string> packages;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  std::string out;
  for (const Finding& f : list) {
    if (!f.fine && f.needed) fine = false;
    if (!f.fine && !f.package.empty() && std::find(packages.begin(), packages.end(), f.package) == packages.end()) packages.push_back(f.package);
    all.push_back({{"what", f.what}, {"fine", f.fine}, {"needed", f.needed}, {"state", f.state}, {"package", f.package}});
    out += fmt::format("{:<8} {}: {}\n", f.fine ? "fine" : f.needed ? "missing" : f.package.empty() ? "note" : "optional", f.what, f.state);
  }
  std::string install;
  if (!packages.empty()) {
    for (const std::string& p : packages) install += " " + p;
    std::error_code error;
    install = (fs::exists("/etc/debian_version", error) ? "apt-get install" : "install the packages that your system has for") + install;
    out += "to get what is missing: " + install + "\n";
  }
  if (json) out = nlohmann::ordered_json({{"findings", all}, {"install", install}}).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::fwrite(out.data(), 1, out.size(), stdout);
  return fine ? kFine : kEnvironment;
}

}  // namespace

Command add_doctor(CLI::App& program) {
  auto json = std::make_shared<bool>(false);
  CLI::App* app = program.add_subcommand("doctor", "look for the loader, drivers, layers and RenderDoc; say what installs what is missing");
  app->add_flag("--json", *json, "as one JSON document");
  app->footer("example: vitrine doctor");
  return {app, [json] { return run(*json); }};
}

}  // namespace vitrine::cli
