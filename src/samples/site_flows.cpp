// SPDX-License-Identifier: BSD-3-Clause
#include "samples/site_flows.h"

#include <vector>

#include "samples/code_sites.h"

namespace tarry::samples {
namespace {

// The edges of one body. A first site that is not valid stands for its begin, such a second one for
// its end.
using SiteEdges = std::set<std::pair<SiteId, SiteId>>;

BodyFlow flow_of(const SiteEdges& edges) {
  BodyFlow flow;
  std::map<SiteId, std::uint32_t> places;
  const auto place = [&](SiteId site) {
    if (!site.valid()) return BodyFlow::kEnd;
    const auto [known, is_new] =
        places.try_emplace(site, static_cast<std::uint32_t>(flow.calls.size()));
    if (is_new) flow.calls.push_back(site);
    flow.followers.resize(flow.calls.size());
    return known->second;
  };
  for (const auto& [from, to] : edges) {
    const std::uint32_t next = place(to);
    if (from.valid())
      flow.followers[place(from)].push_back(next);
    else
      flow.first.push_back(next);
  }
  return flow;
}

// Removes calls without predecessors. If there is no cycle, this removes all.
bool is_acyclic(const BodyFlow& flow) {
  std::vector<std::uint32_t> before(flow.calls.size(), 0);
  for (const auto& followers : flow.followers)
    for (const std::uint32_t next : followers)
      if (next != BodyFlow::kEnd) ++before[next];
  std::vector<std::uint32_t> open;
  for (std::uint32_t at = 0; at < before.size(); ++at)
    if (before[at] == 0) open.push_back(at);
  std::size_t taken = 0;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    ++taken;
    for (const std::uint32_t next : flow.followers[at])
      if (next != BodyFlow::kEnd && --before[next] == 0) open.push_back(next);
  }
  return taken == before.size();
}

// The possible steps of the bodies of one object file, whichever process was sampled there.
class Steps {
 public:
  Steps(const std::string& module, const CodeStructure& structure, const SampleNames& names,
        CallingContextTree& tree)
      : module_(module), names_(names), tree_(tree) {
    for (const auto& [address, instruction] : structure.instructions) {
      const auto place = names.places.find({module, address});
      if (place == names.places.end()) continue;
      const std::vector<Site> sites = sites_of(place->second, &instruction, module);
      if (sites.size() != instruction.bodies.size()) continue;
      for (std::size_t i = 1; i < sites.size(); ++i)
        bodies_[instruction.bodies[i]].insert(tree.intern(sites[i]));
    }
  }

  // Returns the sites of a step. A site that is not valid stands for the begin, the end, and
  // unknown steps.
  std::set<SiteId> of(const FlowPlace& step) {
    std::set<SiteId> made;
    if (step.kind == FlowPlace::Kind::Body) {
      const auto found = bodies_.find(static_cast<std::uint32_t>(step.value));
      if (found != bodies_.end()) made = found->second;
    } else if (step.kind == FlowPlace::Kind::Call) {
      const auto place = names_.places.find({module_, step.value});
      const auto callees = names_.callees.find({module_, step.value});
      if (place == names_.places.end() || callees == names_.callees.end()) return made;
      Site site = called_site(place->second, module_, step.value + 1);
      for (const std::string& name : callees->second) {
        site.name = name;
        made.insert(tree_.intern(site));
      }
    } else {
      made.insert(SiteId{});
    }
    return made;
  }

 private:
  const std::string& module_;
  const SampleNames& names_;
  CallingContextTree& tree_;
  std::map<std::uint32_t, std::set<SiteId>> bodies_;
};

}  // namespace

std::unordered_map<SiteId, BodyFlow> SiteFlows::flows(const SampleNames& names,
                                                      CallingContextTree& tree) const {
  std::map<SiteId, SiteEdges> edges;
  std::set<SiteId> unknown;  // sites with a step of unknown content
  for (const auto& [module, structure] : names.structure) {
    Steps steps(module, structure, names, tree);
    for (const auto& [body, flow] : structure.flows) {
      const auto own = bodies_.find({module, body});
      if (own == bodies_.end()) continue;
      for (const auto& [from, to] : flow) {
        const std::set<SiteId> before = steps.of(from);
        const std::set<SiteId> behind = steps.of(to);
        if (before.empty() || behind.empty())
          unknown.insert(own->second.begin(), own->second.end());
        for (const SiteId one : before)
          for (const SiteId next : behind) {
            if (one == next && one.valid()) continue;
            for (const SiteId site : own->second) edges[site].emplace(one, next);
          }
      }
    }
  }
  std::unordered_map<SiteId, BodyFlow> made;
  for (const auto& [site, own] : edges)
    if (BodyFlow flow = flow_of(own); !unknown.contains(site) && is_acyclic(flow))
      made.emplace(site, std::move(flow));
  return made;
}

}  // namespace tarry::samples
