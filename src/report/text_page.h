// SPDX-License-Identifier: BSD-3-Clause
// What all parts of the text report need: the report, what of it is shown, and the text so far.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "report/query.h"
#include "report/text_layout.h"

namespace tarry::report {

class TextPage {
 public:
  TextPage(const model::SeverityCube& cube, const Selection& selection, const TextStyle& style);

  [[nodiscard]] const model::SeverityCube& cube() const { return cube_; }
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const TextStyle& style() const { return style_; }
  // Returns the time to which percentages refer.
  [[nodiscard]] double time() const { return time_; }
  // Returns whether the report is the difference of two.
  [[nodiscard]] bool is_difference() const;
  // Returns --top, or `usual` if it is not given.
  [[nodiscard]] std::size_t top(std::size_t usual) const {
    return selection_.top == 0 ? usual : selection_.top;
  }
  // Returns how many columns are left beside `used` ones; 0 if there is no limit.
  [[nodiscard]] std::size_t room(std::size_t used, std::size_t least) const;

  // Return the text as it looks on a terminal with colors; padding comes before.
  [[nodiscard]] std::string bold(const std::string& text) const { return painted(text, "1"); }
  [[nodiscard]] std::string dim(const std::string& text) const { return painted(text, "2"); }
  [[nodiscard]] std::string bar(const std::string& text) const { return painted(text, "36"); }
  // Shows parts of the time that are lost in red or yellow.
  [[nodiscard]] std::string alarming(const std::string& text, double part) const;

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
  }
  void put_wrapped(std::string_view text, std::string_view first = "") {
    out_ += wrapped(text, first, style_);
  }
  // Puts a heading, in bold.
  void put_heading(std::string_view text);
  // Puts an empty line unless there is one.
  void separate();
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] std::string painted(const std::string& text, const char* code) const;

  const model::SeverityCube& cube_;
  const Selection& selection_;
  TextStyle style_;
  double time_;
  std::string out_;
};

// Returns a label and, as far as there is room, its place: "main/solve  (wave.c:42)". Both are made
// fit for one line; `room` is 0 if there is no limit.
std::string fitting_label(const std::string& label, const std::string& place, std::size_t room,
                          bool unicode);

}  // namespace tarry::report
