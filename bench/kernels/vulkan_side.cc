// Plain Vulkan 1.1, no more of it than three compute kernels need.
#include <dlfcn.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstring>

#include "kernels/kernels.h"

namespace vitrine::bench {

namespace {

#define INSTANCE_CALLS(X)                                                                                            \
  X(vkEnumeratePhysicalDevices) X(vkGetPhysicalDeviceProperties) X(vkGetPhysicalDeviceQueueFamilyProperties)         \
  X(vkGetPhysicalDeviceMemoryProperties) X(vkCreateDevice) X(vkGetDeviceProcAddr) X(vkDestroyInstance)
#define DEVICE_CALLS(X)                                                                                              \
  X(vkDestroyDevice) X(vkGetDeviceQueue) X(vkCreateBuffer) X(vkDestroyBuffer) X(vkGetBufferMemoryRequirements)       \
  X(vkAllocateMemory) X(vkFreeMemory) X(vkBindBufferMemory) X(vkMapMemory) X(vkCreateShaderModule)                   \
  X(vkDestroyShaderModule) X(vkCreateDescriptorSetLayout) X(vkDestroyDescriptorSetLayout) X(vkCreatePipelineLayout)  \
  X(vkDestroyPipelineLayout) X(vkCreateComputePipelines) X(vkDestroyPipeline) X(vkCreateDescriptorPool)              \
  X(vkDestroyDescriptorPool) X(vkAllocateDescriptorSets) X(vkUpdateDescriptorSets) X(vkCreateCommandPool)            \
  X(vkDestroyCommandPool) X(vkAllocateCommandBuffers) X(vkBeginCommandBuffer) X(vkEndCommandBuffer)                  \
  X(vkCmdBindPipeline) X(vkCmdBindDescriptorSets) X(vkCmdDispatch) X(vkCmdWriteTimestamp) X(vkCmdResetQueryPool)     \
  X(vkCmdCopyBuffer) X(vkCmdPipelineBarrier) X(vkCreateQueryPool) X(vkDestroyQueryPool) X(vkGetQueryPoolResults)     \
  X(vkQueueSubmit) X(vkQueueWaitIdle)

}  // namespace

struct VulkanSide::State {
  std::string error;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  float period = 1;
  VkPhysicalDeviceMemoryProperties memory{};
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkQueryPool queries = VK_NULL_HANDLE;

  struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize size = 0;
  };
  Buffer buffers[4], staging;
  void* mapped = nullptr;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkDescriptorPool sets = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
  uint32_t groups[2] = {};

#define X(name) PFN_##name name = nullptr;
  INSTANCE_CALLS(X) DEVICE_CALLS(X)
#undef X

  bool ok(VkResult r, const char* call) {
    if (r != VK_SUCCESS && error.empty()) error = std::string(call) + ": " + std::to_string(r);
    return r == VK_SUCCESS;
  }

  void init(uint32_t vendor, uint32_t device_id) {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    auto get = library ? reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr")) : nullptr;
    if (!get) {
      error = "no libvulkan.so.1";
      return;
    }
    auto create_instance = reinterpret_cast<PFN_vkCreateInstance>(get(nullptr, "vkCreateInstance"));
    VkApplicationInfo app{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    app.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &app;
    if (!ok(create_instance(&info, nullptr, &instance), "vkCreateInstance")) return;
#define X(name) name = reinterpret_cast<PFN_##name>(get(instance, #name));
    INSTANCE_CALLS(X)
#undef X
    uint32_t n = 0;
    vkEnumeratePhysicalDevices(instance, &n, nullptr);
    std::vector<VkPhysicalDevice> all(n);
    vkEnumeratePhysicalDevices(instance, &n, all.data());
    VkPhysicalDeviceProperties properties{};
    for (VkPhysicalDevice p : all) {
      vkGetPhysicalDeviceProperties(p, &properties);
      if (properties.vendorID == vendor && properties.deviceID == device_id) physical = p;
      if (physical) break;
    }
    if (!physical) {
      error = "the adapter of the other side is not found";
      return;
    }
    period = properties.limits.timestampPeriod;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &n, nullptr);
    std::vector<VkQueueFamilyProperties> families(n);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &n, families.data());
    while (family < n && !(families[family].queueFlags & VK_QUEUE_GRAPHICS_BIT && families[family].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++family;
    float priority = 1;
    VkDeviceQueueCreateInfo queue_info{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue_info.queueFamilyIndex = family;
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkPhysicalDeviceFeatures features{};
    features.robustBufferAccess = VK_TRUE;
    VkDeviceCreateInfo device_info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue_info;
    device_info.pEnabledFeatures = &features;
    if (!ok(vkCreateDevice(physical, &device_info, nullptr, &device), "vkCreateDevice")) return;
#define X(name) name = reinterpret_cast<PFN_##name>(vkGetDeviceProcAddr(device, #name));
    DEVICE_CALLS(X)
#undef X
    vkGetDeviceQueue(device, family, 0, &queue);
    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool_info.queueFamilyIndex = family;
    ok(vkCreateCommandPool(device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool;
    allocate.commandBufferCount = 1;
    ok(vkAllocateCommandBuffers(device, &allocate, &commands), "vkAllocateCommandBuffers");
    VkQueryPoolCreateInfo query_info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    query_info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    query_info.queryCount = 2;
    ok(vkCreateQueryPool(device, &query_info, nullptr, &queries), "vkCreateQueryPool");
  }

  Buffer make(VkDeviceSize size, VkBufferUsageFlags usage, VkMemoryPropertyFlags wanted) {
    Buffer b;
    b.size = size;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = usage;
    if (!ok(vkCreateBuffer(device, &info, nullptr, &b.handle), "vkCreateBuffer")) return b;
    VkMemoryRequirements need{};
    vkGetBufferMemoryRequirements(device, b.handle, &need);
    uint32_t type = 0;
    while (type < memory.memoryTypeCount &&
           !(need.memoryTypeBits >> type & 1 && (memory.memoryTypes[type].propertyFlags & wanted) == wanted))
      ++type;
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = need.size;
    allocate.memoryTypeIndex = type;
    if (ok(vkAllocateMemory(device, &allocate, nullptr, &b.memory), "vkAllocateMemory"))
      ok(vkBindBufferMemory(device, b.handle, b.memory, 0), "vkBindBufferMemory");
    return b;
  }
  void drop(Buffer& b) {
    vkDestroyBuffer(device, b.handle, nullptr);
    vkFreeMemory(device, b.memory, nullptr);
    b = {};
  }

  template <class F>
  void submit(F&& record) {
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    ok(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    record();
    ok(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    ok(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    ok(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
  }
  void barrier() {
    VkMemoryBarrier all{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    all.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    all.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all, 0, nullptr, 0, nullptr);
  }
  void copy(const Buffer& from, const Buffer& to, VkDeviceSize size) {
    submit([&] {
      VkBufferCopy region{0, 0, size};
      vkCmdCopyBuffer(commands, from.handle, to.handle, 1, &region);
      barrier();
    });
  }

  void prepare(const Kernel& k) {
    release();
    groups[0] = k.groups[0];
    groups[1] = k.groups[1];
    size_t floats[4] = {4, k.inputs[0].size(), k.inputs[1].size(), k.output}, largest = 4;
    for (size_t f : floats) largest = std::max(largest, f);
    staging = make(largest * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                   VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    if (!error.empty() || !ok(vkMapMemory(device, staging.memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory")) return;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (uint32_t n = 0; n < 4; ++n) {
      if (!floats[n]) continue;
      VkBufferUsageFlags usage = n == 0 ? VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT : VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
      buffers[n] = make(floats[n] * 4, usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
      if (!error.empty()) return;
      uint32_t size[4] = {k.size, 0, 0, 0};
      std::memset(mapped, 0, floats[n] * 4);
      if (n == 0) std::memcpy(mapped, size, sizeof size);
      else if (n < 3) std::memcpy(mapped, k.inputs[n - 1].data(), floats[n] * 4);
      copy(staging, buffers[n], floats[n] * 4);
      bindings.push_back({n, n == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set_info.bindingCount = static_cast<uint32_t>(bindings.size());
    set_info.pBindings = bindings.data();
    ok(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
    VkPipelineLayoutCreateInfo layout_info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout_info.setLayoutCount = 1;
    layout_info.pSetLayouts = &set_layout;
    ok(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout), "vkCreatePipelineLayout");
    VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module_info.codeSize = k.spirv.size_bytes();
    module_info.pCode = k.spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    ok(vkCreateShaderModule(device, &module_info, nullptr, &module), "vkCreateShaderModule");
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = layout;
    ok(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline), "vkCreateComputePipelines");
    vkDestroyShaderModule(device, module, nullptr);
    VkDescriptorPoolSize sizes[2] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3}};
    VkDescriptorPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 2;
    pool_info.pPoolSizes = sizes;
    ok(vkCreateDescriptorPool(device, &pool_info, nullptr, &sets), "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = sets;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &set_layout;
    ok(vkAllocateDescriptorSets(device, &allocate, &set), "vkAllocateDescriptorSets");
    for (const VkDescriptorSetLayoutBinding& b : bindings) {
      VkDescriptorBufferInfo range{buffers[b.binding].handle, 0, VK_WHOLE_SIZE};
      VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
      write.dstSet = set;
      write.dstBinding = b.binding;
      write.descriptorCount = 1;
      write.descriptorType = b.descriptorType;
      write.pBufferInfo = &range;
      vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
    }
  }

  double dispatch() {
    if (!error.empty()) return 0;
    submit([&] {
      vkCmdResetQueryPool(commands, queries, 0, 2);
      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
      vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, queries, 0);
      vkCmdDispatch(commands, groups[0], groups[1], 1);
      vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, queries, 1);
      barrier();
    });
    uint64_t times[2] = {};
    ok(vkGetQueryPoolResults(device, queries, 0, 2, sizeof times, times, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT), "vkGetQueryPoolResults");
    return static_cast<double>(times[1] - times[0]) * period / 1e6;
  }

  void release() {
    if (!device) return;
    for (Buffer& b : buffers) drop(b);
    drop(staging);
    vkDestroyDescriptorPool(device, sets, nullptr);
    vkDestroyPipeline(device, pipeline, nullptr);
    vkDestroyPipelineLayout(device, layout, nullptr);
    vkDestroyDescriptorSetLayout(device, set_layout, nullptr);
    sets = VK_NULL_HANDLE, pipeline = VK_NULL_HANDLE, layout = VK_NULL_HANDLE, set_layout = VK_NULL_HANDLE;
  }
};

VulkanSide::VulkanSide(uint32_t vendor, uint32_t device) : state_(new State) { state_->init(vendor, device); }
VulkanSide::~VulkanSide() {
  State& s = *state_;
  s.release();
  if (s.device) {
    s.vkDestroyQueryPool(s.device, s.queries, nullptr);
    s.vkDestroyCommandPool(s.device, s.pool, nullptr);
    s.vkDestroyDevice(s.device, nullptr);
  }
  if (s.instance) s.vkDestroyInstance(s.instance, nullptr);
  delete state_;
}
const std::string& VulkanSide::error() const { return state_->error; }
void VulkanSide::prepare(const Kernel& kernel) {
  if (error().empty()) state_->prepare(kernel);
}
double VulkanSide::dispatch() { return state_->dispatch(); }
std::vector<float> VulkanSide::output() {
  State& s = *state_;
  if (!s.error.empty()) return {};
  std::vector<float> out(s.buffers[3].size / 4);
  s.copy(s.buffers[3], s.staging, s.buffers[3].size);
  std::memcpy(out.data(), s.mapped, s.buffers[3].size);
  return out;
}

}  // namespace vitrine::bench
