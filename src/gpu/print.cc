#include "gpu/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/queue.h"
#include "hal/hal.h"
#include "ir/transform/check_nan.h"
#include "printf/records.h"

namespace vitrine::gpu {

using diag::Text;

RULE(print_messages_lost, Warning, "", "",
     "{0} of submission {1} found no room in the print buffer of {2} bytes on {3}", Text, uint64_t, uint64_t,
     diag::ObjectRef);

RULE(shader_access_out_of_bounds, Warning, "vitrine:check", "", "{0}: {1}, in {2}", Text, Text, Text);

RULE(shader_makes_nan, Warning, "vitrine:check", "", "{0}, in {1}", Text, Text);

namespace {

uint64_t stage_flag(printf::Stage s) {
  return s == printf::Stage::Vertex ? ShaderStage::Vertex : s == printf::Stage::Fragment ? ShaderStage::Fragment
                                                                                          : ShaderStage::Compute;
}

// Fewer than this many messages are not worth a thread.
constexpr size_t kWorthThreads = 16 * 1024;
constexpr unsigned kMostThreads = 8;

}  // namespace

PrintBatch::PrintBatch(Device& device, hal::PrintReport&& report)
    : device_(&device), report_(std::move(report)), submission_(device.queue().submission_of(report_.serial)) {
  bool native = report_.route == hal::PrintRoute::Native;
  count_ = native ? report_.texts.size() : report_.decoded.records.size();
  log_ = device.instance().log().enabled(diag::Level::Info);
  if (!native) states_ = std::vector<std::atomic<uint32_t>>((count_ + kChunk - 1) / kChunk);
  recent_.resize(report_.sites.size() + 1);
}

PrintBatch::~PrintBatch() {
  stop_ = true;
  ++passed_;  // so that those who wait look
  passed_.notify_all();
  for (std::thread& t : threads_) t.join();
}

Instance& PrintBatch::instance() const { return device_->instance(); }

void PrintBatch::start_threads() {
  unsigned count = std::min(std::thread::hardware_concurrency(), kMostThreads);
  for (unsigned i = 1; i < count; ++i)
    threads_.emplace_back([this] {
      while (!stop_ && claimed_ < states_.size()) {
        size_t passed = passed_;
        if (!make_ahead()) passed_.wait(passed);
      }
    });
}

// Makes the next chunk that nobody has, if there is one and room for it.
bool PrintBatch::make_ahead() {
  size_t index = claimed_;
  do {
    size_t end = std::min(states_.size(), passed_ + kWindow);
    if (stop_ || index >= end) return false;
  } while (!claimed_.compare_exchange_weak(index, index + 1));
  uint32_t untouched = kUntouched;
  if (states_[index].compare_exchange_strong(untouched, kClaimed)) make(index);
  return true;
}

char* PrintBatch::Texts::reserve(size_t more) {
  if (room - size < more) {
    room = std::max(2 * room, size + more);
    std::unique_ptr<char[]> larger(new char[room]);
    std::copy_n(bytes.get(), size, larger.get());
    bytes = std::move(larger);
  }
  return bytes.get() + size;
}

void PrintBatch::make(size_t index) {
  std::unique_ptr<Texts>& texts = texts_[index % kWindow];
  if (!texts) texts = std::make_unique<Texts>();
  size_t begin = index * kChunk, count = std::min(count_ - begin, kChunk);
  texts->ends.resize(count);
  texts->size = 0;
  const printf::Writer* writer = nullptr;
  uint32_t known = 0, words = 0;  // site that `writer` is of, words of its arguments
  std::string other;
  const uint32_t* positions = report_.decoded.records.data() + begin;
  for (size_t i = 0; i < count; ++i) {
    // Records of near invocations lie apart by so much that only asking ahead hides the memory.
    constexpr size_t kAhead = 12;
    if (i + kAhead < count) __builtin_prefetch(report_.buffer.data() + positions[i + kAhead]);
    const uint32_t* record = report_.buffer.data() + positions[i];
    if (uint32_t site = record[printf::kRecordSite]; site != known) {
      writer = &report_.sites.writer(site);
      words = report_.sites.payload_words(site);
      known = site;
    }
    if (size_t room = writer->room()) {
      char* end = writer->write(texts->reserve(room), record + printf::kRecordPayload);
      texts->size = static_cast<size_t>(end - texts->bytes.get());
    } else {
      other.clear();
      writer->append(other, {record + printf::kRecordPayload, words});
      std::copy(other.begin(), other.end(), texts->reserve(other.size()));
      texts->size += other.size();
    }
    texts->ends[i] = static_cast<uint32_t>(texts->size);
  }
  states_[index].store(kReady, std::memory_order_release);
  states_[index].notify_one();
}

const PrintBatch::Texts& PrintBatch::ready(size_t index) {
  std::atomic<uint32_t>& state = states_[index];
  uint32_t untouched = kUntouched;
  if (state.compare_exchange_strong(untouched, kClaimed)) make(index);
  // Whoever waits makes one meanwhile.
  while (state.load(std::memory_order_acquire) != kReady)
    if (!make_ahead()) state.wait(kClaimed, std::memory_order_acquire);
  return *texts_[index % kWindow];
}

void PrintBatch::pass(size_t index) {
  if (depth_ > 1) kept_.push_back(std::move(texts_[index % kWindow]));
  passed_ = index + 1;
  passed_.notify_all();
}

const PrintPlace& PrintBatch::place(uint32_t site_id, uint32_t command) {
  std::unique_ptr<PrintPlace>& p = places_[uint64_t{command} << 32 | site_id];
  if (p) return *p;
  p = std::make_unique<PrintPlace>();
  p->submission = submission_;
  p->partial = report_.partial;
  if (report_.route == hal::PrintRoute::Native) {
    p->native_route = true;
    return *p;
  }
  const printf::Site& site = **report_.sites.find(site_id);
  p->format = site.format.text;
  p->module_label = site.module_label;
  p->line = site.line;
  p->column = site.column;
  p->column_utf16 = site.source ? site.source->position(site.span.begin).column_utf16 : site.column;
  if (site.source && site.line) p->source_line = site.source->line(site.line);
  p->entry_point = site.entry_point;
  p->stage = static_cast<uint32_t>(stage_flag(site.stage));
  p->command = command;
  if (command < report_.commands.size()) {
    const hal::PrintCommand& c = report_.commands[command];
    p->pipeline = c.pipeline_label;
    p->pass = c.pass_label;
    p->groups = c.groups;
    p->command_in_pass = c.command_in_pass;
  }
  for (const printf::Type& type : site.arguments) p->arguments.push_back({printf::to_text(type), type.flat()});
  return *p;
}

const PrintMessage* PrintBatch::next() {
  if (unlogged_.data()) {
    device_->instance().log().message(diag::Level::Info, "shader debugPrintf", std::string(unlogged_));
    unlogged_ = {};
  }
  if (next_ == count_) return nullptr;
  size_t i = next_++;
  if (report_.route == hal::PrintRoute::Native) {
    message_.text = report_.texts[i];
    message_.place = &place(0, 0);
  } else {
    if (i == 0 && count_ >= kWorthThreads) start_threads();
    size_t k = i % kChunk;
    if (k == 0) {
      if (i > 0) pass(i / kChunk - 1);
      current_ = &ready(i / kChunk);
    }
    size_t begin = k ? current_->ends[k - 1] : 0;
    message_.text = {current_->bytes.get() + begin, current_->ends[k] - begin};
    const uint32_t* record = report_.buffer.data() + report_.decoded.records[i];
    uint32_t site = record[printf::kRecordSite], command = record[printf::kRecordCommand];
    if (command != recent_command_) {
      std::fill(recent_.begin(), recent_.end(), Recent());
      recent_command_ = command;
    }
    Recent& recent = recent_[site];
    if (!recent.place) recent = {&place(site, command), report_.sites.payload_words(site)};
    message_.place = recent.place;
    std::copy_n(record + printf::kRecordInvocation, 3, message_.invocation);
    message_.words = {record + printf::kRecordPayload, recent.words};
  }
  if (log_) unlogged_ = message_.text.data() ? message_.text : std::string_view("");
  return &message_;
}

void PrintBatch::deliver() {
  ++depth_;
  if (std::shared_ptr<Sink> sink = device_->instance().sink()) sink->prints(*this, *device_);
  while (next()) {
  }
  --depth_;
}

namespace {

std::string quote_text(std::string_view label) { return fmt::format("\"{}\"", label); }

// One access out of bounds, or NaN that was made, the first of its site.
void report_bounds(Device& device, const hal::PrintReport& report, const printf::Record& record) {
  const printf::Site& site = **report.sites.find(record.site);
  std::string text;
  report.sites.writer(record.site).append(text, printf::payload(record, report.buffer, report.sites));
  const printf::Bounds& bounds = *site.bounds;
  std::string key = fmt::format("{} {} {} {}", static_cast<const void*>(site.source.get()), site.span.begin, site.span.end, site.format.text);
  if (!device.prints().out_of_bounds.insert(std::move(key)).second) return;
  const hal::PrintCommand& command = report.commands[record.command];
  std::string what = "a value of the shader";
  if (bounds.has_binding) {
    what = fmt::format("binding {} of group {}", bounds.binding, bounds.group);
    for (const auto& r : command.resources)
      if (r.group == bounds.group && r.binding == bounds.binding && !r.label.empty()) what = quote_text(r.label) + ", " + what;
  } else if (!bounds.variable.empty()) {
    what = fmt::format("variable `{}`", bounds.variable);
  }
  std::string where = fmt::format("{} `{}` at {}", printf::to_text(site.stage), site.entry_point,
                                  printf::invocation_text(site.stage, record.invocation));
  if (!command.pipeline_label.empty()) where += ", pipeline " + quote_text(command.pipeline_label);
  if (!command.pass_label.empty()) where += ", pass " + quote_text(command.pass_label);
  where += fmt::format(", command {}", command.command_in_pass);
  bool nan = text.starts_with(ir::kNanMessage);
  if (nan && bounds.has_binding) text += ": " + what;
  diag::Diagnostic d = nan ? shader_makes_nan(Text{text}, Text{where}) : shader_access_out_of_bounds(Text{text}, Text{what}, Text{where});
  if (site.source) d = std::move(d).at(site.source, site.span);
  if (nan && site.arguments.empty()) std::move(d).help("a shader or the program wrote it there: look at what did");
  if (nan && !site.arguments.empty())
    std::move(d).help("give it what has a result: divisors that are not 0 (`max(x, 1e-6)`), `sqrt` and `log` nothing below 0, `acos` and `asin` "
                      "-1 to 1 (`clamp`), `normalize` a vector with a length");
  device.warn(std::move(d));
}

// Takes out what is no message, and what is over the limit.
void sort_out(Device& device, hal::PrintReport& report) {
  PrintState& state = device.prints();
  std::lock_guard lock(state.mutex);
  bool any = false;
  for (uint32_t id = 1; id <= report.sites.size(); ++id) any = any || (*report.sites.find(id))->bounds.has_value();
  if (!any && !state.limit.limited()) return;
  std::erase_if(report.decoded.records, [&](uint32_t at) {
    printf::Record record = printf::read_record(report.buffer, at);
    const printf::Site& site = **report.sites.find(record.site);
    if (site.bounds) {
      report_bounds(device, report, record);
      return true;
    }
    // The same call in another pipeline is the same site.
    uint64_t key = uint64_t{reinterpret_cast<uintptr_t>(site.source.get())} * 0x9E3779B97F4A7C15u + site.span.begin;
    return !state.limit.admits(key);
  });
  state.over_limit = state.limit.refused();
}

}  // namespace

namespace {
// A callback that waits for something gets the rest of the messages before what comes after them.
void deliver_batch(const std::shared_ptr<PrintBatch>& batch) {
  if (batch->done()) return;
  batch->instance().deliveries().push_next([batch] { deliver_batch(batch); });
  batch->deliver();
}
}  // namespace

bool set_print_buffer_size(Device& device, uint64_t bytes) { return device.native().set_print_buffer_size(bytes); }

void deliver_prints(Device& device, hal::PrintReport&& report) {
  sort_out(device, report);
  Instance& instance = device.instance();
  uint64_t submission = device.queue().submission_of(report.serial), lost = report.decoded.lost, size = report.buffer_size;
  bool lost_unknown = report.lost_unknown, unread = report.unread;
  auto batch = std::make_shared<PrintBatch>(device, std::move(report));
  if (batch->size() > 0) instance.deliveries().push([batch = std::move(batch)] { deliver_batch(batch); });
  if (lost == 0 && !lost_unknown && !unread) return;
  device.count_lost_prints(lost);
  instance.deliveries().push([device = Ref<Device>(&device), lost, submission, size] {
    if (std::shared_ptr<Sink> sink = device->instance().sink()) sink->prints_lost(lost, submission, size, *device);
  });
  if (lost == 0 && !lost_unknown) return;
  std::string count = lost_unknown ? "an unknown number of shader messages"
                      : lost == 1  ? "1 shader message"
                                   : fmt::format("{} shader messages", lost);
  device.warn(print_messages_lost(Text{count}, submission, size, device.ref())
                  .help("raise printBufferSize of VitrineInstanceDescriptor, or VITRINE_PRINTF_BUFFER; `vitrine run` has --printf-buffer"));
}

}  // namespace vitrine::gpu
