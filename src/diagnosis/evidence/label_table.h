// SPDX-License-Identifier: BSD-3-Clause
// The activity of procedures: a table of patterns that users can extend (docs/formats/labels.md).
//
//     # priority  pattern              label
//     20          P?MPI_Barrier        synchronization
//
// The rule of the highest priority whose pattern matches the whole name decides; among equal ones,
// the last. Rules that end with `inside` count only below a call that communicates.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "diagnosis/evidence/label.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

class LabelTable {
 public:
  // Returns the rules of MPI and of known internals of MPICH 4.0, Open MPI 4.1, UCX and the C
  // library.
  static LabelTable standard();

  // Appends the rules of this text. Errors name the line and what was expected there; `file` is
  // only for them.
  base::Status extend(std::string_view text, std::string_view file);

  // Returns nothing if no rule matches. `is_inside`: the call is below one that communicates.
  // Thread: any.
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

// The labels of call paths that follow from the table alone.
struct InitialLabels {
  std::vector<Label> labels;   // by frame: the label of its own rule, else that of its caller
  std::vector<bool> is_entry;  // by frame: it is the first on its path that communicates
};

// Loops have the label of the frame around them, and the root computes. No rule makes a path below
// a call that communicates computation again. Thread: any.
InitialLabels initial_labels(const samples::CallingContextTree& paths, const LabelTable& table);

}  // namespace tarry::diagnosis
