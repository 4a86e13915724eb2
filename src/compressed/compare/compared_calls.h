// SPDX-License-Identifier: BSD-3-Clause
// The calls of one rank as a comparison sees them: in terms that mean the same in both traces,
// without what is not compared, which has the same value everywhere.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "compressed/compare/common_terms.h"
#include "compressed/compare/compare_options.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {

// A call, or one action if functions are not compared. In `actions`, communicators and datatypes
// are terms of CommonTerms, and peers and roots are world ranks if communicators are not compared.
struct ComparedCall {
  std::uint64_t number = 0;    // of the call, among all calls of the rank, from 0
  std::uint32_t function = 0;  // term
  std::uint32_t place = 0;     // term
  std::vector<Action> actions;
};

// Goes through the calls of one rank, with a look at those to come. All arguments must outlive it.
// Thread: caller-locks.
class ComparedCalls {
 public:
  ComparedCalls(const TermsOfTrace& terms, std::uint32_t rank, const CompareOptions& options);

  // Returns the call `ahead` places behind the next one; nullptr if there are fewer.
  const ComparedCall* peek(std::size_t ahead);
  void skip(std::size_t calls);
  // Returns why the calls end early; empty if they do not.
  [[nodiscard]] const std::string& error() const { return cursor_.error(); }

 private:
  bool read();
  [[nodiscard]] Action compared(const Action& action) const;

  const TermsOfTrace& terms_;
  const Memberships& own_;
  const CompareOptions& options_;
  Cursor cursor_;
  CursorCall call_;
  std::uint64_t number_ = 0;
  std::deque<ComparedCall> ahead_;
};

// Returns whether two calls are equal. What one of the traces does not know equals everything.
bool are_equal(const ComparedCall& a, const ComparedCall& b, const CompareOptions& options);
// Returns whether two calls are of one function and perform the same kinds of actions.
bool do_the_same(const ComparedCall& a, const ComparedCall& b, const CompareOptions& options);
// Returns the first thing in which two calls differ, such as "bytes of send is 8 in the first trace
// and 9 in the second"; empty if they are equal.
std::string first_difference(const ComparedCall& a, const ComparedCall& b,
                             const CompareOptions& options, const std::vector<std::string>& names);

}  // namespace tarry::compressed
