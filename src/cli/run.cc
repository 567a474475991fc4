#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/features.h"
#include "cli/io.h"
#include "cli/resources.h"
#include "cli/session.h"
#include "cli/values.h"
#include "printf/filter.h"
#include "wgsl/program.h"

namespace vitrine::cli {
namespace {

struct Options {
  std::string file, entry, dispatch = "1", format = "text";
  std::vector<std::string> adapters, buffers, reads, overrides;
  bool validation = false, where = false;
  // Printing.
  std::string print_filter, print_buffer, print_limit;
  bool print_json = false, print_source = false;
  std::vector<std::string> checks;
  bool has_check(std::string_view name) const { return std::find(checks.begin(), checks.end(), name) != checks.end(); }
};

bool fail(const std::string& text) {
  std::fprintf(stderr, "vitrine run: %s\n", text.c_str());
  return false;
}

// Messages of each call, as `10` or `10/site`.
bool parse_limit(std::string_view text, uint32_t& limit) {
  std::string_view number = text.ends_with("/site") ? text.substr(0, text.size() - 5) : text;
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), limit);
  if (error == std::errc() && end == number.data() + number.size() && limit > 0) return true;
  return fail(fmt::format("`--printf-limit {}`: a number of messages of each debugPrintf call from 1 on, as 10 or 10/site", text));
}

// Bytes as `4096`, `64K`, `16M`; at most 1 GiB.
bool parse_size(const std::string& text, uint32_t& bytes) {
  uint64_t n = 0;
  auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  std::string_view unit(next, static_cast<size_t>(text.data() + text.size() - next));
  uint64_t factor = unit.empty()                ? 1
                    : unit == "K" || unit == "k" ? 1024
                    : unit == "M" || unit == "m" ? 1024 * 1024
                    : unit == "G" || unit == "g" ? 1024 * 1024 * 1024
                                                 : 0;
  if (error != std::errc() || factor == 0 || n == 0 || n > (uint64_t{1} << 30) / factor)
    return fail(fmt::format("`--printf-buffer {}`: a number of bytes from 1 to 1G, or of K, M or G of them, as 64M", text));
  bytes = static_cast<uint32_t>(n * factor);
  return true;
}

std::string_view stage_name(WGPUShaderStage stage) {
  return stage == WGPUShaderStage_Vertex ? "vertex" : stage == WGPUShaderStage_Fragment ? "fragment" : "compute";
}

bool split(const std::string& text, char at, std::string& left, std::string& right) {
  size_t i = text.find(at);
  if (i == text.npos || i == 0) return false;
  left = text.substr(0, i), right = text.substr(i + 1);
  return true;
}

WGPUFeatureName feature_of(lang::EnableExtension extension) {
  switch (extension) {
    case lang::EnableExtension::F16: return WGPUFeatureName_ShaderF16;
    case lang::EnableExtension::ClipDistances: return WGPUFeatureName_ClipDistances;
    case lang::EnableExtension::DualSourceBlending: return WGPUFeatureName_DualSourceBlending;
    case lang::EnableExtension::Subgroups: return WGPUFeatureName_Subgroups;
    case lang::EnableExtension::PrimitiveIndex: return WGPUFeatureName_PrimitiveIndex;
    case lang::EnableExtension::SubgroupSizeControl: return WGPUFeatureName_SubgroupSizeControl;
    case lang::EnableExtension::WgpuDebugPrintf: return WGPUFeatureName_VitrineDebugPrintf;
    case lang::EnableExtension::VitrineUncheckedAccess: return WGPUFeatureName_VitrineUncheckedAccess;
  }
  return WGPUFeatureName_Force32;
}

class Runner {
 public:
  // `quiet`: nothing is written to standard output; `lines()` has it.
  Runner(const Options& options, std::string adapter, bool quiet) : options_(options), adapter_(std::move(adapter)), quiet_(quiet) {}

  // What was printed and read back, line by line.
  const std::vector<std::string>& lines() const { return lines_; }
  const std::string& adapter_name() const { return session_->adapter_name(); }

  int run() {
    SessionOptions session;
    session.adapter = adapter_;
    session.validation = options_.validation;
    if (!options_.print_buffer.empty() && !parse_size(options_.print_buffer, session.print_buffer_size)) return kEnvironment;
    if (!options_.print_filter.empty()) {
      auto filter = printf::Filter::parse(options_.print_filter);
      if (!filter) {
        fail(fmt::format("`--printf-where`, character {}: {}", filter.error().span.begin + 1, filter.error().message));
        return kEnvironment;
      }
    }
    session.print_filter = options_.print_filter;
    if (!options_.print_limit.empty() && !parse_limit(options_.print_limit, session.print_limit)) return kEnvironment;
    session.check_bounds = options_.has_check("bounds");
    session.check_nan = options_.has_check("nan");
    session.check_silent = options_.has_check("silent");
    std::optional<std::string> text = read_file(options_.file);
    if (!text) return kEnvironment;
    source_ = std::make_shared<const diag::Source>(shown_name(options_.file), std::move(*text));
    std::vector<diag::DiagnosticPtr> found;
    wgsl::CheckOptions check;
    apply_features({}, check);
    program_ = wgsl::check(source_, check, found);
    Reporter reporter(Format::Text, 2);
    reporter.add(found);
    if (!program_) {
      reporter.finish();
      return kFindings;
    }
    if (!parse_dispatch() || !choose_entry() || !list_resources() || !check_names()) return kEnvironment;
    for (uint32_t i = 0; i < lang::kEnableExtensionCount; ++i)
      if (auto e = static_cast<lang::EnableExtension>(i); program_->enabled.has(e)) session.features.push_back(feature_of(e));
    session.print = [this](const VitrinePrintMessage& m) { print(m); };
    session_ = Session::open(std::move(session));
    if (!session_) return kEnvironment;
    if (session_->runs_nothing())
      std::fprintf(stderr, "vitrine run: adapter \"%s\" checks everything and runs nothing\n", session_->adapter_name().c_str());
    if (!execute()) return kEnvironment;
    if (uint64_t more = vitrineDeviceGetLimitedPrintCount(session_->device()))
      std::fprintf(stderr, "vitrine run: %llu printed messages over --printf-limit are not shown\n",
                   static_cast<unsigned long long>(more));
    if (session_->failed()) return kFindings;
    if (!read_back()) return kEnvironment;
    if (options_.format == "json" && !quiet_)
      std::printf("%s\n", json_.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return session_->failed() ? kFindings : kFine;
  }

 private:
  bool parse_dispatch() {
    const char* at = options_.dispatch.data();
    const char* end = at + options_.dispatch.size();
    for (int i = 0; i < 3; ++i) {
      auto [next, error] = std::from_chars(at, end, groups_[i]);
      if (error != std::errc()) break;
      if (next == end) return true;
      if (*next != ',') break;
      at = next + 1;
    }
    return fail(fmt::format("`--dispatch {}`: one to three numbers of workgroups with commas between", options_.dispatch));
  }

  bool choose_entry() {
    std::string names;
    for (const wgsl::EntryPoint& e : program_->entry_points) {
      if (e.stage != lang::ShaderStage::Compute) continue;
      names += (names.empty() ? "`" : ", `") + e.name + "`";
      if (options_.entry.empty() ? !entry_ : e.name == options_.entry) entry_ = &e;
    }
    if (names.empty()) return fail(fmt::format("{} has no compute entry point", source_->name()));
    if (!entry_) return fail(fmt::format("{} has no compute entry point `{}`; it has {}", source_->name(), options_.entry, names));
    if (options_.entry.empty() && names.find(',') != names.npos)
      std::fprintf(stderr, "vitrine run: runs `%s`, the first of %s; --entry names another\n", entry_->name.c_str(), names.c_str());
    return true;
  }

  bool list_resources() {
    for (uint32_t id : program_->function(*entry_->function).globals) {
      const wgsl::DeclInfo& d = program_->declarations[id];
      if (!d.group || !d.binding) continue;
      Resource& r = resources_.emplace_back();
      r.name = program_->text(d.decl->name);
      r.group = *d.group, r.binding = *d.binding, r.type = d.type, r.space = d.space;
    }
    std::sort(resources_.begin(), resources_.end(), [](const Resource& a, const Resource& b) {
      return std::pair(a.group, a.binding) < std::pair(b.group, b.binding);
    });
    return true;
  }

  Resource* find(const std::string& name) {
    for (Resource& r : resources_)
      if (r.name == name && r.is_buffer()) return &r;
    std::string names;
    for (const Resource& r : resources_)
      if (r.is_buffer()) names += (names.empty() ? "`" : ", `") + r.name + "`";
    fail(fmt::format("`{}` names no buffer of `{}`; it uses {}", name, entry_->name, names.empty() ? "none" : names));
    return nullptr;
  }

  bool check_names() {
    for (const std::string& text : options_.buffers) {
      std::string name, content;
      if (!split(text, '=', name, content)) return fail(fmt::format("`--buffer {}`: write NAME=CONTENT", text));
      Resource* r = find(name);
      std::optional<std::vector<std::byte>> bytes;
      if (!r || !(bytes = parse_content(content))) return false;
      content_[name] = std::move(*bytes);
    }
    for (const std::string& text : options_.reads) {
      std::string name, type;
      if (!split(text, ':', name, type)) name = text, type.clear();
      if (!type.empty() && !scalars_text(type, {})) return fail(fmt::format("`--read {}`: the type is u32, i32, f32, f16, u8 or hex", text));
      if (!find(name)) return false;
    }
    for (const std::string& text : options_.overrides) {
      std::string name, value;
      double number = 0;
      if (!split(text, '=', name, value)) return fail(fmt::format("`--override {}`: write NAME=VALUE", text));
      auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (value == "true") {
        number = 1;
      } else if (value == "false") {
        number = 0;
      } else if (error != std::errc() || end != value.data() + value.size()) {
        return fail(fmt::format("`--override {}`: `{}` is no number", text, value));
      }
      constants_.emplace_back(name, number);
    }
    return true;
  }

  bool execute() {
    WGPUDevice device = session_->device();
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = view(source_->text());
    WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    module_descriptor.nextInChain = &code.chain;
    module_descriptor.label = view(source_->name());
    ShaderModule module(wgpuDeviceCreateShaderModule(device, &module_descriptor));

    std::vector<WGPUConstantEntry> constants;
    for (const auto& [name, value] : constants_) {
      constants.push_back(WGPU_CONSTANT_ENTRY_INIT);
      constants.back().key = view(name);
      constants.back().value = value;
    }
    WGPUComputePipelineDescriptor descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    descriptor.label = view(entry_->name);
    descriptor.compute.module = module;
    descriptor.compute.entryPoint = view(entry_->name);
    descriptor.compute.constantCount = constants.size();
    descriptor.compute.constants = constants.data();
    ComputePipeline pipeline(wgpuDeviceCreateComputePipeline(device, &descriptor));
    if (session_->failed()) return true;

    for (Resource& r : resources_) {
      if (r.is_buffer())
        make_buffer(r);
      else if (!make_placeholder(device, program_->types, r))
        return fail(fmt::format("`{}` is a {}, and nothing can be bound to it here", r.name, program_->types.to_text(r.type)));
    }
    if (session_->failed()) return true;
    std::vector<std::pair<uint32_t, BindGroup>> bound;
    for (size_t i = 0; i < resources_.size();) {
      uint32_t group = resources_[i].group;
      std::vector<WGPUBindGroupEntry> entries;
      for (; i < resources_.size() && resources_[i].group == group; ++i) {
        entries.push_back(WGPU_BIND_GROUP_ENTRY_INIT);
        entries.back().binding = resources_[i].binding;
        entries.back().buffer = resources_[i].buffer;
        entries.back().sampler = resources_[i].sampler;
        entries.back().textureView = resources_[i].view;
      }
      BindGroupLayout layout(wgpuComputePipelineGetBindGroupLayout(pipeline, group));
      WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
      std::string label = fmt::format("group {}", group);
      group_descriptor.label = view(label);
      group_descriptor.layout = layout;
      group_descriptor.entryCount = entries.size();
      group_descriptor.entries = entries.data();
      bound.emplace_back(group, wgpuDeviceCreateBindGroup(device, &group_descriptor));
    }

    CommandEncoder encoder(wgpuDeviceCreateCommandEncoder(device, nullptr));
    WGPUComputePassDescriptor pass_descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    pass_descriptor.label = view(entry_->name);
    {
      ComputePassEncoder pass(wgpuCommandEncoderBeginComputePass(encoder, &pass_descriptor));
      wgpuComputePassEncoderSetPipeline(pass, pipeline);
      for (const auto& [group, handle] : bound) wgpuComputePassEncoderSetBindGroup(pass, group, handle, 0, nullptr);
      wgpuComputePassEncoderDispatchWorkgroups(pass, groups_[0], groups_[1], groups_[2]);
      wgpuComputePassEncoderEnd(pass);
    }
    CommandBuffer commands(wgpuCommandEncoderFinish(encoder, nullptr));
    WGPUCommandBuffer list = commands;
    wgpuQueueSubmit(session_->queue(), 1, &list);
    WGPUQueueWorkDoneCallbackInfo done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    done.mode = WGPUCallbackMode_WaitAnyOnly;
    done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) {};
    session_->wait(wgpuQueueOnSubmittedWorkDone(session_->queue(), done));
    return true;
  }

  void make_buffer(Resource& r) {
    const std::vector<std::byte>* content = nullptr;
    if (auto found = content_.find(r.name); found != content_.end()) content = &found->second;
    // What is not given is zero and of the smallest size that the type allows.
    uint64_t size = std::max<uint64_t>(content ? content->size() : 0, program_->types.size_of(r.type));
    r.size = (size + 3) & ~uint64_t{3};
    WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
    descriptor.label = view(r.name);
    descriptor.size = r.size;
    descriptor.usage = (r.space == lang::AddressSpace::Uniform ? WGPUBufferUsage_Uniform : WGPUBufferUsage_Storage) |
                       WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc;
    r.buffer = Buffer(wgpuDeviceCreateBuffer(session_->device(), &descriptor));
    if (!content || content->empty() || session_->failed()) return;
    size_t whole = content->size() & ~size_t{3};
    wgpuQueueWriteBuffer(session_->queue(), r.buffer, 0, content->data(), whole);
    std::byte rest[4] = {};
    std::copy(content->begin() + static_cast<std::ptrdiff_t>(whole), content->end(), rest);
    if (whole < content->size()) wgpuQueueWriteBuffer(session_->queue(), r.buffer, whole, rest, sizeof rest);
  }

  bool read_back() {
    for (const std::string& text : options_.reads) {
      std::string name, type;
      if (!split(text, ':', name, type)) name = text, type.clear();
      Resource* r = find(name);
      std::vector<std::byte> bytes = session_->read(r->buffer, r->size);
      if (bytes.size() != r->size) return fail(fmt::format("`{}` could not be read", name));
      std::string shown = type.empty() ? value_text(program_->types, r->type, bytes) : *scalars_text(type, bytes);
      if (options_.format == "json")
        json_["buffers"][name] = {{"size", r->size}, {"type", program_->types.to_text(r->type)}, {"text", shown}};
      emit(fmt::format("{} = {}", name, shown));
    }
    return true;
  }

  // Everything that is known of a message but its text.
  nlohmann::ordered_json print_json(const VitrinePrintMessage& m) {
    if (m.line == 0) return {{"text", text(m.text)}, {"route", "native"}};
    nlohmann::ordered_json j = {{"text", text(m.text)},
                                {"format", text(m.format)},
                                {"module", text(m.moduleLabel)},
                                {"line", m.line},
                                {"column", m.columnUtf16},
                                {"source", text(m.sourceLine)},
                                {"stage", stage_name(m.stage)},
                                {"entryPoint", text(m.entryPoint)},
                                {"command", m.command},
                                {"invocation", {m.invocation[0], m.invocation[1], m.invocation[2]}}};
    for (size_t i = 0; i < m.argumentCount; ++i) {
      const VitrinePrintArgument& a = m.arguments[i];
      nlohmann::ordered_json bits = nlohmann::ordered_json::array();
      for (size_t k = 0; k < a.scalarCount; ++k) bits.push_back(a.scalars[k].bits);
      j["arguments"].push_back({{"type", text(a.typeName)}, {"bits", std::move(bits)}});
    }
    return j;
  }

  void print(const VitrinePrintMessage& m) {
    if (options_.print_json) {
      if (!quiet_) std::printf("%s\n", print_json(m).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
      lines_.push_back(text(m.text));
      return;
    }
    if (options_.format == "json") json_["prints"].push_back(print_json(m));
    std::string prefix;
    if (options_.where && m.line)
      prefix = fmt::format("{}:{}:{} {} ({}, {}, {}): ", text(m.moduleLabel), m.line, m.columnUtf16, text(m.entryPoint),
                           m.invocation[0], m.invocation[1], m.invocation[2]);
    emit(prefix + text(m.text));
    if (options_.print_source && m.line) emit(fmt::format("{:>5} | {}", m.line, text(m.sourceLine)));
  }

  void emit(std::string line) {
    if (!quiet_ && options_.format == "text") std::printf("%s\n", line.c_str());
    lines_.push_back(std::move(line));
  }

  const Options& options_;
  std::string adapter_;
  bool quiet_;
  std::vector<std::string> lines_;
  diag::SourceRef source_;
  std::shared_ptr<const wgsl::Program> program_;
  const wgsl::EntryPoint* entry_ = nullptr;
  uint32_t groups_[3] = {1, 1, 1};
  std::vector<Resource> resources_;
  std::map<std::string, std::vector<std::byte>> content_;
  std::vector<std::pair<std::string, double>> constants_;
  std::unique_ptr<Session> session_;
  nlohmann::ordered_json json_ = {{"prints", nlohmann::ordered_json::array()}};
};

int run(const Options& options) {
  if (options.adapters.size() > 2) return fail("`--adapter` is given more than twice; two adapters are compared"), kEnvironment;
  if (options.adapters.size() < 2) return Runner(options, options.adapters.empty() ? "" : options.adapters[0], false).run();
  // The same on two adapters: the output of the first, then the first line that differs.
  Runner one(options, options.adapters[0], false), other(options, options.adapters[1], true);
  int status = one.run();
  if (status != kFine) return status;
  if (int second = other.run(); second != kFine) return second;
  const std::vector<std::string>&a = one.lines(), &b = other.lines();
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  if (at == a.size() && at == b.size()) {
    std::fprintf(stderr, "\"%s\" and \"%s\" give the same\n", one.adapter_name().c_str(), other.adapter_name().c_str());
    return kFine;
  }
  auto line = [at](const std::vector<std::string>& lines) { return at < lines.size() ? lines[at].c_str() : "(nothing more)"; };
  std::fprintf(stderr, "line %zu differs\n  \"%s\": %s\n  \"%s\": %s\n", at + 1, one.adapter_name().c_str(), line(a),
               other.adapter_name().c_str(), line(b));
  return kFindings;
}

}  // namespace

Command add_run(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("run", "run a compute shader, show what it prints and what it wrote");
  app->add_option("FILE", options->file, "a WGSL file, `-` for standard input")->required();
  app->add_option("--entry", options->entry, "compute entry point; the first when left out");
  app->add_option("--dispatch", options->dispatch, "number of workgroups")->type_name("X,Y,Z")->capture_default_str();
  app->add_option("--buffer", options->buffers,
                  "content of a buffer by the name of its variable: a file, zeros:BYTES, or values as u32:1,2,3 (u32, i32, f32, u8). "
                  "Buffers not named are zero and as small as their type allows")
      ->type_name("NAME=CONTENT");
  app->add_option("--read", options->reads, "show a buffer afterwards, by its WGSL type or as u32, i32, f32, f16, u8, hex")
      ->type_name("NAME[:TYPE]");
  app->add_option("--override", options->overrides, "value of an override, by name or @id")->type_name("NAME=VALUE");
  app->add_option("--adapter", options->adapters,
                  "vulkan, cpu, or a part of the name of an adapter; given twice, the first difference is shown")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_flag("--validation", options->validation, "load the Vulkan validation layer");
  app->add_flag("--where", options->where, "show place, entry point and invocation before each printed line");
  app->add_option("--printf-where", options->print_filter,
                  "show only messages for which this holds: comparisons of global_invocation_id.x, .y, .z, line or command, "
                  "joined by &&")
      ->type_name("FILTER");
  app->add_option("--printf-limit", options->print_limit, "show at most so many messages of each debugPrintf call")->type_name("N[/site]");
  app->add_option("--printf-buffer", options->print_buffer, "size of the buffer that shaders print to, as 64K or 16M, up to 1G; 1M when left out")
      ->type_name("BYTES");
  app->add_flag("--printf-source", options->print_source, "show the line of the shader below each message");
  app->add_flag("--printf-json", options->print_json, "show each message as one line of JSON, with its place, types and bits");
  app->add_option("--check", options->checks,
                  "bounds: report accesses out of bounds, once for each place in the shader; nan: report where NaN comes from; "
                  "silent: report buffers that are read and were given no content. Several with commas between")
      ->type_name("NAME,...")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->delimiter(',')
      ->check(CLI::IsMember({"bounds", "nan", "silent"}));
  app->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  app->footer("example: vitrine run double.wgsl --buffer values=u32:1,2,3 --dispatch 3 --read values");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
