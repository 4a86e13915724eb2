// SPDX-License-Identifier: BSD-3-Clause
// Values and sets of ranks in coNCePTuaL, and the ranks for which a statement holds in the loops
// around it. The language has no variables that depend on the task: where ranks differ, each of
// them has a statement of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/emit/program.h"

namespace tarry::emit {

// Ranks for which some values have one formula each.
struct TaskGroup {
  RankSet ranks;
  std::vector<const Formula*> formulas;  // in the order of the values
  std::string when;                      // condition on the loops around; may be empty
};

// Thread: one.
class ConceptualText {
 public:
  explicit ConceptualText(const Program& program) : program_(program) {}

  void open_loop(const Node& loop);
  void close_loop() { loops_.pop_back(); }
  // Returns the most passes that a rank makes of the innermost loop.
  [[nodiscard]] std::int64_t most_passes() const;
  [[nodiscard]] std::string loop_name() const { return name_of(loops_.size() - 1); }

  // Divides the ranks by the formulas of the values and by the passes of the loops around. A rank
  // without one of the values is left out.
  std::vector<TaskGroup> groups(const RankSet& ranks, const std::vector<const Value*>& values);
  std::string formula(const Formula& formula);
  std::string peer(const Peer& peer, const Formula& formula);
  // "ALL TASKS t" or "TASKS t SUCH THAT t > 3"; without a name "ALL TASKS" and "TASK 3" if the
  // statement need not call the task by it.
  std::string tasks(const RankSet& ranks, const std::string& when, const std::string& name,
                    bool is_named);

  [[nodiscard]] std::int64_t tasks_in_all() const { return program_.ranks; }
  // Not empty if something cannot be said.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct OpenLoop {
    const Node* node;
    bool is_condition;
  };
  static std::string name_of(std::size_t depth);
  std::string table(const std::vector<std::int64_t>& values, const std::string& index);
  std::string condition(const RankSet& ranks, const std::string& name);

  const Program& program_;
  std::vector<OpenLoop> loops_;
  std::string error_;
};

// Returns the mean over all ranks and uses.
std::int64_t mean_of(const Value& value);

}  // namespace tarry::emit
