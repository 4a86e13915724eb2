// SPDX-License-Identifier: BSD-3-Clause
// How the user learns what becomes of a recording. The command line prints it; tests collect it.
#pragma once

#include <string>

namespace tarry::experiment {

class Voice {
 public:
  virtual ~Voice() = default;

  // One line each: what has happened, or what can be done next; the same for users who want to know
  // more; what limits the results.
  virtual void say(const std::string& line) = 0;
  virtual void detail(const std::string& line) = 0;
  virtual void warn(const std::string& line) = 0;
  // A table of whole lines.
  virtual void show(const std::string& table) = 0;
  // True if nothing of it reaches anybody.
  [[nodiscard]] virtual bool is_quiet() const = 0;
};

}  // namespace tarry::experiment
