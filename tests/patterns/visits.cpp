// SPDX-License-Identifier: BSD-3-Clause
// Patterns that see visits of functions, the regions around calls, and counters.
#include <tarry/pattern.h>

#include <string_view>
#include <vector>

namespace {

using tarry::PatternCall;
using tarry::PatternEvent;
using tarry::PatternMessage;
using tarry::PatternVisit;

class Time : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    event.charge(visit.call, visit.call.own);
  }
};

class Count : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    event.charge(visit.call, static_cast<int64_t>(visit.times));
  }
};

class TooMuch : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    for (int again = 0; again < 3; ++again) event.charge(visit.call, visit.call.own - 1);
  }
};

// `work` right in `solve`, with the metric that its time belongs to.
class InSolve : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    if (event.path(visit.call) == std::vector<std::string_view>{"main", "solve", "work"} &&
        visit.call.metric == std::string_view("comp") && visit.call.may_wait == 0)
      event.charge(visit.call, visit.call.own);
  }
};

// 10 times the number of the visit around each visit, and the number of the visit itself.
class Numbers : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    const int64_t around =
        visit.around == TARRY_PATTERN_NONE ? 9 : static_cast<int64_t>(visit.around);
    event.charge(visit.call, around * 10 + static_cast<int64_t>(visit.number));
  }
};

class Instructions : public tarry::Pattern {
 public:
  static constexpr const char* counters[] = {"PAPI_L2_TCM", "PAPI_TOT_INS", nullptr};
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    if (!event.counter(visit.call, "PAPI_L2_TCM"))
      event.charge(visit.call, event.counter(visit.call, "PAPI_TOT_INS").value_or(0));
  }
};

// Receives whose send is in `solve`: 1000 times the regions around both, and the instructions of
// both.
class FromSolve : public tarry::Pattern {
 public:
  static constexpr const char* counters[] = {"PAPI_TOT_INS", nullptr};
  void message(const PatternMessage& message, const PatternEvent& event) override {
    const auto path = event.path(message.send), own = event.path(message.receive);
    if (path.size() < 2 || path[path.size() - 2] != "solve" || own.back() != "MPI_Recv") return;
    event.charge(message.receive, static_cast<int64_t>(1000 * (path.size() + own.size())) +
                                      event.counter(message.send, "PAPI_TOT_INS").value_or(0) +
                                      event.counter(message.receive, "PAPI_TOT_INS").value_or(0));
  }
};

// Charges visits that it has seen before.
class Late : public tarry::Pattern {
 public:
  void visit(const PatternVisit& visit, const PatternEvent& event) override {
    if (has_last_) event.charge(last_, 1);
    last_ = visit.call;
    has_last_ = true;
    PatternCall forged = visit.call;
    forged.rank = 77;
    event.charge(forged, 1);
    forged.path_number = 1u << 30;
    if (!event.path(forged).empty()) event.charge(visit.call, 1);
  }

 private:
  bool has_last_ = false;
  PatternCall last_;
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(Time, "visit_time", "Time", "", "time"),
               TARRY_PATTERN(Count, "visit_count", "Count", "", nullptr, "occurrences"),
               TARRY_PATTERN(TooMuch, "too_much", "Too much", "", "time"),
               TARRY_PATTERN(InSolve, "in_solve", "In solve", "", "comp"),
               TARRY_PATTERN(Numbers, "numbers", "Numbers", "", nullptr, "occurrences"),
               TARRY_PATTERN(Instructions, "instructions", "Instructions", "", nullptr,
                             "occurrences"),
               TARRY_PATTERN(FromSolve, "from_solve", "From solve", "", nullptr, "occurrences"),
               TARRY_PATTERN(Late, "late_charges", "Late", "", nullptr, "occurrences"))
