#include "hal/null/null.h"

#include <gtest/gtest.h>

#include <cstring>

namespace vitrine::hal::null {
namespace {

std::unique_ptr<Device> make_device(std::function<void(const LostInfo&)> on_lost = {}) {
  auto instance = create_instance({});
  auto candidates = instance->enumerate_adapters();
  DeviceDesc desc;
  desc.on_lost = std::move(on_lost);
  return std::move(*candidates.at(0).adapter->create_device(desc));
}

std::unique_ptr<Buffer> make_buffer(Device& d, uint64_t size, BufferUsages usage) {
  return std::move(*d.create_buffer({"b", size, usage}));
}

TEST(Null, BytesGoThroughWriteCopyAndClear) {
  auto device = make_device();
  auto a = make_buffer(*device, 16, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
  auto b = make_buffer(*device, 16, buffer_usage::kCopyDst | buffer_usage::kMapRead);
  EXPECT_EQ(a->host_pointer(), nullptr);
  ASSERT_NE(b->host_pointer(), nullptr);
  uint32_t words[4] = {1, 2, 3, 4};
  ASSERT_TRUE(device->queue().write_buffer(*a, 0, std::as_bytes(std::span(words))));
  CommandStream s;
  s.append(cmd::CopyBufferToBuffer{.source = a.get(), .destination = b.get(), .source_offset = 4,
                                   .destination_offset = 0, .size = 12}, {});
  s.append(cmd::ClearBuffer{.buffer = b.get(), .offset = 4, .size = 4}, {});
  const CommandStream* list[] = {&s};
  auto serial = device->queue().submit(list);
  ASSERT_TRUE(serial);
  EXPECT_EQ(device->queue().completed_serial(), *serial);
  EXPECT_EQ(b->last_use(), *serial);
  uint32_t got[4];
  std::memcpy(got, b->host_pointer(), 16);
  EXPECT_EQ(got[0], 2u);
  EXPECT_EQ(got[1], 0u);
  EXPECT_EQ(got[2], 4u);
  EXPECT_EQ(got[3], 0u);
}

TEST(Null, HugeBufferIsOutOfMemoryAndTheDeviceLivesOn) {
  auto device = make_device();
  auto huge = device->create_buffer({"huge", uint64_t{1} << 60, buffer_usage::kStorage});
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().kind, ErrorKind::OutOfMemory);
  EXPECT_TRUE(device->create_buffer({"small", 4, buffer_usage::kStorage}));
}

TEST(Null, HugeTextureIsOutOfMemory) {
  auto device = make_device();
  TextureDesc desc;
  desc.size = {8192, 8192, 128};
  EXPECT_TRUE(device->create_texture(desc));
  desc.size = {8192, 8192, 256};
  auto huge = device->create_texture(desc);
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().kind, ErrorKind::OutOfMemory);
}

TEST(Null, LossIsToldOnceAndEveryCallSaysSo) {
  int told = 0;
  auto device = make_device([&](const LostInfo& info) {
    ++told;
    EXPECT_EQ(info.reason, LostReason::Injected);
  });
  device->lose(LostReason::Injected, "test");
  device->lose(LostReason::Injected, "test");
  EXPECT_EQ(told, 1);
  EXPECT_EQ(device->create_sampler({}).error().kind, ErrorKind::DeviceLost);
  EXPECT_EQ(device->queue().submit({}).error().kind, ErrorKind::DeviceLost);
}

TEST(Stream, CommandsKeepPayloadAndInfo) {
  CommandStream s;
  uint32_t pass = s.add_pass(PassKind::Compute, "p");
  s.append(cmd::BeginComputePass{}, {.pass = pass});
  std::string_view text = "a group of odd length";
  s.append(cmd::PushDebugGroup{.length = text.size()}, std::as_bytes(std::span(text)), {.pass = pass, .call_site = 7});
  s.append(cmd::Dispatch{.x = 1, .y = 2, .z = 3}, {.pass = pass});
  std::vector<Op> ops;
  for (StreamCursor c(s); c; c.next()) {
    ops.push_back(c->op);
    if (c->op == Op::PushDebugGroup) {
      EXPECT_EQ(payload_text(as<cmd::PushDebugGroup>(*c)), text);
      EXPECT_EQ(c.info().call_site, 7u);
    }
    if (c->op == Op::Dispatch) { EXPECT_EQ(as<cmd::Dispatch>(*c).z, 3u); }
  }
  EXPECT_EQ(ops, (std::vector{Op::BeginComputePass, Op::PushDebugGroup, Op::Dispatch}));
}

}  // namespace
}  // namespace vitrine::hal::null
