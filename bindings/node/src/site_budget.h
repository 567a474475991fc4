// When to look at the stack of JavaScript, which takes microseconds: always for what failed, and for what is made, destroyed,
// finished or submitted as often as a program can do without noticing. After a failure more of it counts again.
#pragma once

#include <webgpu/vitrine.h>

#include <chrono>
#include <cstdint>

// Of one thread.
class SiteBudget {
 public:
  SiteBudget() {
    for (uint32_t m = 0; m < kMoments; ++m) accounts_[m].left = most(m);
  }
  bool take(VitrineCallSiteMoment moment) {
    if (moment == VitrineCallSiteMoment_Failure) {
      for (uint32_t m = 0; m < kMoments; ++m) accounts_[m].left = most(m);
      return true;
    }
    uint32_t m = moment < kMoments ? moment : 0;
    Account& a = accounts_[m];
    if (a.left == 0 && !refill(a, most(m))) return false;
    --a.left;
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint32_t kMoments = 8;
  // At once: what a program makes when it starts, and fewer of what happens with every frame.
  static constexpr uint32_t most(uint32_t moment) { return moment == VitrineCallSiteMoment_Create ? 2048 : 512; }
  static constexpr double kPerSecond = 500;   // together about a thousandth of the time
  static constexpr uint32_t kUnasked = 15;    // the clock has a price too
  struct Account {
    uint32_t left = 0;
    uint32_t unasked = 0;
    Clock::time_point since = Clock::now();
  };

  bool refill(Account& a, uint32_t most) {
    if (a.unasked++ < kUnasked) return false;
    a.unasked = 0;
    Clock::time_point now = Clock::now();
    double due = std::chrono::duration<double>(now - a.since).count() * kPerSecond;
    if (due < 1) return false;
    a.left = due < most ? static_cast<uint32_t>(due) : most;
    a.since = now;
    return true;
  }

  Account accounts_[kMoments];
};
