// SPDX-License-Identifier: BSD-3-Clause
// What text in a language is made with: one pass over the program calls an emitter for each loop
// and call. A new language is a new emitter.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 4.2.
#pragma once

#include <string>

#include "base/result.h"
#include "compressed/emit/program.h"

namespace tarry::emit {

enum class Computation : std::uint8_t { Loop, Sleep, None };

// Thread: one.
class Emitter {
 public:
  virtual ~Emitter() = default;

  virtual void begin(const Program& program) = 0;
  // What follows belongs together; `text` describes it in a sentence.
  virtual void phase(const std::string& text) = 0;
  // What follows up to the end concerns these ranks only.
  virtual void begin_ranks(const RankSet& ranks) = 0;
  virtual void end_ranks() = 0;
  virtual void begin_loop(const Node& loop) = 0;
  virtual void end_loop(const Node& loop) = 0;
  virtual void call(const Node& call) = 0;
  // Returns the whole text. The error is something that the language cannot say.
  virtual base::Result<std::string> end() = 0;
};

// Goes through the program once. Thread: any.
base::Result<std::string> emit(const Program& program, Emitter& emitter);

// Returns whether each rank that comes to a loop makes one pass.
bool is_single_pass(const Node& loop);
// Returns whether a loop is a condition: no rank makes more than one pass.
bool is_condition(const Node& loop);

}  // namespace tarry::emit
