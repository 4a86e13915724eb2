// SPDX-License-Identifier: BSD-3-Clause
// Reads the XML of reports that somebody else wrote: its size is limited, it must not define
// entities, and its elements are walked without recursion because a file may nest them arbitrarily
// deep.
#pragma once

#include <fmt/format.h>

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::report {

// Parses `text` in place: it must live as long as `document`. `name` is what errors call it. An
// Error has no `where`.
base::Status parse_xml(std::string& text, const std::string& name, pugi::xml_document& document);

// Returns the text of the first element `child` of `node`; empty if there is none.
inline std::string xml_text(pugi::xml_node node, const char* child) {
  return node.child(child).text().get();
}

// Returns an Error if a name in an element of a region is too long.
base::Status check_names(pugi::xml_node region);

// Calls visit(element, parent) for every element named `name` below `top`, depth first; `parent` is
// the result of visit() for the enclosing element, or `none`. More than `deepest` levels are an
// Error.
template <class Value, class Visitor>
base::Status walk_xml(pugi::xml_node top, const char* name, std::size_t deepest, Value none,
                      Visitor visit) {
  struct Open {
    pugi::xml_node next;
    Value parent;
  };
  std::vector<Open> stack{{top.child(name), none}};
  while (!stack.empty()) {
    const pugi::xml_node element = stack.back().next;
    if (!element) {
      stack.pop_back();
      continue;
    }
    if (stack.size() > deepest)
      return base::Error{base::ErrorCode::BadInput,
                         fmt::format("<{}> is nested more than {} times", name, deepest), "",
                         "the file is damaged, or not from a real run"};
    stack.back().next = element.next_sibling(name);
    base::Result<Value> made = visit(element, stack.back().parent);
    if (!made.ok()) return std::move(made).error();
    stack.push_back({element.child(name), *made});
  }
  return base::kOk;
}

}  // namespace tarry::report
