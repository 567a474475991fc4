// A window of a Wayland compositor of our own: a thread that takes what is shown from shared memory, as compositors of
// software drivers do, gives the buffer back at once and asks for the next frame. It needs no socket with a name. HAS_WAYLAND
// is set by the build where libwayland-dev is installed.
#pragma once

#if HAS_WAYLAND
#  include <sys/socket.h>
#  include <unistd.h>
#  include <wayland-client.h>
#  include <wayland-server.h>

#  include <algorithm>
#  include <cstring>
#  include <mutex>
#  include <thread>
#  include <vector>

#  include "window.h"

class WaylandServer {
 public:
  WaylandServer() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    display_ = wl_display_create();
    wl_display_init_shm(display_);
    wl_global_create(display_, &wl_compositor_interface, 4, this, [](wl_client* client, void* self, uint32_t version, uint32_t id) {
      static const struct wl_compositor_interface kCompositor = {.create_surface = create_surface, .create_region = create_region};
      make(client, &wl_compositor_interface, version, id, &kCompositor, self);
    });
    wl_client* client = wl_client_create(display_, ends[0]);
    // The end of the connection is the end of the thread.
    gone_.notify = [](wl_listener*, void* client) { wl_display_terminate(wl_client_get_display(static_cast<wl_client*>(client))); };
    wl_client_add_destroy_listener(client, &gone_);
    client_end_ = ends[1];
    thread_ = std::thread([this] { wl_display_run(display_); });
  }
  // After the client has disconnected.
  ~WaylandServer() {
    if (!display_) return;
    thread_.join();
    wl_display_destroy_clients(display_);
    wl_display_destroy(display_);
  }
  int client_end() const { return client_end_; }
  bool pixel(int x, int y, Color* out) {
    std::lock_guard lock(mutex_);
    if (x >= width_ || y >= height_) return false;
    const uint8_t* at = shown_.data() + static_cast<size_t>(y) * stride_ + static_cast<size_t>(x) * 4;
    *out = {at[2], at[1], at[0]};
    return true;
  }

 private:
  static wl_resource* make(wl_client* client, const wl_interface* what, int version, uint32_t id, const void* functions, void* data) {
    wl_resource* r = wl_resource_create(client, what, version, id);
    wl_resource_set_implementation(r, functions, data, nullptr);
    return r;
  }
  static void destroy(wl_client*, wl_resource* r) { wl_resource_destroy(r); }
  static void create_region(wl_client* client, wl_resource* from, uint32_t id) {
    static const struct wl_region_interface kRegion = {
        .destroy = destroy,
        .add = [](wl_client*, wl_resource*, int32_t, int32_t, int32_t, int32_t) {},
        .subtract = [](wl_client*, wl_resource*, int32_t, int32_t, int32_t, int32_t) {}};
    make(client, &wl_region_interface, wl_resource_get_version(from), id, &kRegion, nullptr);
  }
  static void create_surface(wl_client* client, wl_resource* from, uint32_t id) {
    static const struct wl_surface_interface kSurface = {
        .destroy = destroy,
        .attach = [](wl_client*, wl_resource* r, wl_resource* buffer, int32_t, int32_t) { of(r).attached_ = buffer; },
        .damage = [](wl_client*, wl_resource*, int32_t, int32_t, int32_t, int32_t) {},
        .frame =
            [](wl_client* client, wl_resource* r, uint32_t id) {
              of(r).frames_.push_back(wl_resource_create(client, &wl_callback_interface, 1, id));
            },
        .set_opaque_region = [](wl_client*, wl_resource*, wl_resource*) {},
        .set_input_region = [](wl_client*, wl_resource*, wl_resource*) {},
        .commit = [](wl_client*, wl_resource* r) { of(r).commit(); },
        .set_buffer_transform = [](wl_client*, wl_resource*, int32_t) {},
        .set_buffer_scale = [](wl_client*, wl_resource*, int32_t) {},
        .damage_buffer = [](wl_client*, wl_resource*, int32_t, int32_t, int32_t, int32_t) {}};
    make(client, &wl_surface_interface, wl_resource_get_version(from), id, &kSurface, wl_resource_get_user_data(from));
  }
  static WaylandServer& of(wl_resource* r) { return *static_cast<WaylandServer*>(wl_resource_get_user_data(r)); }

  void commit() {
    if (wl_shm_buffer* memory = attached_ ? wl_shm_buffer_get(attached_) : nullptr) {
      std::lock_guard lock(mutex_);
      width_ = wl_shm_buffer_get_width(memory);
      height_ = wl_shm_buffer_get_height(memory);
      stride_ = static_cast<size_t>(wl_shm_buffer_get_stride(memory));
      shown_.resize(stride_ * static_cast<size_t>(height_));
      wl_shm_buffer_begin_access(memory);
      std::memcpy(shown_.data(), wl_shm_buffer_get_data(memory), shown_.size());
      wl_shm_buffer_end_access(memory);
      wl_buffer_send_release(attached_);
    }
    attached_ = nullptr;
    for (wl_resource* frame : frames_) {
      wl_callback_send_done(frame, 0);
      wl_resource_destroy(frame);
    }
    frames_.clear();
  }

  wl_display* display_ = nullptr;
  wl_listener gone_{};
  int client_end_ = -1;
  std::thread thread_;
  // Of the one surface, on the thread.
  wl_resource* attached_ = nullptr;
  std::vector<wl_resource*> frames_;
  std::mutex mutex_;
  int width_ = 0, height_ = 0;
  size_t stride_ = 0;
  std::vector<uint8_t> shown_;
};

class WaylandWindow final : public TestWindow {
 public:
  WaylandWindow() : display_(wl_display_connect_to_fd(server_.client_end())) {
    static const wl_registry_listener kListener = {
        .global =
            [](void* self, wl_registry* registry, uint32_t name, const char* interface, uint32_t) {
              if (std::strcmp(interface, wl_compositor_interface.name) == 0)
                static_cast<WaylandWindow*>(self)->compositor_ =
                    static_cast<wl_compositor*>(wl_registry_bind(registry, name, &wl_compositor_interface, 4));
            },
        .global_remove = [](void*, wl_registry*, uint32_t) {}};
    registry_ = wl_display_get_registry(display_);
    wl_registry_add_listener(registry_, &kListener, this);
    wl_display_roundtrip(display_);
    surface_ = wl_compositor_create_surface(compositor_);
  }
  ~WaylandWindow() override {
    wl_surface_destroy(surface_);
    wl_compositor_destroy(compositor_);
    wl_registry_destroy(registry_);
    wl_display_disconnect(display_);
  }
  WGPUSurface surface(WGPUInstance instance) override {
    WGPUSurfaceSourceWaylandSurface source = WGPU_SURFACE_SOURCE_WAYLAND_SURFACE_INIT;
    source.display = display_;
    source.surface = surface_;
    return make_surface(instance, source.chain);
  }
  bool has_size() const override { return false; }
  void resize(uint32_t, uint32_t) override {}
  bool pixel(int x, int y, Color* out) override { return server_.pixel(x, y, out); }

 private:
  WaylandServer server_;
  wl_display* display_;
  wl_registry* registry_ = nullptr;
  wl_compositor* compositor_ = nullptr;
  wl_surface* surface_ = nullptr;
};
#endif
