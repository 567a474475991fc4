#include "gpu/object.h"

#include "gpu/call.h"
#include "gpu/device.h"
#include "gpu/instance.h"

namespace vitrine::gpu {

std::string_view to_text(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::Instance: return "instance";
    case ObjectKind::Adapter: return "adapter";
    case ObjectKind::Device: return "device";
    case ObjectKind::Queue: return "queue";
    case ObjectKind::Buffer: return "buffer";
    case ObjectKind::Texture: return "texture";
    case ObjectKind::TextureView: return "texture view";
    case ObjectKind::Sampler: return "sampler";
    case ObjectKind::ExternalTexture: return "external texture";
    case ObjectKind::BindGroupLayout: return "bind group layout";
    case ObjectKind::BindGroup: return "bind group";
    case ObjectKind::PipelineLayout: return "pipeline layout";
    case ObjectKind::ShaderModule: return "shader module";
    case ObjectKind::ComputePipeline: return "compute pipeline";
    case ObjectKind::RenderPipeline: return "render pipeline";
    case ObjectKind::CommandEncoder: return "command encoder";
    case ObjectKind::ComputePassEncoder: return "compute pass";
    case ObjectKind::RenderPassEncoder: return "render pass";
    case ObjectKind::RenderBundleEncoder: return "render bundle encoder";
    case ObjectKind::CommandBuffer: return "command buffer";
    case ObjectKind::RenderBundle: return "render bundle";
    case ObjectKind::QuerySet: return "query set";
    case ObjectKind::Surface: return "surface";
  }
  return "object";
}

Object::Object(Instance& instance, ObjectKind kind, std::string_view label, uint64_t ordinal)
    : instance_(&instance),
      kind_(kind),
      ordinal_(ordinal),
      label_(label),
      created_at_(current_call_token(CallSiteMoment::Create)) {}

Object::~Object() = default;

std::string Object::label() const {
  std::lock_guard lock(instance_->label_mutex());
  return label_;
}

diag::CallSite Object::created_at() const { return instance_->call_site(created_at_); }

void Object::set_label(std::string_view label) {
  {
    std::lock_guard lock(instance_->label_mutex());
    label_ = label;
  }
  on_label(label);
}

diag::ObjectRef Object::ref() const { return {std::string(to_text(kind_)), label(), ordinal_, traits(), created_at()}; }

uint64_t next_user() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

DeviceObject::DeviceObject(Device& device, ObjectKind kind, std::string_view label)
    : Object(device.instance(), kind, label, device.next_ordinal(kind)), device_(&device) {
  if (Linter* l = device.instance().linter()) l->born(*this);
}

DeviceObject::~DeviceObject() {
  if (Linter* l = instance().linter()) l->gone(*this);
}

diag::Diagnostic&& follow_on(diag::Diagnostic&& d, const DeviceObject& object) {
  const diag::DiagnosticPtr& failure = object.failure();
  if (!failure) return std::move(d);
  for (const diag::ObjectRef& link : failure->chain()) std::move(d).about(link);
  // What failed itself has no chain: then the command that found it is the first link.
  if (failure->chain().empty()) {
    std::string pass;
    for (const diag::Context& c : failure->context()) {
      if (c.kind == diag::ContextKind::Pass)
        pass = c.text.empty() ? " of pass #" + std::to_string(c.index) : " of pass \"" + c.text + "\"";
      if (c.kind != diag::ContextKind::Command) continue;
      std::move(d).about({c.text.substr(0, c.text.find('(')) + ", command " + std::to_string(c.index) + pass, {}, 0, {}, {}});
    }
  }
  std::move(d).about(object.ref()).cause(failure);
  return std::move(d);
}

diag::Diagnostic&& with_creation(diag::Diagnostic&& d, const Object& object) {
  if (diag::CallSite site = object.created_at(); site.token) std::move(d).note(object.ref(), "created here", site);
  return std::move(d);
}

}  // namespace vitrine::gpu
