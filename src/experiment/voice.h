// SPDX-License-Identifier: BSD-3-Clause
// The interface through which the user learns what becomes of a recording. The command line prints
// it; tests collect it.
#pragma once

#include <string>

#include "report/text_layout.h"

namespace tarry::experiment {

class Voice {
 public:
  virtual ~Voice() = default;

  // Each takes one line. say() is for what has happened or what can be done next, detail() for
  // users who want to know more, warn() for what limits the results.
  virtual void say(const std::string& line) = 0;
  virtual void detail(const std::string& line) = 0;
  virtual void warn(const std::string& line) = 0;
  // Takes a table that consists of whole lines.
  virtual void show(const std::string& table) = 0;
  // Returns how a table for show() is to look.
  [[nodiscard]] virtual report::TextStyle style() const { return {}; }
  // Returns true if nobody hears anything.
  [[nodiscard]] virtual bool is_quiet() const = 0;
};

}  // namespace tarry::experiment
