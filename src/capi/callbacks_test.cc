// Callbacks run with no lock held, outside of native calls, in order; they may do whatever a program may do.
#include <atomic>
#include <chrono>
#include <thread>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

TEST(Callbacks, OneThatCausesErrorsHearsThemAfterwards) {
  Program p;
  ASSERT_TRUE(p.start());
  int depth = 0, deepest = 0, rounds = 0;
  p.more = [&](const std::string& line) {
    ++depth;
    deepest = std::max(deepest, depth);
    if (line.starts_with("error") && ++rounds < 4) p.fail("again " + std::to_string(rounds));
    --depth;
  };
  p.fail("first");
  EXPECT_EQ(deepest, 1);
  EXPECT_EQ(rounds, 4);
  std::vector<std::string> order;
  for (const std::string& line : p.heard) order.push_back(line.substr(0, line.find(' ')));
  EXPECT_EQ(order, (std::vector<std::string>{"diagnostic", "error", "diagnostic", "error", "diagnostic", "error", "diagnostic", "error"}));
}

TEST(Callbacks, OneMayReleaseTheDeviceAndTheInstance) {
  Program p;
  ASSERT_TRUE(p.start());
  p.more = [&](const std::string& line) {
    if (!line.starts_with("error")) return;
    wgpuDeviceRelease(std::exchange(p.device, nullptr));
    wgpuAdapterRelease(std::exchange(p.adapter, nullptr));
    wgpuInstanceRelease(std::exchange(p.instance, nullptr));
  };
  p.fail();
  EXPECT_EQ(p.count("lost "), 1u) << p.all();
}

TEST(Callbacks, OneMayReplaceItself) {
  Program p;
  ASSERT_TRUE(p.start());
  p.more = [&](const std::string& line) {
    if (line.starts_with("diagnostic")) vitrineInstanceSetDiagnosticCallback(p.instance, {});
  };
  p.fail();
  p.fail();
  EXPECT_EQ(p.count("diagnostic"), 1u);
  EXPECT_EQ(p.begun("error"), 2u);
}

// The log and the diagnostic callback of two threads that replace each other's: a lock around either would end in a knot.
TEST(Callbacks, TwoThatReplaceEachOtherDoNotWait) {
  Program p({.uncaptured = false});
  ASSERT_TRUE(p.start());
  std::atomic<int> inside{0};
  p.more = [&](const std::string& line) {
    ++inside;
    for (int i = 0; i < 2000 && inside < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (line.starts_with("diagnostic")) vitrineInstanceSetLogCallback(p.instance, {nullptr, VitrineLogLevel_Off, nullptr, nullptr});
    else vitrineInstanceSetDiagnosticCallback(p.instance, {});
  };
  std::thread other([&] { p.fail("other"); });
  p.fail("one");
  other.join();
  EXPECT_GE(p.count("diagnostic"), 1u);
}

TEST(Callbacks, ReplacingWaitsForTheFormerOne) {
  Program p;
  ASSERT_TRUE(p.start());
  std::atomic<bool> entered{false}, left{false};
  p.more = [&](const std::string& line) {
    if (!line.starts_with("diagnostic")) return;
    entered = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    left = true;
  };
  std::thread other([&] { p.fail(); });
  while (!entered) std::this_thread::yield();
  vitrineInstanceSetDiagnosticCallback(p.instance, {});
  EXPECT_TRUE(left);
  other.join();
}

// What a thread causes is told on that thread, in its order, whatever other threads deliver meanwhile.
TEST(Callbacks, EachThreadHearsItsOwnInOrder) {
  Program p;
  ASSERT_TRUE(p.start());
  constexpr int kThreads = 4, kErrors = 50;
  std::atomic<int> wrong{0}, heard{0};
  thread_local static int next = 0;
  thread_local static int self = -1;
  p.more = [&](const std::string& line) {
    if (!line.starts_with("error")) return;
    ++heard;
    std::string expected = "thread " + std::to_string(self) + " error " + std::to_string(next++) + "\"";
    if (line.find(expected) == line.npos) ++wrong;
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      self = t;
      next = 0;
      for (int i = 0; i < kErrors; ++i) p.fail("thread " + std::to_string(t) + " error " + std::to_string(i));
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(heard, kThreads * kErrors);
  EXPECT_EQ(wrong, 0);
}

// An instance used inside the callback of another delivers its own messages.
TEST(Callbacks, OneMayUseAnotherInstance) {
  Program p, q;
  ASSERT_TRUE(p.start());
  ASSERT_TRUE(q.start());
  p.more = [&](const std::string& line) {
    if (!line.starts_with("error")) return;
    q.fail("inner");
    EXPECT_EQ(q.begun("error"), 1u);
  };
  p.fail("outer");
  EXPECT_EQ(p.begun("error"), 1u);
  EXPECT_EQ(q.begun("diagnostic"), 1u);
}

// The log folds a cascade; a submit ends it, so nothing of it waits for the next message.
TEST(Callbacks, TheLogTellsTheEndOfACascadeAtSubmit) {
  Program p({.uncaptured = false});
  ASSERT_TRUE(p.start());
  WGPUBuffer b = p.buffer(4, WGPUBufferUsage_None, "root");
  WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
  wgpuCommandEncoderClearBuffer(e, b, 0, 4);
  WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, nullptr);
  WGPUQueue q = wgpuDeviceGetQueue(p.device);
  wgpuQueueSubmit(q, 1, &c);
  size_t logged = 0;
  for (const std::string& line : p.heard) logged += line.starts_with("log") && line.find("command_buffer_invalid") != line.npos;
  EXPECT_EQ(logged, 1u) << p.all();
  wgpuQueueRelease(q);
  wgpuCommandBufferRelease(c);
  wgpuCommandEncoderRelease(e);
  wgpuBufferRelease(b);
}

}  // namespace
}  // namespace vitrine::capi::testing
