// SPDX-License-Identifier: BSD-3-Clause
#include "report/xml_tree.h"

#include <algorithm>
#include <string_view>

#include "report/cube_types.h"
#include "report/report_limits.h"

namespace tarry::report {

base::Status parse_xml(std::string& text, const std::string& name, pugi::xml_document& document) {
  const std::string damaged = "damaged " + name + ": ";
  if (text.size() > kLargestXml)
    return Error{ErrorCode::BadInput,
                 fmt::format("{}it has more than {} MiB", damaged, kLargestXml >> 20), "", ""};
  const pugi::xml_parse_result parsed = document.load_buffer_inplace(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
  if (!parsed)
    return Error{ErrorCode::BadInput,
                 fmt::format("{}{} at byte {}", damaged, parsed.description(), parsed.offset), "",
                 "is the file truncated?"};
  // pugixml expands no entities, so that their names would become part of the report's names.
  const auto children = document.children();
  if (std::any_of(children.begin(), children.end(),
                  [](pugi::xml_node node) { return node.type() == pugi::node_doctype; }))
    return Error{ErrorCode::BadInput,
                 damaged + "it has a DOCTYPE, which may define entities and which no report has",
                 "", "remove the DOCTYPE if you trust the file"};
  return kOk;
}

base::Status check_names(pugi::xml_node region) {
  for (const std::string_view text :
       {region.child("name").text().get(), region.child("descr").text().get(),
        region.child("role").text().get(), region.child("paradigm").text().get(),
        region.attribute("mod").as_string()})
    if (text.size() > kLongestName)
      return Error{ErrorCode::BadInput,
                   fmt::format("a name of a region has {} bytes; the limit is {}", text.size(),
                               kLongestName),
                   "", "the file is damaged, or not from a real run"};
  return kOk;
}

}  // namespace tarry::report
