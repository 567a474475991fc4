// What the sanitizers are told about code that is not ours: one file, linked into every program of a sanitized build.

// The software drivers and the validation layer keep tables to the end of the process, and the loader forgets names of layers.
// A device whose work does not end is left to the end of the process too.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
  return "leak:libvulkan_lvp\n"
         "leak:libvk_swiftshader\n"
         "leak:libVkLayer_khronos_validation\n"
         "leak:libvulkan.so\n"
         "leak:libLLVM\n"
         "leak:libgallium\n"
         "leak:VulkanDevice::~VulkanDevice\n";
}

// Drivers and layers stay where they are: what they leave at the end has no name any more once they are closed, and the names
// above are what it is told by.
extern "C" __attribute__((visibility("default"))) int dlclose(void*) { return 0; }

// What no allocator gives is refused as it is without a sanitizer: programs may ask for a terabyte.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() { return "allocator_may_return_null=1"; }

// Drivers are not instrumented: what their threads hand to each other cannot be followed.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "race:libvulkan_lvp\n"
         "race:libLLVM\n"
         "race:libvk_swiftshader\n"
         "deadlock:libvulkan_lvp\n"
         "thread:libvulkan_lvp\n";
}
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_options() { return "halt_on_error=0:second_deadlock_stack=1:ignore_noninstrumented_modules=1"; }
