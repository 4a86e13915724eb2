// SPDX-License-Identifier: BSD-3-Clause
#include "base/display_name.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace tarry::base {
namespace {

void erase_all(std::pmr::string& text, std::string_view part) {
  for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, part.size());
}

void replace_all(std::pmr::string& text, std::string_view part, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size())
    text.replace(at, part.size(), by);
}

// Removes everything that may follow a parameter list.
void drop_qualifiers(std::pmr::string& name) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view suffix : {" const", " volatile", " &", " &&", " noexcept"})
      if (name.ends_with(suffix)) {
        name.resize(name.size() - suffix.size());
        again = true;
      }
    const std::size_t clone = name.find(" [clone ");
    if (clone != std::string::npos) name.resize(clone);
  }
}

void drop_parameters(std::pmr::string& name) {
  if (!name.ends_with(')')) return;
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(' && --depth == 0) {
      if (i > 0) name.resize(i);  // "(anonymous)" alone is a name
      return;
    }
  }
}

// Returns where "operator" begins as a name of its own, or the end.
std::size_t operator_position(const std::pmr::string& name) {
  constexpr std::string_view kWord = "operator";
  for (std::size_t at = 0; (at = name.find(kWord, at)) != std::string::npos; at += kWord.size()) {
    const bool begins = at == 0 || name[at - 1] == ':' || name[at - 1] == ' ';
    const char next = at + kWord.size() < name.size() ? name[at + kWord.size()] : ' ';
    const bool ends = next != '_' && std::isalnum(static_cast<unsigned char>(next)) == 0;
    if (begins && ends) return at;
  }
  return name.size();
}

// Template functions have their return type in front, which is removed.
void drop_return_type(std::pmr::string& name) {
  const std::size_t end = operator_position(name);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const char c = name[i];
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (c == ' ' && depth == 0) begin = i + 1;
  }
  name.erase(0, begin);
}

// Shortens symbols of gfortran: __<module>_MOD_<procedure>.
void shorten_fortran(std::pmr::string& symbol) {
  constexpr std::string_view kMiddle = "_MOD_";
  const std::size_t middle = symbol.find(kMiddle);
  if (!symbol.starts_with("__") || middle == std::string::npos || middle <= 2) return;
  symbol.replace(middle, kMiddle.size(), "::");
  symbol.erase(0, 2);
}

bool demangle(const char* symbol, std::pmr::string& out) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text) return false;
  out = text.get();
  return true;
}

}  // namespace

void shorten_demangled(std::pmr::string& name) {
  erase_all(name, "[abi:cxx11]");
  erase_all(name, "(anonymous namespace)::");
  replace_all(name, "std::__cxx11::", "std::");
  replace_all(name, "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
              "std::string");
  drop_qualifiers(name);
  drop_parameters(name);
  drop_return_type(name);
}

void make_display_name(std::pmr::string& symbol, Demangler* demangler) {
  // The compiler gives suffixes to copies it has made: step.isra.0, step.constprop.1
  const std::size_t dot = symbol.find('.', 1);
  if (symbol.starts_with("_Z")) {
    if (dot != std::string::npos) symbol[dot] = '\0';
    if (demangler(symbol.c_str(), symbol)) return shorten_demangled(symbol);
    // GCC names the state of a coroutine with a dot: _Z4workPZ4workiE14_Z4worki.Frame.actor
    if (dot != std::string::npos) {
      symbol[dot] = '.';
      if (demangler(symbol.c_str(), symbol)) return shorten_demangled(symbol);
    }
  }
  if (dot != std::string::npos) symbol.resize(dot);
  shorten_fortran(symbol);
}

std::string display_name(const std::string& symbol) {
  std::pmr::string name(symbol);
  make_display_name(name, demangle);
  return std::string(name);
}

std::string display_name_of_body(const std::string& symbol) {
  const std::size_t dot = symbol.find('.', 1);
  return display_name(symbol) + (dot == std::string::npos ? "" : symbol.substr(dot));
}

}  // namespace tarry::base
