// SPDX-License-Identifier: BSD-3-Clause
// Values of a program as expressions of C. Tables that they need are collected on the way.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compressed/emit/program.h"

namespace tarry::emit {

// Thread: one. The program must outlive it.
class CText {
 public:
  explicit CText(const Program& program) : program_(program) {}

  // Names of the rank and of its part in an expression.
  struct Names {
    std::string rank = "rank";
    std::string part = "part";
  };
  // `what` names a table, if one is needed.
  std::string value(const Value& value, const std::string& what, const Names& names);
  std::string value(const Value& value, const std::string& what) {
    return this->value(value, what, {});
  }
  std::string condition(const RankSet& ranks);

  // Loops around the next expressions; the loop's variable is the name that open_loop() returns.
  std::string open_loop(const Node& loop);
  void close_loop() { open_.pop_back(); }

  // Returns the counters of uses in the expressions since the last call. Each must be increased
  // behind them.
  std::vector<std::string> take_counters();
  [[nodiscard]] const std::vector<std::string>& counters() const { return counters_; }
  // Returns the tables, and the function that tells the part of a rank if any needs it.
  std::string definitions();
  // Returns the tables of expressions, which are made when the extents are known.
  [[nodiscard]] const std::string& local_definitions() const { return local_tables_; }
  [[nodiscard]] bool uses_parts() const { return uses_parts_; }

 private:
  // Returns whether formula() needs no table.
  [[nodiscard]] bool is_short(const Formula& formula) const;
  std::string formula(const Formula& formula, const std::string& what);
  [[nodiscard]] std::string pass_of(const Formula& formula) const;
  [[nodiscard]] std::string number(std::int64_t number) const;
  // Returns a condition without tables; none if it would be long.
  [[nodiscard]] std::optional<std::string> short_condition(const RankSet& ranks,
                                                           const std::string& name) const;
  // Returns whether a row of a table, as wide as that of `other`, has an entry for each pass that
  // the ranks of a constant make.
  [[nodiscard]] bool fits(const Choice& constant, const Choice& other) const;
  std::string by_part(const std::vector<const Choice*>& choices, const std::string& what,
                      const Names& names);
  std::string index(const Formula& formula);
  std::string loop_name(std::uint32_t loop) const;
  std::string counter();
  std::string table(const std::vector<std::vector<std::int64_t>>& rows, const std::string& what);
  std::string part_function() const;

  const Program& program_;
  std::vector<const Node*> open_;              // loops
  std::map<std::string, std::string> tables_;  // name by content
  std::map<std::string, unsigned> names_;      // numbers of names that are taken
  std::vector<std::string> table_texts_;
  std::vector<std::string> counters_, pending_;
  std::string local_tables_;
  bool uses_parts_ = false;
};

// Returns a sum such as "rank + 3", "rank - 3" or "rank".
std::string plus(const std::string& text, std::int64_t number);

}  // namespace tarry::emit
