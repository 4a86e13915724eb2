// SPDX-License-Identifier: BSD-3-Clause
// The control flow of bodies, by the sites that stand for them in call paths. A function has one
// site for each place that calls it, and a place that calls several functions has one site for
// each.
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
  // Notes that this site stands for the body of that number in the object file `module`.
  void note_body(const std::string& module, std::uint32_t body, SiteId site) {
    bodies_[{module, body}].insert(site);
  }
  // Returns the flows of all noted sites and adds the sites in them to the tree. If several bodies
  // have one site, its flow unites theirs; if the union has a cycle, the flow is unknown.
  [[nodiscard]] std::unordered_map<SiteId, BodyFlow> flows(const SampleNames& names,
                                                           CallingContextTree& tree) const;

 private:
  // By object file and number.
  std::map<std::pair<std::string, std::uint32_t>, std::set<SiteId>> bodies_;
};

}  // namespace tarry::samples
