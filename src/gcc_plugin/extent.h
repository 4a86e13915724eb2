// SPDX-License-Identifier: BSD-3-Clause
// How much a function executes in one call at most, as far as its own source file tells: known only
// if neither it nor any function that it calls has a loop, and if it calls no function of another
// file, none by a pointer and not itself. So nothing that is worth a name happens below it.
#pragma once

#include "gcc.h"

namespace tarry::gcc_plugin {

// Compiler's estimate, in instructions; none: no bound is known.
using Extent = std::optional<int>;

bool is_hook(const gimple* statement);

class Extents {
 public:
  // Remembers `it` as a function that others call: for each function of the file, after its control
  // flow is built and before any function is compiled further.
  void add(function* it);

  // Extent of `it` as it is by now, without its hooks.
  Extent of(function* it);

 private:
  struct Called {
    unsigned function;  // DECL_UID
    unsigned origin;    // the function that it is a clone of, or itself
  };
  struct Body {
    Extent own;  // without its calls
    std::vector<Called> calls;
  };
  static Body body_of(function* it);
  Extent with_calls(const Body& body);
  Extent of_called(const Called& called);

  std::unordered_map<unsigned, Body> bodies_;     // by DECL_UID
  std::unordered_map<unsigned, Extent> extents_;  // of functions that were asked for
};

}  // namespace tarry::gcc_plugin
