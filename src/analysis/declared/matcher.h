// SPDX-License-Identifier: BSD-3-Clause
// Tries declared patterns on one root event after the other. A definition or condition without a
// value (no such partner, a division by zero, a number out of range) ends the attempt.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "analysis/declared/facts.h"
#include "analysis/declared/pattern.h"
#include "model/definitions.h"

namespace tarry::analysis::declared {

// The amounts of a match, on their way to the worker of the call that is charged.
struct Charge {
  std::uint32_t pattern = 0;  // in the set
  Rank rank;
  RecordRef call;  // in `instances`
  std::int64_t amount = 0;
  std::array<std::int64_t, kMostExports> exports{};
  RecordRef receive{0, kNoIndex};  // of the process, if the root is this receive or a result of it
};

// Returns whether the pattern asks for this result.
bool asks_for(const Pattern& pattern, const ResultFact& result);

// Returns the id of the metric of a result, or of its part if `asking` asks for that alone.
std::string_view result_name(const PatternSet& set, const Pattern& asking,
                             const ResultFact& result);

// Makes the charge of a result or receive that is the root also name the receive.
void name_receive(const ReceiveFact* receive, Charge& charge);

// Returns whether a call of MPI waits, and does not only test.
bool may_wait(model::MpiCall call);

// Returns "barrier", "n-to-n", "1-to-n", "n-to-1", "prefix", "neighborhood" or
// "other".
std::string_view kind_name(model::CollectiveOp op);

// Returns "fence", "post", "operation", ...
std::string_view kind_name(RmaKind kind);

class Matcher {
 public:
  // Returns the receive of the same location before this one; nullptr if there is none. The result
  // is valid until the next root event.
  using Previous = std::function<const ReceiveFact*(const ReceiveFact&)>;
  using Take = std::function<void(const Charge&)>;

  // `set` and `regions` must outlive it.
  Matcher(const PatternSet& set, const std::vector<model::Region>& regions,
          std::uint64_t ticks_per_second, Previous previous, Take take);

  // Only patterns of this level are tried; at first, it is 0.
  void set_level(std::uint32_t level) { level_ = level; }

  // Patterns of plug-ins are left out.
  void match(const CallFact& root) { match(Type::Call, &root); }
  void match(const ReceiveFact& root) {
    receive_ = &root;
    match(Type::Receive, &root);
    receive_ = nullptr;
  }
  void match(const ResultFact& root) {
    receive_ = root.receive;
    match(Type::Result, &root);
    receive_ = nullptr;
  }
  void match(const CollectiveFact& root) { match(Type::Collective, &root); }
  void match(const AcquireFact& root) { match(Type::Acquire, &root); }
  void match(const TeamBarrierFact& root) { match(Type::TeamBarrier, &root); }
  void match(const OneSidedFact& root) { match(Type::OneSided, &root); }

 private:
  // A value of the type that its expression says.
  struct Value {
    bool exists = false;
    std::int64_t number = 0;  // ticks of a time; 0 and 1 of a condition
    std::string_view text;
    const void* fact = nullptr;  // a part of the trace
  };

  void match(Type root, const void* fact);
  void match(std::uint32_t pattern);
  void charge(std::uint32_t pattern);
  [[nodiscard]] Value value(const Expression& expression);
  [[nodiscard]] Value in_ticks(std::int64_t nanoseconds) const;
  [[nodiscard]] Value joined(const Expression& expression);
  [[nodiscard]] Value extreme(const Expression& expression);
  [[nodiscard]] Value over_elements(const Expression& expression);
  [[nodiscard]] Value get(Attribute attribute, const void* of);
  [[nodiscard]] Value get_of_call(Attribute attribute, const CallFact& call) const;
  [[nodiscard]] Value get_of_message(Attribute attribute, const void* of);
  [[nodiscard]] static Value get_of_collective(Attribute attribute, const void* of);
  [[nodiscard]] bool is_true(const Expression& condition);

  [[nodiscard]] static Value get_of_one_sided(Attribute attribute, const OneSidedFact& call);
  [[nodiscard]] Value get_of_result(Attribute attribute, const ResultFact& result) const;

  static Value number(std::int64_t number) { return {true, number, {}, nullptr}; }
  static Value ticks(Ticks time) { return {true, time.count, {}, nullptr}; }
  static Value text(std::string_view text) { return {true, 0, text, nullptr}; }
  static Value part(const void* fact) { return {fact != nullptr, 0, {}, fact}; }

  const PatternSet& set_;
  const std::vector<model::Region>& regions_;
  const std::uint64_t ticks_per_second_;
  const Previous previous_;
  const Take take_;
  std::vector<Value> variables_;
  std::uint32_t level_ = 0;
  std::uint32_t pattern_ = 0;             // that is tried
  const ReceiveFact* receive_ = nullptr;  // the root, or what the root is a result of
};

}  // namespace tarry::analysis::declared
