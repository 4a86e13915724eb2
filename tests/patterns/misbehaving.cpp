// SPDX-License-Identifier: BSD-3-Clause
// Patterns that must be stopped, and two that must not: `late` is as it should be, `late_root`
// reads whole operations and locks.
#include <tarry/pattern.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace {

using tarry::PatternCollective;
using tarry::PatternEvent;
using tarry::PatternLock;
using tarry::PatternMessage;
using tarry::PatternVisit;

class Late : public tarry::Pattern {
 public:
  void message(const PatternMessage& message, const PatternEvent& event) override {
    if (message.send.enter <= message.receive.enter || message.receive.may_wait == 0) return;
    event.charge(message.receive,
                 std::min(message.send.enter, message.receive.leave) - message.receive.enter);
  }
};

// The last member to come is charged what the others wait; a lock's waits are as in the catalogue.
class Whole : public tarry::Pattern {
 public:
  void collective(const PatternCollective& operation, const PatternEvent& event) override {
    const auto* const end = operation.members + operation.member_count;
    const auto* const last = std::max_element(
        operation.members, end, [](const auto& a, const auto& b) { return a.begin < b.begin; });
    for (const auto* member = operation.members; member != end; ++member)
      if (member != last) event.charge(member->call, 1);
  }
  void lock(const PatternLock& lock, const PatternEvent& event) override {
    if (lock.was_released != 0) event.charge(lock.call, 1);
  }
};

class Throws : public tarry::Pattern {
 public:
  void message(const PatternMessage& message, const PatternEvent& event) override {
    event.charge(message.receive, 1);
    throw std::runtime_error("this is too much");
  }
};

class ThrowsNumber : public tarry::Pattern {
 public:
  ThrowsNumber() { throw 5; }
  void message(const PatternMessage&, const PatternEvent&) override {}
};

class Loops : public tarry::Pattern {
 public:
  void message(const PatternMessage&, const PatternEvent&) override {
    for (volatile bool goes_on = true; goes_on;) {
    }
  }
};

class Hoards : public tarry::Pattern {
 public:
  void message(const PatternMessage&, const PatternEvent&) override {
    for (;;) hoard_.emplace_back(1 << 20, 'x');
  }

 private:
  std::vector<std::vector<char>> hoard_;
};

class Crashes : public tarry::Pattern {
 public:
  void message(const PatternMessage&, const PatternEvent&) override { std::abort(); }
};

class Leaves : public tarry::Pattern {
 public:
  void message(const PatternMessage&, const PatternEvent&) override { std::_Exit(0); }
};

// Charges calls that do not exist.
class Forges : public tarry::Pattern {
 public:
  void message(const PatternMessage& message, const PatternEvent& event) override {
    tarry::PatternCall call = message.receive;
    call.rank = 77;
    event.charge(call, 1);
    call = message.receive;
    call.thread = 77;
    event.charge(call, 1);
    call = message.receive;
    call.number = 1u << 30;
    event.charge(call, 1);
  }
};

class ThrowsAtVisit : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    event.charge(visit.call, 1);
    if (event.path(visit.call).back() == "MPI_Recv") throw std::runtime_error("no such visit");
  }
};

class LoopsAtVisit : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    while (!event.path(visit.call).empty()) {
    }
  }
};

class HoardsVisits : public tarry::Pattern {
 public:
  void visit(const PatternVisit&, const PatternEvent&) override {
    for (;;) hoard_.emplace_back(1 << 20, 'x');
  }

 private:
  std::vector<std::vector<char>> hoard_;
};

// Asks for a counter that its list lacks.
class Unlisted : public tarry::Pattern {
 public:
  static constexpr const char* counters[] = {"PAPI_TOT_INS", nullptr};
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    if (!event.counter(visit.call, "PAPI_TOT_CYC")) event.charge(visit.call, 1);
  }
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(Late, "late", "Late", "As it should be", "mpi_point2point"),
               TARRY_PATTERN(Whole, "whole", "Whole", "Counts", nullptr, "occurrences", "medium"),
               TARRY_PATTERN(Throws, "throws", "Throws", "", nullptr),
               TARRY_PATTERN(ThrowsNumber, "throws_number", "Throws a number", "", nullptr),
               TARRY_PATTERN(Loops, "loops", "Loops", "", nullptr),
               TARRY_PATTERN(Hoards, "hoards", "Hoards", "", nullptr),
               TARRY_PATTERN(Crashes, "crashes", "Crashes", "", nullptr),
               TARRY_PATTERN(Leaves, "leaves", "Leaves", "", nullptr),
               TARRY_PATTERN(Forges, "forges", "Forges", "", nullptr),
               TARRY_PATTERN(ThrowsAtVisit, "throws_at_visit", "Throws", "", nullptr),
               TARRY_PATTERN(LoopsAtVisit, "loops_at_visit", "Loops", "", nullptr),
               TARRY_PATTERN(HoardsVisits, "hoards_visits", "Hoards", "", nullptr),
               TARRY_PATTERN(Unlisted, "unlisted", "Unlisted", "", nullptr))
