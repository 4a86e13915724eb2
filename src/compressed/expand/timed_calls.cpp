// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/expand/timed_calls.h"

namespace tarry::compressed {
namespace {

class RecordedCalls final : public TimedCalls {
 public:
  RecordedCalls(const Trace& trace, std::uint32_t rank, TimeChoice choice)
      : cursor_(trace, rank), times_(trace, rank, choice) {}

  bool next(CursorCall& call, CallTime& time) override {
    if (!cursor_.next(call)) return false;
    time = times_.next(call);
    return true;
  }
  [[nodiscard]] const std::string& error() const override { return cursor_.error(); }

 private:
  Cursor cursor_;
  CallTimes times_;
};

}  // namespace

OpenTimedCalls recorded_calls(const Trace& trace, TimeChoice choice) {
  return [&trace, choice](std::uint32_t rank) {
    return std::make_unique<RecordedCalls>(trace, rank, choice);
  };
}

}  // namespace tarry::compressed
