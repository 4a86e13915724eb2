// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/compare/compare_rank.h"

namespace tarry::compressed {
namespace {

// How far a difference makes us look ahead, and after how many differences of a rank it no longer
// does: traces of different programs would take a multiple of the time for nothing.
constexpr std::size_t kWindow = 32;
constexpr std::uint64_t kMostSearches = 1000;

// The calls that stand between two places where both traces go on alike.
struct Gap {
  std::size_t first = 0;
  std::size_t second = 0;
};

class Comparer {
 public:
  Comparer(const CommonTerms& terms, std::uint32_t rank, const CompareOptions& options)
      : terms_(terms),
        options_(options),
        rank_(rank),
        first_(terms.first, rank, options),
        second_(terms.second, rank, options) {}

  RankComparison run() {
    while (first_.peek(0) != nullptr || second_.peek(0) != nullptr) {
      if (equal_at(0, 0)) {
        ++out_.compared;
        first_.skip(1);
        second_.skip(1);
      } else {
        step_over(gap());
      }
    }
    if (!first_.error().empty())
      out_.error = "the first trace cannot be read through: " + first_.error();
    else if (!second_.error().empty())
      out_.error = "the second trace cannot be read through: " + second_.error();
    return std::move(out_);
  }

 private:
  bool equal_at(std::size_t first, std::size_t second) {
    const ComparedCall* const a = first_.peek(first);
    const ComparedCall* const b = second_.peek(second);
    return a != nullptr && b != nullptr && are_equal(*a, *b, options_);
  }

  // Two equal calls in a row, or both ends, are no coincidence.
  bool go_on_alike(std::size_t first, std::size_t second) {
    const bool ends = first_.peek(first) == nullptr && second_.peek(second) == nullptr;
    if (ends) return true;
    if (!equal_at(first, second)) return false;
    return equal_at(first + 1, second + 1) ||
           (first_.peek(first + 1) == nullptr && second_.peek(second + 1) == nullptr);
  }

  // Finds the smallest gap; of gaps of one size, the one that pairs more calls.
  Gap gap() {
    if (out_.different + out_.left_over >= kMostSearches || another_value()) return {1, 1};
    for (std::size_t size = 1; size <= kWindow; ++size)
      for (std::size_t most = size - size / 2; most <= size; ++most) {
        if (go_on_alike(most, size - most)) return {most, size - most};
        if (go_on_alike(size - most, most)) return {size - most, most};
      }
    return {1, 1};
  }

  // Returns whether the next calls of both traces are the same but for a value.
  bool another_value() {
    const ComparedCall* const a = first_.peek(0);
    const ComparedCall* const b = second_.peek(0);
    return a != nullptr && b != nullptr && do_the_same(*a, *b, options_) && go_on_alike(1, 1);
  }

  void step_over(Gap gap) {
    for (; gap.first > 0 && gap.second > 0; --gap.first, --gap.second) differ(true, true);
    for (; gap.first > 0; --gap.first) differ(true, false);
    for (; gap.second > 0; --gap.second) differ(false, true);
  }

  void differ(bool in_first, bool in_second) {
    const ComparedCall* const a = in_first ? first_.peek(0) : nullptr;
    const ComparedCall* const b = in_second ? second_.peek(0) : nullptr;
    if (a != nullptr && b != nullptr) {
      ++out_.compared;
      const std::string what = first_difference(*a, *b, options_, terms_.names);
      if (!what.empty()) {
        ++out_.different;
        report(*a, what);
      }
    } else if (a != nullptr || b != nullptr) {
      ++out_.left_over;
      report(a != nullptr ? *a : *b, a != nullptr ? "only the first trace has this call"
                                                  : "only the second trace has this call");
    }
    if (a != nullptr) first_.skip(1);
    if (b != nullptr) second_.skip(1);
  }

  void report(const ComparedCall& call, const std::string& what) {
    if (!out_.first)
      out_.first = TraceDifference{rank_, call.number, terms_.names[call.function], what};
  }

  const CommonTerms& terms_;
  const CompareOptions& options_;
  std::uint32_t rank_;
  ComparedCalls first_;
  ComparedCalls second_;
  RankComparison out_;
};

}  // namespace

RankComparison compare_rank(const CommonTerms& terms, std::uint32_t rank,
                            const CompareOptions& options) {
  return Comparer(terms, rank, options).run();
}

}  // namespace tarry::compressed
