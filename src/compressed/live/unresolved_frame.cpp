// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/unresolved_frame.h"

#include <charconv>
#include <string_view>

namespace tarry::compressed {
namespace {

constexpr std::string_view kFunction = "?function ";
constexpr std::string_view kPlace = "?place ";
constexpr std::string_view kCallSite = "@?";
constexpr int kBase = 16;

std::string hex(std::uint64_t value) {
  char text[17];
  return {text, std::to_chars(text, text + sizeof text, value, kBase).ptr};
}

}  // namespace

Frame unresolved_function(const trace::eventlog::FunctionKey& key) {
  return {std::string(kFunction) + hex(key.offset), key.module, 0};
}

Frame unresolved_place(const std::string& name, const trace::eventlog::FunctionKey& key) {
  return {std::string(kPlace) + hex(key.offset) + ' ' + name, key.module, 0};
}

Frame unresolved_call_site(const trace::eventlog::FunctionKey& key) {
  return {std::string(kCallSite) + hex(key.offset), key.module, 0};
}

std::optional<Unresolved> unresolved(const Frame& frame) {
  Unresolved out;
  std::string_view text = frame.name;
  const auto begins_with = [&](std::string_view prefix, Unresolved::Kind kind) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    out.kind = kind;
    return true;
  };
  if (!begins_with(kFunction, Unresolved::Kind::Function) &&
      !begins_with(kPlace, Unresolved::Kind::Place) &&
      !begins_with(kCallSite, Unresolved::Kind::CallSite))
    return std::nullopt;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out.offset, kBase);
  if (read.ec != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  if ((out.kind == Unresolved::Kind::Place) == text.empty()) return std::nullopt;
  if (!text.empty()) out.name = text.substr(1);
  return out;
}

}  // namespace tarry::compressed
