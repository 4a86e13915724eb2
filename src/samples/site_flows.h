// SPDX-License-Identifier: BSD-3-Clause
// The control flow of bodies, by the sites that stand for them in call paths: a function has one
// for each place that calls it, a place that calls several functions one for each.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "samples/sample_names.h"
#include "samples/samples.h"

namespace tarry::samples {

class SiteFlows {
 public:
  // This site stands for the body of that number in the object file `module`.
  void note_body(const std::string& module, std::uint32_t body, SiteId site) {
    bodies_[{module, body}].insert(site);
  }
  // The flows of all sites that were noted; what is in them is put into the tree. Where several
  // bodies have one site, anything that can follow in one of them can; where that makes a cycle,
  // the flow is not known.
  [[nodiscard]] std::unordered_map<SiteId, BodyFlow> flows(const SampleNames& names,
                                                           CallingContextTree& tree) const;

 private:
  // By object file and number.
  std::map<std::pair<std::string, std::uint32_t>, std::set<SiteId>> bodies_;
};

}  // namespace tarry::samples
