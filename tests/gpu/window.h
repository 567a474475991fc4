// Windows that tests present to: a virtual X server (Xvfb) of our own, and windows by Xlib and by XCB. HAS_X is 0 where the
// headers of X11 are missing; the libraries are opened at run time.
#pragma once

#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <webgpu/webgpu.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#if __has_include(<X11/Xlib.h>) && __has_include(<xcb/xcb.h>)
#  define HAS_X 1
#  include <xcb/xcb.h>
// Last: its macros have the names of others.
#  include <X11/Xlib.h>
#  undef Success
#  undef None
#  undef Bool
#  undef Status
#else
#  define HAS_X 0
#endif

// A function of a library that the program is not linked to.
template <class F>
F* find(void* library, const char* name) {
  return library ? reinterpret_cast<F*>(dlsym(library, name)) : nullptr;
}
#define FIND(library, function) find<decltype(function)>(library, #function)

struct Color {
  int r, g, b;
};

class TestWindow {
 public:
  virtual ~TestWindow() = default;
  virtual WGPUSurface surface(WGPUInstance instance) = 0;
  // False: it takes the size of what it shows.
  virtual bool has_size() const { return true; }
  virtual void resize(uint32_t width, uint32_t height) = 0;
  virtual bool pixel(int x, int y, Color* out) = 0;

 protected:
  static WGPUSurface make_surface(WGPUInstance instance, WGPUChainedStruct& source) {
    WGPUSurfaceDescriptor descriptor = WGPU_SURFACE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &source;
    descriptor.label = {"main window", WGPU_STRLEN};
    return wgpuInstanceCreateSurface(instance, &descriptor);
  }
};

// A server of our own, on a display number that it picks.
class Xvfb {
 public:
  Xvfb() {
    int ends[2];
    if (pipe(ends) != 0) return;
    std::string number = std::to_string(ends[1]);
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      if (!freopen("/dev/null", "w", stderr)) _exit(127);
      execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset", nullptr);
      _exit(127);
    }
    close(ends[1]);
    std::string digits;
    for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) digits += c;
    close(ends[0]);
    if (!digits.empty()) display_ = ":" + digits;
  }
  ~Xvfb() {
    if (pid_ <= 0) return;
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
  }
  const std::string& display() const { return display_; }

 private:
  pid_t pid_ = -1;
  std::string display_;
};

#if HAS_X
class XcbWindow final : public TestWindow {
 public:
  explicit XcbWindow(const std::string& display) {
    lib_ = dlopen("libxcb.so.1", RTLD_NOW);
    connection_ = FIND(lib_, xcb_connect)(display.c_str(), nullptr);
    xcb_screen_t* screen = FIND(lib_, xcb_setup_roots_iterator)(FIND(lib_, xcb_get_setup)(connection_)).data;
    window_ = FIND(lib_, xcb_generate_id)(connection_);
    FIND(lib_, xcb_create_window)
    (connection_, screen->root_depth, window_, screen->root, 0, 0, 64, 48, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
     screen->root_visual, 0, nullptr);
    FIND(lib_, xcb_map_window)(connection_, window_);
    FIND(lib_, xcb_flush)(connection_);
  }
  ~XcbWindow() override { FIND(lib_, xcb_disconnect)(connection_); }
  static bool available() { return dlopen("libxcb.so.1", RTLD_NOW) != nullptr; }
  WGPUSurface surface(WGPUInstance instance) override {
    WGPUSurfaceSourceXCBWindow source = WGPU_SURFACE_SOURCE_XCB_WINDOW_INIT;
    source.connection = connection_;
    source.window = window_;
    return make_surface(instance, source.chain);
  }
  void resize(uint32_t width, uint32_t height) override {
    uint32_t size[] = {width, height};
    FIND(lib_, xcb_configure_window)(connection_, window_, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
    FIND(lib_, xcb_flush)(connection_);
    Color ignored;
    pixel(0, 0, &ignored);  // a reply: the server has done it
  }
  bool pixel(int x, int y, Color* out) override {
    xcb_get_image_cookie_t cookie = FIND(lib_, xcb_get_image)(
        connection_, XCB_IMAGE_FORMAT_Z_PIXMAP, window_, static_cast<int16_t>(x), static_cast<int16_t>(y), 1, 1, ~0u);
    xcb_generic_error_t* error = nullptr;
    xcb_get_image_reply_t* reply = FIND(lib_, xcb_get_image_reply)(connection_, cookie, &error);
    free(error);
    if (!reply) return false;
    const uint8_t* bytes = FIND(lib_, xcb_get_image_data)(reply);
    *out = {bytes[2], bytes[1], bytes[0]};
    free(reply);
    return true;
  }

 private:
  void* lib_;
  xcb_connection_t* connection_;
  xcb_window_t window_;
};

class XlibWindow final : public TestWindow {
 public:
  explicit XlibWindow(const std::string& display) {
    lib_ = dlopen("libX11.so.6", RTLD_NOW);
    FIND(lib_, XInitThreads)();
    display_ = FIND(lib_, XOpenDisplay)(display.c_str());
    window_ =
        FIND(lib_, XCreateSimpleWindow)(display_, FIND(lib_, XDefaultRootWindow)(display_), 0, 0, 64, 48, 0, 0, 0);
    FIND(lib_, XMapWindow)(display_, window_);
    FIND(lib_, XSync)(display_, 0);
  }
  ~XlibWindow() override { FIND(lib_, XCloseDisplay)(display_); }
  static bool available() { return dlopen("libX11.so.6", RTLD_NOW) != nullptr; }
  WGPUSurface surface(WGPUInstance instance) override {
    WGPUSurfaceSourceXlibWindow source = WGPU_SURFACE_SOURCE_XLIB_WINDOW_INIT;
    source.display = display_;
    source.window = window_;
    return make_surface(instance, source.chain);
  }
  void resize(uint32_t width, uint32_t height) override {
    FIND(lib_, XResizeWindow)(display_, window_, width, height);
    FIND(lib_, XSync)(display_, 0);
  }
  bool pixel(int x, int y, Color* out) override {
    XImage* image = FIND(lib_, XGetImage)(display_, window_, x, y, 1, 1, ~0ul, ZPixmap);
    if (!image) return false;
    unsigned long value = image->f.get_pixel(image, 0, 0);
    image->f.destroy_image(image);
    *out = {static_cast<int>(value >> 16 & 255), static_cast<int>(value >> 8 & 255), static_cast<int>(value & 255)};
    return true;
  }

 private:
  void* lib_;
  Display* display_;
  Window window_;
};
#endif
