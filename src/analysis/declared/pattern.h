// SPDX-License-Identifier: BSD-3-Clause
// A pattern that a user has declared in a file, as the parser has checked it: names are resolved,
// and every expression has the right type. Or a pattern of a plug-in. The language is
// docs/formats/pattern-files.md. Source: F. Wolf, "Automatic Performance Analysis on Parallel
// Computers with SMP Nodes", NIC Series 17, 2003, sections 3.7 and 3.9.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_cursor.h"
#include "model/metric.h"

struct tarry_pattern;

namespace tarry::analysis::declared {

// The types of values. From Call on, they are parts of the trace.
enum class Type : std::uint8_t {
#define TARRY_PATTERN_TYPE(type, name) type,
#include "analysis/declared/language.def"
};

// Returns "a time", "a receive", ...
std::string_view type_name(Type type);

// The attributes of the parts of a trace. Several types have an attribute of the same name.
enum class Attribute : std::uint8_t {
#define TARRY_PATTERN_ATTRIBUTE(of, name, type, attribute) attribute,
#include "analysis/declared/language.def"
};

struct AttributeInfo {
  Type of;
  std::string_view name;
  Type type;
  Attribute attribute;
};

inline constexpr AttributeInfo kAttributes[] = {
#define TARRY_PATTERN_ATTRIBUTE(of, name, type, attribute) \
  {Type::of, name, Type::type, Attribute::attribute},
#include "analysis/declared/language.def"
};

enum class Op : std::uint8_t {
  Number,    // a literal
  Time,      // a literal, in nanoseconds
  Text,      // a literal
  Variable,  // `variable`
  Get,       // `attribute` of the first part
  Phase,     // `phase` of the first part, a call
  Counter,   // what counter `number` of the set counted in the first part, a call or visit
  Is,        // the time of the first part, a call, belongs to `metric`
  Exists,    // the first part has a value
  Not,
  And,
  Or,
  Equal,
  Unequal,
  Less,
  LessOrEqual,
  Add,
  Subtract,
  Multiply,
  Divide,
  Least,     // of all parts
  Most,      // of all parts
  Exported,  // `number` of the exports of the first part, a result
  LeastOf,   // over the elements: parts are the set, the value, and the condition if there is one
  MostOf,
  SumOf,
  CountOf,  // parts are the set, and the condition if there is one
};

struct Expression {
  Op op{};
  Type type{};
  std::vector<Expression> parts;
  std::int64_t number = 0;
  std::string text;
  std::uint32_t variable = 0;
  std::uint32_t phase = 0;
  Attribute attribute{};
  model::MetricId metric;
};

// A definition (`let`), or a condition (`where`) if `is_condition`.
struct Step {
  bool is_condition = false;
  std::uint32_t variable = 0;
  Expression value;
};

// A number of each match beside its severity.
struct Export {
  std::string name;
  model::Unit unit = model::Unit::Occurrences;
  Expression value;
};

inline constexpr std::size_t kMostExports = 4;

// Where the functions of a pattern are that is not declared in a text.
struct Plugin {
  std::string file;
  std::vector<Type> roots;                   // the kinds of events that it has functions for
  const tarry_pattern* functions = nullptr;  // of a library; nullptr: they are in Python
  std::string bridge;                        // the library that runs Python
  std::uint32_t number = 0;                  // of the pattern in its file

  [[nodiscard]] bool wants(Type root) const {
    return std::find(roots.begin(), roots.end(), root) != roots.end();
  }
};

// The results of others that a pattern is tried on: wait states of the catalogue, with all below
// them, and patterns before this one.
struct AskedFor {
  std::vector<model::MetricId> metrics;
  std::vector<std::uint32_t> patterns;  // in the set
};

struct Pattern {
  std::string name;
  std::string title;
  std::string about;
  model::MetricId parent;  // !valid(): a root of the metric tree
  model::Unit unit = model::Unit::Seconds;
  Type root{};  // its value is variable 0
  AskedFor asked;
  std::uint32_t level = 0;  // above those of all patterns that it asks for
  std::uint32_t variables = 1;
  std::vector<Step> steps;              // in the order of the file
  std::vector<model::MetricId> unless;  // calls that were charged these are not charged
  Expression severity;
  Expression target;          // the call that is charged, or what is in the call
  bool is_each = false;       // a call for each element of `elements` that fulfils `condition`
  std::uint32_t element = 0;  // its variable
  Expression elements;
  std::vector<Expression> condition;  // none or one
  std::vector<Export> exports;
  std::optional<Plugin> plugin;       // it is made of functions, and not of expressions
  std::vector<std::string> counters;  // that the functions want
};

// The words for units in pattern files and plug-ins.
struct UnitWord {
  std::string_view word;
  model::Unit unit;
};
inline constexpr UnitWord kUnitWords[] = {{"seconds", model::Unit::Seconds},
                                          {"occurrences", model::Unit::Occurrences},
                                          {"bytes", model::Unit::Bytes}};

// The visits of a region that patterns ask for: around a call, or the last one before it.
struct PhaseWish {
  std::string region;
  bool is_before = false;

  friend bool operator==(const PhaseWish&, const PhaseWish&) = default;
};

inline constexpr std::size_t kMostPhases = 4;

// The counters that all patterns together may ask for.
inline constexpr std::size_t kMostCounters = 2;

// What the functions of a plug-in may take.
struct PluginLimits {
  unsigned seconds = 10;             // for one event
  std::uint64_t bytes = 1ull << 30;  // beyond what the analysis has; 0: any
};

struct PatternSet {
  std::vector<Pattern> patterns;
  std::vector<PhaseWish> phases;
  std::vector<std::string> counters;
  PluginLimits limits;

  // Returns whether a pattern is tried on events of this kind.
  [[nodiscard]] bool has(Type root) const;
  // Returns whether a pattern is tried on anything but visits.
  [[nodiscard]] bool has_records() const;
  // Adds what a name stands for to `asked`; false: neither a wait state nor a pattern of the set
  // whose severity is a time. Patterns that see visits keep no single results.
  bool ask_for(std::string_view name, AskedFor& asked) const;
  // Adds a pattern, one level above those that it asks for.
  void add(Pattern pattern);
};

}  // namespace tarry::analysis::declared
