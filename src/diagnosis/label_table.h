// SPDX-License-Identifier: BSD-3-Clause
// Which procedures do what: a table of patterns that users can extend (docs/formats/labels.md).
//
//     # priority  pattern              label
//     20          P?MPI_Barrier        synchronization
//
// The rule of the highest priority that fits the whole name decides; of equal ones the last. Rules
// with `inside` behind them only count below a call that communicates.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "diagnosis/label.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

class LabelTable {
 public:
  // Rules of MPI and of what is known of MPICH 4.0, Open MPI 4.1, UCX and the C library.
  static LabelTable standard();

  // Rules of this text come behind those that are there. Errors say line and what was expected;
  // `file` is for them.
  base::Status extend(std::string_view text, std::string_view file);

  // Not set if no rule fits. `is_inside`: whether the call is below one that communicates. Thread:
  // any.
  [[nodiscard]] std::optional<Label> find(const std::string& procedure, bool is_inside) const;

 private:
  struct Rule {
    int priority = 0;
    std::string pattern;    // of fnmatch(3)
    bool is_plain = false;  // the pattern is a name
    Label label = Label::Computation;
    bool inside_only = false;

    [[nodiscard]] bool fits(const char* name) const;
  };

  std::vector<Rule> rules_;
};

// What the table says of call paths.
struct InitialLabels {
  std::vector<Label> labels;   // by frame: its own, else that of its caller
  std::vector<bool> is_entry;  // by frame: the first on its path that communicates
};

// Loops have the label of what contains them; the root computes. A rule does not take a path that
// communicates back to computation. Thread: any.
InitialLabels initial_labels(const samples::CallingContextTree& paths, const LabelTable& table);

}  // namespace tarry::diagnosis
