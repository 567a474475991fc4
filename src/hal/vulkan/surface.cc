#include "hal/vulkan/surface.h"

#include <dlfcn.h>

#include <algorithm>
#include <utility>

#include "hal/vulkan/format.h"
#include "hal/vulkan/texture.h"

namespace vitrine::hal::vulkan {
namespace {

// The structs of vulkan_xlib.h, vulkan_xcb.h and vulkan_wayland.h, without the headers of the window systems.
struct XlibSurfaceCreateInfo {
  VkStructureType type = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR;
  const void* next = nullptr;
  VkFlags flags = 0;
  void* display = nullptr;
  unsigned long window = 0;
};
struct XcbSurfaceCreateInfo {
  VkStructureType type = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR;
  const void* next = nullptr;
  VkFlags flags = 0;
  void* connection = nullptr;
  uint32_t window = 0;
};
struct WaylandSurfaceCreateInfo {
  VkStructureType type = VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR;
  const void* next = nullptr;
  VkFlags flags = 0;
  void* display = nullptr;
  void* surface = nullptr;
};

// The connection below an Xlib display, which every driver knows how to present to; not all know Xlib's own.
void* xcb_connection(void* display) {
  static void* const library = dlopen("libX11-xcb.so.1", RTLD_NOW);
  if (!library) return nullptr;
  auto get = reinterpret_cast<void* (*)(void*)>(dlsym(library, "XGetXCBConnection"));
  return get ? get(display) : nullptr;
}

// An acquire gives up after this long: the window may be hidden.
constexpr uint64_t kAcquireTimeout = 1'000'000'000;

struct NativeFormat {
  VkFormat vk;
  TextureFormat format;
};
// In our order of preference: what a canvas prefers comes first.
constexpr NativeFormat kFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, TextureFormat::BGRA8Unorm},
    {VK_FORMAT_R8G8B8A8_UNORM, TextureFormat::RGBA8Unorm},
    {VK_FORMAT_B8G8R8A8_SRGB, TextureFormat::BGRA8UnormSrgb},
    {VK_FORMAT_R8G8B8A8_SRGB, TextureFormat::RGBA8UnormSrgb},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, TextureFormat::RGB10A2Unorm},
};

VkPresentModeKHR to_vk(PresentMode m) {
  switch (m) {
    case PresentMode::Fifo:
      return VK_PRESENT_MODE_FIFO_KHR;
    case PresentMode::FifoRelaxed:
      return VK_PRESENT_MODE_FIFO_RELAXED_KHR;
    case PresentMode::Immediate:
      return VK_PRESENT_MODE_IMMEDIATE_KHR;
    case PresentMode::Mailbox:
      return VK_PRESENT_MODE_MAILBOX_KHR;
  }
  return VK_PRESENT_MODE_FIFO_KHR;
}

struct NativeAlpha {
  VkCompositeAlphaFlagBitsKHR vk;
  CompositeAlphaMode mode;
};
constexpr NativeAlpha kAlphaModes[] = {
    {VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, CompositeAlphaMode::Opaque},
    {VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR, CompositeAlphaMode::Premultiplied},
    {VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR, CompositeAlphaMode::Unpremultiplied},
    {VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR, CompositeAlphaMode::Inherit},
};

VkCompositeAlphaFlagBitsKHR pick_alpha(CompositeAlphaMode wanted, VkCompositeAlphaFlagsKHR offered) {
  for (const NativeAlpha& a : kAlphaModes)
    if ((wanted == a.mode || wanted == CompositeAlphaMode::Auto) && (offered & a.vk)) return a.vk;
  return VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
}

TextureUsages from_vk(VkImageUsageFlags v) {
  TextureUsages u = 0;
  if (v & VK_IMAGE_USAGE_TRANSFER_SRC_BIT) u |= texture_usage::kCopySrc;
  if (v & VK_IMAGE_USAGE_TRANSFER_DST_BIT) u |= texture_usage::kCopyDst;
  if (v & VK_IMAGE_USAGE_SAMPLED_BIT) u |= texture_usage::kTextureBinding;
  if (v & VK_IMAGE_USAGE_STORAGE_BIT) u |= texture_usage::kStorageBinding;
  if (v & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT) u |= texture_usage::kRenderAttachment;
  return u;
}

VkImageUsageFlags to_vk(TextureUsages u) {
  VkImageUsageFlags v = VK_IMAGE_USAGE_TRANSFER_DST_BIT;  // zeroing
  if (u & texture_usage::kCopySrc) v |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  if (u & texture_usage::kTextureBinding) v |= VK_IMAGE_USAGE_SAMPLED_BIT;
  if (u & texture_usage::kStorageBinding) v |= VK_IMAGE_USAGE_STORAGE_BIT;
  if (u & texture_usage::kRenderAttachment) v |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  return v;
}

class VulkanSurface final : public Surface {
 public:
  explicit VulkanSurface(InstanceRef instance) : instance_(std::move(instance)) {}
  ~VulkanSurface() override {
    unconfigure();
    if (handle && !abandoned_) instance_->vk.vkDestroySurfaceKHR(instance_->handle, handle, nullptr);
  }
  Result<SurfaceCapabilities> capabilities(Adapter& adapter) override;
  Status configure(Device& device, const SurfaceConfig& config) override;
  void unconfigure() override;
  Result<Acquired> acquire() override;
  Status present(Texture& texture) override;

  VkSurfaceKHR handle = VK_NULL_HANDLE;

 private:
  // Signalled when an image may be used; free again once the submission that waited for it is over.
  struct Ready {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    uint64_t serial = 0;
  };
  // What a window system says about itself, or that it is gone.
  CallResult read(VkPhysicalDevice device, VkSurfaceCapabilitiesKHR* c) const {
    return HAL_CALL(instance_->faults, instance_->vk, vkGetPhysicalDeviceSurfaceCapabilitiesKHR, device, handle, c);
  }
  struct Swapchain {
    VkSwapchainKHR handle = VK_NULL_HANDLE;
    std::vector<VkImage> images;
    std::vector<VkSemaphore> done;  // one an image: rendered, to be shown
    std::vector<Ready> ready;
    size_t next_ready = 0;
  };
  Status make_swapchain(const VkSurfaceCapabilitiesKHR& c, VkSwapchainKHR old);
  void release(Swapchain& chain);
  Result<VkSemaphore> make_semaphore();
  std::unique_ptr<VulkanTexture> image_texture(uint32_t index);
  static bool gone(CallResult r) { return r.result == VK_ERROR_SURFACE_LOST_KHR; }

  InstanceRef instance_;
  VulkanDevice* device_ = nullptr;  // while configured
  std::string label_;
  TextureFormat format_ = TextureFormat::Undefined;
  TextureUsages usage_ = 0;
  Extent3D size_;  // of the textures
  std::vector<TextureFormat> view_formats_;
  CompositeAlphaMode alpha_mode_ = CompositeAlphaMode::Auto;
  PresentMode present_mode_ = PresentMode::Fifo;

  Swapchain chain_;
  VkExtent2D extent_{};  // of the images
  bool direct_ = true;   // textures are the images; else they are copied when presented
  bool suboptimal_ = false, outdated_ = false, lost_ = false;
  bool abandoned_ = false;  // a swapchain of it could not be destroyed
  // The frame: which image, and its texture where the program draws to another.
  uint32_t index_ = 0;
  bool acquired_ = false;
  std::unique_ptr<VulkanTexture> image_;
};

Result<SurfaceCapabilities> VulkanSurface::capabilities(Adapter& adapter) {
  const AdapterState& a = state_of(adapter);
  SurfaceCapabilities out;
  if (!a.has_extension("VK_KHR_swapchain")) return out;
  const InstanceTable& vk = instance_->vk;
  VkBool32 supported = VK_FALSE;
  CallResult r = HAL_CALL(instance_->faults, vk, vkGetPhysicalDeviceSurfaceSupportKHR, a.handle, a.queue_family, handle,
                          &supported);
  if (!r) return Failure<Error>(to_error(r, "asking the window"));
  if (!supported) return out;
  VkSurfaceCapabilitiesKHR c{};
  r = read(a.handle, &c);
  if (!r) return Failure<Error>(to_error(r, "asking the window"));
  if (!(c.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT)) return out;
  uint32_t n = 0;
  r = HAL_CALL(instance_->faults, vk, vkGetPhysicalDeviceSurfaceFormatsKHR, a.handle, handle, &n, nullptr);
  if (!r) return Failure<Error>(to_error(r, "asking the window"));
  std::vector<VkSurfaceFormatKHR> formats(n);
  r = HAL_CALL(instance_->faults, vk, vkGetPhysicalDeviceSurfaceFormatsKHR, a.handle, handle, &n, formats.data());
  if (!r) return Failure<Error>(to_error(r, "asking the window"));
  formats.resize(n);
  n = 0;
  r = HAL_CALL(instance_->faults, vk, vkGetPhysicalDeviceSurfacePresentModesKHR, a.handle, handle, &n, nullptr);
  if (!r) return Failure<Error>(to_error(r, "asking the window"));
  std::vector<VkPresentModeKHR> modes(n);
  r = HAL_CALL(instance_->faults, vk, vkGetPhysicalDeviceSurfacePresentModesKHR, a.handle, handle, &n, modes.data());
  if (!r) return Failure<Error>(to_error(r, "asking the window"));
  modes.resize(n);
  for (const NativeFormat& f : kFormats)
    if (std::any_of(formats.begin(), formats.end(), [&](const VkSurfaceFormatKHR& s) {
          return s.format == f.vk && s.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
        }))
      out.formats.push_back(f.format);
  if (out.formats.empty()) return out;
  for (PresentMode m : {PresentMode::Fifo, PresentMode::FifoRelaxed, PresentMode::Mailbox, PresentMode::Immediate})
    if (std::find(modes.begin(), modes.end(), to_vk(m)) != modes.end()) out.present_modes.push_back(m);
  for (const NativeAlpha& alpha : kAlphaModes)
    if (c.supportedCompositeAlpha & alpha.vk) out.alpha_modes.push_back(alpha.mode);
  out.usages = from_vk(c.supportedUsageFlags);
  return out;
}

Result<VkSemaphore> VulkanSurface::make_semaphore() {
  VulkanDevice& d = *device_;
  VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateSemaphore, d.handle, &info, nullptr, &semaphore);
  if (!r) return Failure<Error>(d.error(r, "a swapchain"));
  return semaphore;
}

Status VulkanSurface::configure(Device& device, const SurfaceConfig& config) {
  auto& d = static_cast<VulkanDevice&>(device);
  LostScope scope(d);
  if (device_ != &d) unconfigure();
  image_.reset();
  acquired_ = false;
  device_ = &d;
  label_ = config.label;
  format_ = config.format;
  usage_ = config.usage;
  size_ = {config.width, config.height, 1};
  view_formats_.assign(config.view_formats.begin(), config.view_formats.end());
  std::erase(view_formats_, format_);
  alpha_mode_ = config.alpha_mode;
  present_mode_ = config.present_mode;
  suboptimal_ = outdated_ = lost_ = false;
  VkSurfaceCapabilitiesKHR c{};
  CallResult r = read(d.adapter->handle, &c);
  Status made;
  if (!r) {
    if (gone(r))
      lost_ = true;  // the next acquire says so
    else
      made = Failure<Error>(d.error(r, "asking the window"));
  }
  // The new swapchain takes over from the old one.
  Swapchain old = std::exchange(chain_, {});
  if (r && made) made = make_swapchain(c, old.handle);
  release(old);
  if (!made) unconfigure();
  return made;
}

Status VulkanSurface::make_swapchain(const VkSurfaceCapabilitiesKHR& c, VkSwapchainKHR old) {
  VulkanDevice& d = *device_;
  extent_ = c.currentExtent;
  if (extent_.width == ~0u)  // the window takes the size of what it shows
    extent_ = {std::clamp(size_.width, c.minImageExtent.width, c.maxImageExtent.width),
               std::clamp(size_.height, c.minImageExtent.height, c.maxImageExtent.height)};
  if (extent_.width == 0 || extent_.height == 0) {
    outdated_ = true;  // minimised
    return {};
  }
  bool scaled = extent_.width != size_.width || extent_.height != size_.height;
  direct_ = !scaled && view_formats_.empty();
  suboptimal_ = scaled;
  VkFormat vk_format = d.native_format(format_);
  VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
  info.surface = handle;
  info.minImageCount = std::max(c.minImageCount + 1, 3u);
  if (c.maxImageCount) info.minImageCount = std::min(info.minImageCount, c.maxImageCount);
  info.imageFormat = vk_format;
  info.imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
  info.imageExtent = extent_;
  info.imageArrayLayers = 1;
  info.imageUsage = to_vk(direct_ ? usage_ : TextureUsages{0});
  info.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.preTransform = c.currentTransform;
  info.compositeAlpha = pick_alpha(alpha_mode_, c.supportedCompositeAlpha);
  info.presentMode = to_vk(present_mode_);
  info.clipped = VK_TRUE;
  info.oldSwapchain = old;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateSwapchainKHR, d.handle, &info, nullptr, &chain_.handle);
  if (!r) {
    chain_.handle = VK_NULL_HANDLE;
    if (gone(r)) {
      lost_ = true;
      return {};
    }
    return Failure<Error>(
        d.error(r, "a swapchain of " + std::to_string(extent_.width) + "x" + std::to_string(extent_.height)));
  }
  uint32_t n = 0;
  r = HAL_CALL(d.faults, d.vk, vkGetSwapchainImagesKHR, d.handle, chain_.handle, &n, nullptr);
  if (r) {
    chain_.images.resize(n);
    r = HAL_CALL(d.faults, d.vk, vkGetSwapchainImagesKHR, d.handle, chain_.handle, &n, chain_.images.data());
    chain_.images.resize(n);
  }
  if (!r) return Failure<Error>(d.error(r, "a swapchain"));
  for (size_t i = 0; i < chain_.images.size(); ++i) {
    d.name(VK_OBJECT_TYPE_IMAGE, chain_.images[i], label_);
    auto done = make_semaphore();
    if (!done) return Failure<Error>(done.error());
    chain_.done.push_back(*done);
  }
  for (size_t i = 0; i <= chain_.images.size(); ++i) {
    auto ready = make_semaphore();
    if (!ready) return Failure<Error>(ready.error());
    chain_.ready.push_back({*ready, 0});
  }
  return {};
}

// Nothing tells when the window system is done with an image but the end of all work.
void VulkanSurface::release(Swapchain& chain) {
  if (!chain.handle) return;
  VulkanDevice& d = *device_;
  VulkanQueue& q = d.vulkan_queue();
  (void)q.wait(q.submitted_serial(), ~uint64_t{0});  // the watchdog bounds it
  if (!q.wait_idle()) {
    // Left to the process, as the device is.
    abandoned_ = true;
    chain = {};
    return;
  }
  for (VkSemaphore s : chain.done) d.vk.vkDestroySemaphore(d.handle, s, nullptr);
  for (Ready& r : chain.ready) d.vk.vkDestroySemaphore(d.handle, r.semaphore, nullptr);
  d.vk.vkDestroySwapchainKHR(d.handle, chain.handle, nullptr);
  chain = {};
}

void VulkanSurface::unconfigure() {
  if (!device_) return;
  image_.reset();
  acquired_ = false;
  release(chain_);
  device_ = nullptr;
}

std::unique_ptr<VulkanTexture> VulkanSurface::image_texture(uint32_t index) {
  TextureDesc desc;
  desc.label = label_;
  desc.format = format_;
  desc.size = {extent_.width, extent_.height, 1};
  desc.usage = usage_;
  auto t = std::make_unique<VulkanTexture>(*device_, desc);
  t->handle = chain_.images[index];
  t->borrowed = true;
  t->vk_format = device_->native_format(format_);
  // The wait for the image stands before every stage; the first barrier goes on from there.
  t->state(0, 0).access.read_stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  return t;
}

Result<Acquired> VulkanSurface::acquire() {
  Acquired out;
  if (lost_ || !device_) {
    out.status = AcquireStatus::Lost;
    return out;
  }
  if (outdated_ || !chain_.handle) {
    out.status = AcquireStatus::Outdated;
    return out;
  }
  VulkanDevice& d = *device_;
  LostScope scope(d);
  if (d.lost()) return Failure<Error>(d.lost_error());
  Ready& ready = chain_.ready[chain_.next_ready];
  auto free = d.vulkan_queue().wait(ready.serial, ~uint64_t{0});
  if (!free) return Failure<Error>(free.error());
  if (d.lost()) return Failure<Error>(d.lost_error());
  // The texture comes first: an image, once acquired, has to be presented.
  std::unique_ptr<Texture> texture;
  if (!direct_) {
    auto made = d.create_texture(
        {label_, TextureDimension::D2, format_, size_, 1, 1, usage_ | texture_usage::kCopySrc, view_formats_});
    if (!made) return Failure<Error>(made.error());
    texture = std::move(*made);
  }
  CallResult r = HAL_CALL(d.faults, d.vk, vkAcquireNextImageKHR, d.handle, chain_.handle, kAcquireTimeout,
                          ready.semaphore, VK_NULL_HANDLE, &index_);
  switch (r.result) {
    case VK_SUCCESS:
      break;
    case VK_SUBOPTIMAL_KHR:
      suboptimal_ = true;
      break;
    case VK_TIMEOUT:
    case VK_NOT_READY:
      out.status = AcquireStatus::Timeout;
      return out;
    case VK_ERROR_OUT_OF_DATE_KHR:
      outdated_ = true;
      out.status = AcquireStatus::Outdated;
      return out;
    case VK_ERROR_SURFACE_LOST_KHR:
      lost_ = true;
      out.status = AcquireStatus::Lost;
      return out;
    default:
      return Failure<Error>(d.error(r, "acquiring an image of the window"));
  }
  ready.serial = d.vulkan_queue().wait_before_next(ready.semaphore);
  chain_.next_ready = (chain_.next_ready + 1) % chain_.ready.size();
  acquired_ = true;
  out.status = suboptimal_ ? AcquireStatus::Suboptimal : AcquireStatus::Optimal;
  if (direct_) {
    texture = image_texture(index_);
  } else {
    image_ = image_texture(index_);
  }
  out.texture = std::move(texture);
  return out;
}

Status VulkanSurface::present(Texture& texture) {
  if (!device_ || !acquired_)
    return Failure<Error>(Error{ErrorKind::Internal, {}, "no image of the window to present"});
  auto& t = static_cast<VulkanTexture&>(texture);
  acquired_ = false;
  std::unique_ptr<VulkanTexture> image = std::move(image_);
  VkResult shown = VK_SUCCESS;
  Status ok =
      device_->vulkan_queue().present(chain_.handle, index_, chain_.done[index_], image ? *image : t, t, &shown);
  // An image that was not taken is never shown again, nor is its semaphore free: that ends with the swapchain.
  if (!ok || shown == VK_ERROR_OUT_OF_DATE_KHR) outdated_ = true;
  if (shown == VK_ERROR_SURFACE_LOST_KHR) lost_ = true;
  if (shown == VK_SUBOPTIMAL_KHR) suboptimal_ = true;
  return ok;
}

}  // namespace

Result<std::unique_ptr<Surface>> create_surface(const InstanceRef& instance, const SurfaceSource& source) {
  const char* function = "vkCreateXlibSurfaceKHR";
  const char* extension = "VK_KHR_xlib_surface";
  XlibSurfaceCreateInfo xlib;
  XcbSurfaceCreateInfo xcb;
  WaylandSurfaceCreateInfo wayland;
  const void* info = &xlib;
  switch (source.kind) {
    case SurfaceSource::Kind::Xlib:
      xlib.display = source.display;
      xlib.window = static_cast<unsigned long>(source.window);
      xcb.connection =
          instance->surface_extensions.contains("VK_KHR_xcb_surface") ? xcb_connection(source.display) : nullptr;
      break;
    case SurfaceSource::Kind::Xcb:
      xcb.connection = source.display;
      break;
    case SurfaceSource::Kind::Wayland:
      function = "vkCreateWaylandSurfaceKHR";
      extension = "VK_KHR_wayland_surface";
      wayland.display = source.display;
      wayland.surface = source.surface;
      info = &wayland;
      break;
  }
  if (xcb.connection) {
    function = "vkCreateXcbSurfaceKHR";
    extension = "VK_KHR_xcb_surface";
    xcb.window = static_cast<uint32_t>(source.window);
    info = &xcb;
  }
  if (!instance->handle) return Failure<Error>(Error{ErrorKind::Unsupported, {}, "there is no Vulkan instance"});
  if (!instance->surface_extensions.contains(extension))
    return Failure<Error>(Error{ErrorKind::Unsupported, {}, std::string("no driver has ") + extension});
  using Create = VkResult(VKAPI_PTR*)(VkInstance, const void*, const VkAllocationCallbacks*, VkSurfaceKHR*);
  auto create = reinterpret_cast<Create>(vkGetInstanceProcAddr(instance->handle, function));
  if (!create)
    return Failure<Error>(Error{ErrorKind::Unsupported, {}, std::string("the Vulkan loader has no ") + function});
  auto surface = std::make_unique<VulkanSurface>(instance);
  CallResult r =
      call(instance->faults, function, [&] { return create(instance->handle, info, nullptr, &surface->handle); });
  if (!r) {
    surface->handle = VK_NULL_HANDLE;
    return Failure<Error>(to_error(r, "a surface"));
  }
  return std::unique_ptr<Surface>(std::move(surface));
}

}  // namespace vitrine::hal::vulkan
