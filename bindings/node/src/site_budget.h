// When to look at the stack of JavaScript, which takes microseconds: always for what failed, and for what is made, destroyed,
// finished or submitted as often as a program can do without noticing. After a failure more of it counts again.
#pragma once

#include <webgpu/vitrine.h>

#include <chrono>
#include <cstdint>

// Of one thread.
class SiteBudget {
 public:
  bool take(VitrineCallSiteMoment moment) {
    if (moment == VitrineCallSiteMoment_Failure) {
      for (Account& a : accounts_) a.left = kMost;
      return true;
    }
    Account& a = accounts_[moment < kMoments ? moment : 0];
    if (a.left == 0 && !refill(a)) return false;
    --a.left;
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint32_t kMoments = 8;
  static constexpr uint32_t kMost = 4096;     // at once
  static constexpr double kPerSecond = 500;   // together about a thousandth of the time
  static constexpr uint32_t kUnasked = 15;    // the clock has a price too
  struct Account {
    uint32_t left = kMost;
    uint32_t unasked = 0;
    Clock::time_point since = Clock::now();
  };

  bool refill(Account& a) {
    if (a.unasked++ < kUnasked) return false;
    a.unasked = 0;
    Clock::time_point now = Clock::now();
    double due = std::chrono::duration<double>(now - a.since).count() * kPerSecond;
    if (due < 1) return false;
    a.left = due < kMost ? static_cast<uint32_t>(due) : kMost;
    a.since = now;
    return true;
  }

  Account accounts_[kMoments];
};
