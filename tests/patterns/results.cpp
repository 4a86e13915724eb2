// SPDX-License-Identifier: BSD-3-Clause
// Patterns that are tried on the results of others, and one that is tried on calls.
#include <tarry/pattern.h>

namespace {

using tarry::PatternCall;
using tarry::PatternEvent;
using tarry::PatternResult;

class Again : public tarry::Pattern {
 public:
  static constexpr const char* asks_for[] = {"mpi_latesender", nullptr};
  void result(const PatternResult& result, const PatternEvent& event) override {
    event.charge(result.call, result.amount);
  }
};

class FromZero : public tarry::Pattern {
 public:
  static constexpr const char* asks_for[] = {"again", nullptr};
  void result(const PatternResult& result, const PatternEvent& event) override {
    if (result.message != nullptr && result.message->send.rank == 0 && *result.pattern == 'a')
      event.charge(result.call, result.amount);
  }
};

class Calls : public tarry::Pattern {
 public:
  void call(const PatternCall& call, const PatternEvent& event) override { event.charge(call, 1); }
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(Again, "again", "Again", "", "mpi_point2point"),
               TARRY_PATTERN(FromZero, "from_zero", "From rank 0", "", nullptr),
               TARRY_PATTERN(Calls, "calls", "Calls", "", nullptr, "occurrences"))
