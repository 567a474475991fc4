#include "gpu/surface.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/adapter.h"
#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/queue.h"
#include "gpu/silent.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

RULE(surface_source_count, Validation, "webgpu.h: surface creation", "",
     "the chain describes {0} windows, and a surface is made of exactly one", uint64_t);
RULE(surface_source_foreign, Validation, "webgpu.h: surface creation", "",
     "the chain has {0}, and surfaces of this platform are made of Xlib, XCB and Wayland windows", Name);
RULE(surface_source_null, Validation, "webgpu.h: surface creation", "", "{0} is {1}, and names no window", Name, Name);
RULE(surface_unusable, Validation, "webgpu.h: surfaces", "", "{0} cannot be used: making it failed", diag::ObjectRef);
RULE(surface_of_other_instance, Validation, "webgpu.h: surface capabilities", "",
     "{0} and {1} are of different instances", diag::ObjectRef, diag::ObjectRef);
RULE(surface_not_presentable, Validation, "webgpu.h: surface configuration", "", "{0} cannot present to {1}: {2}",
     diag::ObjectRef, diag::ObjectRef, Text);
RULE(surface_device_missing, Validation, "webgpu.h: surface configuration", "",
     "{0} is configured without a device, which leaves it unconfigured", diag::ObjectRef);
RULE(surface_option_unsupported, Validation, "webgpu.h: surface configuration", "",
     "the {0} is {1}, and {2} on {3} takes {4}", Text, Name, diag::ObjectRef, diag::ObjectRef, Text);
RULE(surface_size_zero, Validation, "webgpu.h: surface configuration", "", "{0} is configured {1} by {2}, and a frame of it has at least one texel",
     diag::ObjectRef, uint64_t, uint64_t);
RULE(surface_not_configured, Validation, "webgpu.h: surface presenting", "", "{0} is not configured", diag::ObjectRef);
RULE(surface_frame_pending, Validation, "webgpu.h: surface presenting", "",
     "{0} has given {1}, which is not presented yet", diag::ObjectRef, diag::ObjectRef);
RULE(surface_no_frame, Validation, "webgpu.h: surface presenting", "", "{0} has no current texture to present",
     diag::ObjectRef);

Surface::Surface(Instance& instance, std::string_view label)
    : Object(instance, ObjectKind::Surface, label, instance.next_ordinal(ObjectKind::Surface)), instance_(&instance) {}

Surface::~Surface() { unconfigure(); }

std::string Surface::traits() const {
  switch (source_.kind) {
    case hal::SurfaceSource::Kind::Xlib:
      return fmt::format("Xlib window {:#x}", source_.window);
    case hal::SurfaceSource::Kind::Xcb:
      return fmt::format("XCB window {:#x}", source_.window);
    case hal::SurfaceSource::Kind::Wayland:
      return "Wayland surface";
  }
  return {};
}

void Surface::error(diag::Diagnostic d) {
  if (device_) {
    device_->raise(std::move(d));
  } else {
    instance_->report(Device::attributed(std::move(d)), nullptr, /*scoped=*/false, /*to_log=*/true);
  }
}

Ref<Surface> Surface::create(Instance& instance, std::string_view label, const SurfaceSources& sources) {
  Ref<Surface> surface = make<Surface>(instance, label);
  diag::Requirements unmet = begin_requirements();
  Path path("descriptor");
  size_t count = sources.known.size() + sources.foreign.size();
  REQUIRE(unmet, count == 1,
          surface_source_count(count).at(path).help(
              "chain one of SurfaceSourceXlibWindow, SurfaceSourceXCBWindow and SurfaceSourceWaylandSurface"));
  for (std::string_view f : sources.foreign) unmet.fail(surface_source_foreign(Name{std::string(f)}).at(path));
  for (const hal::SurfaceSource& s : sources.known) {
    using Kind = hal::SurfaceSource::Kind;
    REQUIRE(unmet, s.display,
            surface_source_null(Name{s.kind == Kind::Xcb ? "connection" : "display"}, Name{"null"}).at(path));
    if (s.kind == Kind::Wayland) {
      REQUIRE(unmet, s.surface, surface_source_null(Name{"surface"}, Name{"null"}).at(path));
    } else {
      REQUIRE(unmet, s.window, surface_source_null(Name{"window"}, Name{"0"}).at(path));
    }
    surface->source_ = s;
  }
  if (!unmet.ok()) {
    surface->failure_ = Device::attributed(unmet.take());
    instance.report(surface->failure_, nullptr, /*scoped=*/false, /*to_log=*/true);
  }
  return surface;
}

bool Surface::check_usable(diag::Requirements& unmet) {
  return REQUIRE(unmet, !failure_, surface_unusable(ref()).cause(failure_));
}

// ---- capabilities ----

hal::Result<hal::Surface*> Surface::native(hal::Instance& backend) {
  for (Native& n : natives_)
    if (n.backend == backend.backend()) return n.surface.get();
  auto made = backend.create_surface(source_);
  if (!made) return hal::Result<hal::Surface*>(tl::unexpect, made.error());
  natives_.push_back({backend.backend(), std::move(*made)});
  return natives_.back().surface.get();
}

namespace {
std::string in_words(const hal::Error& e) {
  std::string out = e.call.function.empty() ? std::string() : e.call.function + " gives " + e.call.result;
  if (!e.detail.empty()) out += (out.empty() ? "" : ", ") + e.detail;
  return out;
}
constexpr std::string_view kNoSupport = "the driver does not support its window system";
constexpr std::string_view kNoMore = "the driver did before and does not now, as when the window is destroyed";
}  // namespace

std::string Surface::refusal(Instance& asked, hal::Instance& backend, hal::Adapter& adapter) {
  if (&asked != instance_.get()) return "the surface is of another instance";
  if (failure_) return "making the surface failed";
  std::lock_guard lock(mutex_);
  auto surface = native(backend);
  if (!surface) return in_words(surface.error());
  auto c = (*surface)->capabilities(adapter);
  if (!c) return in_words(c.error());
  return c->formats.empty() ? std::string(kNoSupport) : std::string();
}

hal::Result<hal::SurfaceCapabilities> Surface::native_capabilities(hal::Instance& backend, Adapter& adapter) {
  auto surface = native(backend);
  if (!surface) return hal::Result<hal::SurfaceCapabilities>(tl::unexpect, surface.error());
  return (*surface)->capabilities(adapter.native());
}

std::optional<hal::SurfaceCapabilities> Surface::get_capabilities(Adapter* adapter) {
  hal::Instance* backend = adapter ? &instance_->native(adapter->backend_type()) : nullptr;
  std::lock_guard lock(mutex_);
  diag::Requirements unmet = begin_requirements();
  if (REQUIRE(unmet, adapter, object_missing_here("the adapter").at(Path("adapter"))) && check_usable(unmet) &&
      REQUIRE(unmet, &adapter->instance() == instance_.get(), surface_of_other_instance(ref(), adapter->ref()))) {
    auto c = native_capabilities(*backend, *adapter);
    if (c) return std::move(*c);
    unmet.fail(surface_not_presentable(adapter->ref(), ref(), Text{in_words(c.error())}));
  }
  instance_->report(Device::attributed(unmet.take()), nullptr, /*scoped=*/false, /*to_log=*/true);
  return std::nullopt;
}

// ---- configuration ----

void Surface::drop_frame() {
  if (!current_) return;
  (void)current_->take_native();
  current_.reset();
}

void Surface::unconfigure() {
  std::lock_guard lock(mutex_);
  drop_frame();
  if (SilentChecks* checks = device_ && !device_->lost() ? device_->silent_checks() : nullptr) checks->unconfigured(*this);
  if (configured_) configured_->unconfigure();
  configured_ = nullptr;
  device_.reset();
  refused_.reset();
}

namespace {
template <class Gpu, class Hal>
std::string list(const std::vector<Hal>& values) {
  std::string out;
  for (Hal v : values) out += (out.empty() ? "" : ", ") + shown(static_cast<Gpu>(v));
  return out.empty() ? "none" : out;
}
template <class Hal, class Gpu>
bool contains(const std::vector<Hal>& values, Gpu value) {
  return std::find(values.begin(), values.end(), static_cast<Hal>(value)) != values.end();
}

TextureDescriptor texture_descriptor(const SurfaceConfiguration& c, std::string_view label) {
  TextureDescriptor d;
  d.label = label;
  d.size = {c.width, c.height, 1};
  d.mip_level_count = d.sample_count = 1;
  d.dimension = TextureDimension::e2D;
  d.format = c.format;
  d.usage = c.usage;
  d.view_formats = c.view_formats;
  return d;
}
}  // namespace

void Surface::configure(const SurfaceConfiguration& config) {
  hal::Instance* backend = config.device ? &instance_->native(config.device->adapter().backend_type()) : nullptr;
  std::lock_guard lock(mutex_);
  drop_frame();
  Device* device = config.device;
  Ref<Device> before = std::exchange(device_, nullptr);
  refused_.reset();
  auto let_go = [&] {
    if (configured_) configured_->unconfigure();
    configured_ = nullptr;
  };
  if (!device) {
    let_go();
    refused_ = Device::attributed(surface_device_missing(ref()).at(Path("config").member("device")));
    instance_->report(refused_, nullptr, /*scoped=*/false, /*to_log=*/true);
    return;
  }
  Path path("config");
  Adapter& adapter = device->adapter();
  diag::Requirements unmet = begin_requirements();
  hal::SurfaceCapabilities c;
  bool known = check_usable(unmet) &&
               REQUIRE(unmet, &device->instance() == instance_.get(), surface_of_other_instance(ref(), device->ref()));
  if (known && !device->lost()) {
    auto found = native_capabilities(*backend, adapter);
    if (found) c = std::move(*found);
    std::string reason = found ? std::string(before ? kNoMore : kNoSupport) : in_words(found.error());
    known = REQUIRE(unmet, !c.formats.empty(), surface_not_presentable(adapter.ref(), ref(), Text{reason}).at(path));
  }
  if (known && !device->lost()) {
    auto option = [&](bool ok, std::string_view member, std::string_view what, std::string found, std::string takes) {
      REQUIRE(unmet, ok,
              surface_option_unsupported(Text{std::string(what)}, Name{found}, ref(), adapter.ref(), Text{takes})
                  .at(path.member(member)));
    };
    option(contains(c.present_modes, config.present_mode), "presentMode", "present mode", shown(config.present_mode),
           list<PresentMode>(c.present_modes));
    option(config.alpha_mode == CompositeAlphaMode::Auto || contains(c.alpha_modes, config.alpha_mode), "alphaMode",
           "alpha mode", shown(config.alpha_mode), list<CompositeAlphaMode>(c.alpha_modes));
    option(contains(c.formats, config.format), "format", "format", shown(config.format),
           list<TextureFormat>(c.formats));
    option((config.usage & ~uint64_t{c.usages}) == 0, "usage", "usage", texture_usage_text(config.usage),
           texture_usage_text(c.usages));
    option(!config.display_p3, "colorSpace", "color space", "display-p3", "srgb");
    option(!config.extended_tones, "toneMappingMode", "tone mapping mode", "extended", "standard");
    bool sized = REQUIRE(unmet, config.width && config.height,
                         surface_size_zero(ref(), config.width, config.height)
                             .at(path.member(config.width ? "height" : "width"))
                             .help("a minimised window may have no size: leave the surface as it is and draw nothing until it has one"));
    TextureDescriptor texture = texture_descriptor(config, {});
    if (!sized) texture.size = {1, 1, 1};  // the rest of it
    validate_texture_descriptor(*device, texture, path, unmet);
  }
  if (!unmet.ok()) {
    let_go();
    refused_ = device->raise(unmet);
    return;
  }
  if (device->lost()) {  // configured all the same: its frames are of no use
    let_go();
    device_ = device;
    config_ = config;
    return;
  }
  hal::Surface* surface = *native(*backend);
  if (configured_ && configured_ != surface) let_go();
  configured_ = surface;
  std::vector<hal::TextureFormat> view_formats;
  for (TextureFormat f : config.view_formats) view_formats.push_back(static_cast<hal::TextureFormat>(f));
  std::string name = label();
  hal::Status ok =
      surface->configure(device->native(), {name, static_cast<hal::TextureFormat>(config.format),
                                            static_cast<hal::TextureUsages>(config.usage), config.width, config.height,
                                            view_formats, static_cast<hal::CompositeAlphaMode>(config.alpha_mode),
                                            static_cast<hal::PresentMode>(config.present_mode)});
  if (!ok) {
    configured_ = nullptr;
    refused_ = device->raise(device->from_native(ok.error(), "the images of a window"));
    if (!device->lost()) return;
  }
  device_ = device;
  config_ = config;
}

// ---- presenting ----

Surface::Frame Surface::get_current_texture() {
  using Status = SurfaceGetCurrentTextureStatus;
  std::lock_guard lock(mutex_);
  diag::Requirements unmet = begin_requirements();
  if (check_usable(unmet)) {
    REQUIRE(unmet, device_, surface_not_configured(ref()).cause(refused_).help("call wgpuSurfaceConfigure first"));
    REQUIRE(
        unmet, !current_,
        with_creation(surface_frame_pending(ref(), current_->ref()).help("call wgpuSurfacePresent first"), *current_));
  }
  if (!unmet.ok()) {
    error(unmet.take());
    return {};
  }
  std::string name = label();
  Frame frame;
  auto deliver = [&](Status status) {
    frame.status = status;
    current_ = frame.texture = make<Texture>(*device_, texture_descriptor(config_, name));
  };
  auto acquired = device_->lost()
                      ? hal::Result<hal::Acquired>(tl::unexpect, hal::Error{hal::ErrorKind::DeviceLost, {}, {}})
                      : configured_->acquire();
  if (!acquired) {
    if (acquired.error().kind != hal::ErrorKind::DeviceLost) {
      error(device_->from_native(acquired.error(), "the image of a window"));
      return {};
    }
    deliver(Status::SuccessOptimal);
    frame.texture->fail(device_->lost_cause());
    return frame;
  }
  switch (acquired->status) {
    case hal::AcquireStatus::Optimal:
      deliver(Status::SuccessOptimal);
      break;
    case hal::AcquireStatus::Suboptimal:
      deliver(Status::SuccessSuboptimal);
      break;
    case hal::AcquireStatus::Timeout:
      frame.status = Status::Timeout;
      return frame;
    case hal::AcquireStatus::Outdated:
      frame.status = Status::Outdated;
      return frame;
    case hal::AcquireStatus::Lost:
      frame.status = Status::Lost;
      return frame;
  }
  frame.texture->present_from(std::move(acquired->texture));
  return frame;
}

bool Surface::present() {
  std::lock_guard lock(mutex_);
  diag::Requirements unmet = begin_requirements();
  if (check_usable(unmet) && REQUIRE(unmet, device_, surface_not_configured(ref()).cause(refused_))) {
    REQUIRE(unmet, current_,
            surface_no_frame(ref()).help("call wgpuSurfaceGetCurrentTexture first, and present only what it gave"));
  }
  if (!unmet.ok()) {
    error(unmet.take());
    return false;
  }
  if (SilentChecks* checks = device_->silent_checks(); checks && current_->usable() && !device_->lost())
    checks->presented(*this, *current_);
  std::unique_ptr<hal::Texture> texture = current_->take_native();
  current_.reset();
  if (!texture || device_->lost()) return true;
  hal::Status ok = configured_->present(*texture);
  if (!ok && ok.error().kind != hal::ErrorKind::DeviceLost)
    device_->raise(device_->from_native(ok.error(), "presenting to " + diag::to_text(ref())));
  return true;
}

}  // namespace vitrine::gpu
