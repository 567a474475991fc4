// Memory: programs that make and drop things for ever stay flat, and one that asks for too much goes on afterwards.
#include <malloc.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "device.h"

namespace {

class Memory : public DeviceTest {
 protected:
  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage;
    return wgpuDeviceCreateBuffer(device, &d);
  }
  WGPUTexture texture(uint32_t width, uint32_t layers, WGPUTextureFormat format) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.format = format;
    d.size = {width, width, layers};
    d.usage = WGPUTextureUsage_CopyDst | WGPUTextureUsage_CopySrc | WGPUTextureUsage_TextureBinding;
    return wgpuDeviceCreateTexture(device, &d);
  }
  void copy(WGPUBuffer from, WGPUBuffer to, uint64_t size) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, from, 0, to, 0, size);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
  }
  // MiB that this process has in memory.
  static double resident() {
    long pages = 0, all = 0;
    if (FILE* f = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(f, "%ld %ld", &all, &pages) != 2) pages = 0;
      std::fclose(f);
    }
    return static_cast<double>(pages) * 4096 / 1048576;
  }
  // MiB in use on the heap, without what comes in pieces of a MiB and more: that is memory of the device, on these drivers.
  static double heap() { return static_cast<double>(mallinfo2().uordblks) / 1048576; }
  // Makes things, uses them, lets go of them.
  void turn(int i, bool destroy) {
    constexpr uint64_t kBytes = 64 << 10;
    std::vector<uint8_t> data(kBytes, static_cast<uint8_t>(i));
    WGPUBuffer a = buffer(kBytes, WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc);
    WGPUBuffer b = buffer(kBytes, WGPUBufferUsage_CopyDst | WGPUBufferUsage_Storage);
    WGPUTexture t = texture(64, 1, WGPUTextureFormat_RGBA8Unorm);
    WGPUTextureView view = wgpuTextureCreateView(t, nullptr);
    wgpuQueueWriteBuffer(queue, a, 0, data.data(), data.size());
    WGPUTexelCopyTextureInfo place = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    place.texture = t;
    WGPUTexelCopyBufferLayout rows = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
    rows.bytesPerRow = 256;
    WGPUExtent3D size = {64, 64, 1};
    wgpuQueueWriteTexture(queue, &place, data.data(), 64 * 256, &rows, &size);
    copy(a, b, kBytes);
    if (destroy) {
      wgpuBufferDestroy(a);
      wgpuTextureDestroy(t);
    }
    wgpuTextureViewRelease(view);
    wgpuTextureRelease(t);
    wgpuBufferRelease(a);
    wgpuBufferRelease(b);
  }
};

TEST_F(Memory, StaysFlat) {
  constexpr int kWarm = 500, kAll = 3500;  // three resources each: more than ten thousand
  // What may be left once all is done: an empty block of 64 MiB for buffers and one for textures, and 16 chunks of staging. How
  // much of that there is depends on how far the program ran ahead of the driver, which other programs slow down.
  constexpr double kKept = 2 * 64 + 16, kNoise = 16;
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  double before = 0, heap_before = 0;
  for (int i = 0; i < kAll; ++i) {
    turn(i, i % 2 == 0);
    // Some programs poll now and then, some never do: both have their turn.
    if (i % 100 == 99 && i / 1000 % 2 == 0) finish();
    if (i == kWarm) {
      finish();
      before = resident();
      heap_before = heap();
    }
  }
  finish();
  // Objects of ours are on the heap: leaking one of them each turn is more than this.
  EXPECT_LT(heap() - heap_before, 1) << "MiB on the heap more than after " << kWarm << " of " << kAll << " turns";
  // Leaking their memory is more than twice this.
  malloc_trim(0);
  EXPECT_LT(resident() - before, kKept + kNoise) << "MiB more than after " << kWarm << " of " << kAll << " turns";
}

// A program that only writes gets its memory back without a submission of its own.
TEST_F(Memory, WritesAloneStayFlat) {
  WGPUBuffer target = buffer(1 << 20, WGPUBufferUsage_CopyDst | WGPUBufferUsage_Storage);
  std::vector<uint8_t> data(1 << 20);
  double before = 0;
  for (int i = 0; i < 1500; ++i) {
    wgpuQueueWriteBuffer(queue, target, 0, data.data(), data.size());
    if (i == 300) before = resident();
  }
  EXPECT_LT(resident() - before, 400) << "MiB more, of 1200 written";
  finish();
  wgpuBufferRelease(target);
}

TEST_F(Memory, TooMuchIsAnErrorAndNoMore) {
  WGPULimits limits = WGPU_LIMITS_INIT;
  wgpuDeviceGetLimits(device, &limits);
  // Terabytes: the largest texture there is, again and again.
  std::vector<WGPUTexture> textures;
  WGPUErrorType type = WGPUErrorType_NoError;
  for (int i = 0; i < 4000 && type == WGPUErrorType_NoError; ++i) {
    wgpuDevicePushErrorScope(device, WGPUErrorFilter_OutOfMemory);
    textures.push_back(texture(limits.maxTextureDimension2D, limits.maxTextureArrayLayers, WGPUTextureFormat_RGBA32Float));
    type = pop_error();
  }
  EXPECT_EQ(type, WGPUErrorType_OutOfMemory);
  // What failed can be used as anything invalid can.
  wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
  WGPUTextureView view = wgpuTextureCreateView(textures.back(), nullptr);
  EXPECT_EQ(pop_error(), WGPUErrorType_Validation);
  wgpuTextureViewRelease(view);
  for (WGPUTexture t : textures) wgpuTextureRelease(t);
  for (int i = 0; i < 10; ++i) turn(i, false);
  finish();
}

}  // namespace
