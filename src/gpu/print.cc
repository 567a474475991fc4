#include "gpu/print.h"

#include <fmt/format.h>

#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/queue.h"
#include "hal/hal.h"
#include "printf/records.h"

namespace vitrine::gpu {

using diag::Text;

RULE(print_messages_lost, Warning, "", "",
     "{0} of submission {1} found no room in the print buffer of {2} bytes on {3}", Text, uint64_t, uint64_t,
     diag::ObjectRef);

namespace {

uint64_t stage_flag(printf::Stage s) {
  return s == printf::Stage::Vertex ? ShaderStage::Vertex : s == printf::Stage::Fragment ? ShaderStage::Fragment
                                                                                          : ShaderStage::Compute;
}

std::shared_ptr<PrintMessage> to_message(const hal::PrintReport& report, const printf::Record& record) {
  printf::Message from = printf::make_message(record, report.buffer, report.sites);
  if (!from.site) return nullptr;
  const printf::Site& site = *from.site;
  auto m = std::make_shared<PrintMessage>();
  m->text = std::move(from.text);
  m->format = site.format.text;
  m->module_label = site.module_label;
  m->line = site.line;
  m->column = site.column;
  m->column_utf16 = site.source ? site.source->position(site.span.begin).column_utf16 : site.column;
  m->entry_point = site.entry_point;
  m->stage = static_cast<uint32_t>(stage_flag(site.stage));
  std::copy(std::begin(from.invocation), std::end(from.invocation), m->invocation);
  if (from.command < report.commands.size()) {
    const hal::PrintCommand& c = report.commands[from.command];
    m->pipeline = c.pipeline_label;
    m->pass = c.pass_label;
    m->groups = c.groups;
    m->command = c.command_in_pass;
  }
  size_t at = 0;
  for (const printf::Type& type : site.arguments) {
    PrintMessage::Argument& a = m->arguments.emplace_back();
    a.type = printf::to_text(type);
    a.scalars = type.flat();
    size_t count = at < from.words.size() ? std::min(a.scalars.size(), from.words.size() - at) : 0;
    a.words.assign(from.words.begin() + static_cast<ptrdiff_t>(at), from.words.begin() + static_cast<ptrdiff_t>(at + count));
    a.words.resize(a.scalars.size());
    at += count;
  }
  return m;
}

}  // namespace

void deliver_prints(Device& device, const hal::PrintReport& report) {
  Instance& instance = device.instance();
  uint64_t submission = device.queue().submission_of(report.serial);
  auto deliver = [&](std::shared_ptr<PrintMessage> m) {
    m->submission = submission;
    m->partial = report.partial;
    instance.deliveries().push([device = Ref<Device>(&device), m = std::move(m)] {
      Instance& to = device->instance();
      if (std::shared_ptr<Sink> sink = to.sink()) sink->print(*m, *device);
      to.log().message(diag::Level::Info, "shader debugPrintf", m->text);
    });
  };
  for (const printf::Record& record : report.decoded.records)
    if (std::shared_ptr<PrintMessage> m = to_message(report, record)) deliver(std::move(m));
  for (const std::string& text : report.texts) {
    auto m = std::make_shared<PrintMessage>();
    m->text = text;
    m->native_route = true;
    deliver(std::move(m));
  }
  uint64_t lost = report.decoded.lost;
  if (lost == 0 && !report.lost_unknown) return;
  device.count_lost_prints(lost);
  instance.deliveries().push([device = Ref<Device>(&device), lost, submission, size = report.buffer_size] {
    if (std::shared_ptr<Sink> sink = device->instance().sink()) sink->prints_lost(lost, submission, size, *device);
  });
  std::string count = report.lost_unknown ? "an unknown number of shader messages"
                      : lost == 1         ? "1 shader message"
                                          : fmt::format("{} shader messages", lost);
  device.warn(print_messages_lost(Text{count}, submission, report.buffer_size, device.ref())
                  .help("raise printBufferSize of VitrineInstanceDescriptor, or VITRINE_PRINTF_BUFFER"));
}

}  // namespace vitrine::gpu
