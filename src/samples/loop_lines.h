// SPDX-License-Identifier: BSD-3-Clause
// The lines of loops: the function that each loop is in, which may be an inlined one, and the lines
// of that function from which its instructions come. Code that was inlined there counts as the line
// of its call.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "code/function_source.h"
#include "code/loop_forest.h"

namespace tarry::samples {

using LineSet = std::set<std::uint32_t>;

class LoopLines {
 public:
  // All arguments must outlive it.
  LoopLines(const code::FunctionGraph& graph, const code::LoopForest& forest,
            const code::FunctionSource& source);

  // Returns the innermost scope that has all of the code of a loop.
  [[nodiscard]] std::uint32_t scope(std::uint32_t loop) const { return scopes_[loop]; }
  // Returns the file with most lines of the loop; empty: none is known.
  [[nodiscard]] std::string file(std::uint32_t loop) const;

  // Returns the lines of blocks, in one file and in a scope that is around them. Lines up to the
  // head of the function are left out, because they belong to no loop.
  [[nodiscard]] LineSet of_blocks(const std::vector<std::uint32_t>& blocks, std::uint32_t scope,
                                  const std::string& file) const;
  // Returns the line of one instruction; 0: unknown.
  [[nodiscard]] std::uint32_t of_instruction(std::uint64_t address, std::uint32_t scope,
                                             const std::string& file) const;

  // Returns the blocks of a loop, including those of inner loops.
  [[nodiscard]] const std::vector<std::uint32_t>& blocks(std::uint32_t loop) const {
    return blocks_[loop];
  }

 private:
  // Instructions of one line of one scope.
  struct Segment {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint32_t file;
    std::uint32_t line;
    std::uint32_t column;  // 0: unknown
    std::uint32_t scope;
  };

  void make_segments();
  void find_scopes();
  [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::uint32_t line_in(const Segment& segment, std::uint32_t scope,
                                      const std::string& file) const;
  template <class Take>
  void each_segment(std::uint64_t begin, std::uint64_t end, Take take) const;

  const code::FunctionGraph& graph_;
  const code::LoopForest& forest_;
  const code::FunctionSource& source_;
  std::vector<Segment> segments_;                   // by address
  std::vector<std::uint32_t> scopes_;               // by loop
  std::vector<std::vector<std::uint32_t>> blocks_;  // by loop
};

}  // namespace tarry::samples
