// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/region_key.h"

#include <array>

#include "base/parse_number.h"

namespace tarry::trace::summary {
namespace {

constexpr char kArtificial = 'A';
constexpr char kFunction = 'F';
constexpr char kStackFunction = 'S';  // known from call stacks
constexpr char kNamed = 'N';
constexpr char kSeparator = '\0';

void append(std::string& out, std::string_view text) {
  out += kSeparator;
  out += text;
}
void append(std::string& out, std::uint64_t number) { append(out, std::to_string(number)); }

bool take(std::string_view& text, std::string_view& field) {
  if (text.empty() || text.front() != kSeparator) return false;
  text.remove_prefix(1);
  field = text.substr(0, text.find(kSeparator));
  text.remove_prefix(field.size());
  return true;
}

template <class Number>
bool take(std::string_view& text, Number& number) {
  std::string_view field;
  return take(text, field) && base::parse_number(field, number);
}

struct Writer {
  std::string operator()(const eventlog::FunctionKey& function) const {
    std::string out(1, function.is_from_call_stacks ? kStackFunction : kFunction);
    append(out, function.module);
    append(out, function.offset);
    if (function.call_site == 0) return out;
    append(out, function.caller);
    append(out, function.call_site);
    return out;
  }
  std::string operator()(const eventlog::NamedRegionKey& region) const {
    std::string out(1, kNamed);
    append(out, region.name);
    append(out, region.file);
    append(out, region.line);
    append(out, static_cast<std::uint64_t>(region.role));
    append(out, static_cast<std::uint64_t>(region.paradigm));
    append(out, region.offset);
    return out;
  }
  std::string operator()(const ProgramKey& program) const {
    std::string out = (*this)(NodeKind::Program);
    append(out, program.path);
    return out;
  }
  std::string operator()(NodeKind kind) const {
    std::string out(1, kArtificial);
    append(out, static_cast<std::uint64_t>(kind));
    return out;
  }
};

std::optional<RegionOfKey> function(std::string_view text, bool is_from_call_stacks) {
  eventlog::FunctionKey out;
  out.is_from_call_stacks = is_from_call_stacks;
  std::string_view module;
  if (!take(text, module) || !take(text, out.offset)) return std::nullopt;
  out.module = module;
  if (text.empty()) return out;
  std::string_view caller;
  if (!take(text, caller) || !take(text, out.call_site) || !text.empty()) return std::nullopt;
  out.caller = caller;
  return out;
}

std::optional<RegionOfKey> named(std::string_view text) {
  eventlog::NamedRegionKey out;
  std::string_view name, file;
  std::uint8_t role = 0, paradigm = 0;
  if (!take(text, name) || !take(text, file) || !take(text, out.line) || !take(text, role) ||
      !take(text, paradigm) || !take(text, out.offset) || !text.empty())
    return std::nullopt;
  out.name = name;
  out.file = file;
  out.role = static_cast<model::RegionRole>(role);
  out.paradigm = static_cast<model::Paradigm>(paradigm);
  return out;
}

std::optional<RegionOfKey> artificial(std::string_view text) {
  std::uint8_t kind = 0;
  if (!take(text, kind) || kind > kLastNodeKind) return std::nullopt;
  std::string_view path;
  if (static_cast<NodeKind>(kind) == NodeKind::Program) {
    if (!take(text, path) || !text.empty()) return std::nullopt;
    return ProgramKey{std::string(path)};
  }
  if (!text.empty()) return std::nullopt;
  return static_cast<NodeKind>(kind);
}

}  // namespace

std::string region_key(const RegionOfKey& region) { return std::visit(Writer{}, region); }

std::optional<RegionOfKey> region_of_key(std::string_view key) {
  if (key.empty()) return std::nullopt;
  const std::string_view rest = key.substr(1);
  if (key.front() == kFunction) return function(rest, false);
  if (key.front() == kStackFunction) return function(rest, true);
  if (key.front() == kNamed) return named(rest);
  if (key.front() == kArtificial) return artificial(rest);
  return std::nullopt;
}

}  // namespace tarry::trace::summary
