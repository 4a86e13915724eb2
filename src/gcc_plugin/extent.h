// SPDX-License-Identifier: BSD-3-Clause
// The most that a function executes in one call, as far as its own source file tells. It is known
// only if neither the function nor any function that it calls has a loop, and if it calls no
// function of another file, no function by a pointer and not itself. So nothing that deserves a
// name happens below it.
#pragma once

#include "gcc.h"

namespace tarry::gcc_plugin {

// The compiler's estimate in instructions; none: no bound is known.
using Extent = std::optional<int>;

bool is_hook(const gimple* statement);

class Extents {
 public:
  // Remembers `it` as a function that others call. Call it for each function of the file, after its
  // control flow is built and before any function is compiled further.
  void add(function* it);

  // Returns the present extent of `it`, without its hooks.
  Extent of(function* it);

 private:
  struct Called {
    unsigned function;  // DECL_UID
    unsigned origin;    // the function of which it is a clone, or itself
  };
  struct Body {
    Extent own;  // without the functions that it calls
    std::vector<Called> calls;
  };
  static Body body_of(function* it);
  Extent with_calls(const Body& body);
  Extent of_called(const Called& called);

  std::unordered_map<unsigned, Body> bodies_;     // by DECL_UID
  std::unordered_map<unsigned, Extent> extents_;  // the results for functions that were asked for
};

}  // namespace tarry::gcc_plugin
