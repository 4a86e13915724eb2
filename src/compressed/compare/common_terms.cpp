// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/compare/common_terms.h"

#include <map>
#include <tuple>
#include <utility>

namespace tarry::compressed {
namespace {

using Group = std::tuple<bool, std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

// Gives equal things of both traces the same number.
class Numbers {
 public:
  std::uint32_t of(const std::string& kind, const std::string& name) {
    const auto [found, is_new] = by_name_.try_emplace({kind, name}, next());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  std::uint32_t of(const Communicator& communicator, std::uint32_t same_before) {
    const Group group{communicator.is_self, communicator.members, communicator.remote_members};
    const auto [found, is_new] = by_group_.try_emplace({group, same_before}, next());
    if (is_new) names_.push_back(text_of(communicator));
    return found->second;
  }
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  [[nodiscard]] std::uint32_t next() const { return static_cast<std::uint32_t>(names_.size()); }
  static std::string text_of(const Communicator& communicator) {
    if (communicator.is_self) return communicator.name;
    return communicator.name + " (" +
           std::to_string(communicator.members.size() + communicator.remote_members.size()) +
           " ranks)";
  }

  std::map<std::pair<std::string, std::string>, std::uint32_t> by_name_;
  std::map<std::pair<Group, std::uint32_t>, std::uint32_t> by_group_;
  std::vector<std::string> names_;
};

std::string place_of(const Trace& trace, const Site& site) {
  std::string out;
  for (const FrameId id : site.stack) {
    const Frame& frame = trace.frames[id.index()];
    out += frame.name + "@" + frame.file + ":" + std::to_string(frame.line) + "/";
  }
  return out + site.function;
}

TermsOfTrace terms_of(const Trace& trace, Numbers& numbers) {
  TermsOfTrace out;
  out.trace = &trace;
  for (const Site& site : trace.sites) {
    out.functions.push_back(numbers.of("function", site.function));
    // A replay waits for what a test has found.
    const bool is_test = site.function == "MPI_Win_test";
    out.effects.push_back(numbers.of("function", is_test ? "MPI_Win_wait" : site.function));
    out.places.push_back(numbers.of("place", place_of(trace, site)));
  }
  for (const std::string& datatype : trace.datatypes)
    out.datatypes.push_back(numbers.of("datatype", datatype));
  std::map<Group, std::uint32_t> seen;
  for (const Communicator& each : trace.communicators) {
    const Group group{each.is_self, each.members, each.remote_members};
    out.communicators.push_back(numbers.of(each, seen[group]++));
  }
  out.memberships = memberships_by_rank(trace.communicators, trace.ranks);
  return out;
}

}  // namespace

CommonTerms common_terms(const Trace& first, const Trace& second) {
  Numbers numbers;
  CommonTerms out;
  out.first = terms_of(first, numbers);
  out.second = terms_of(second, numbers);
  out.names = numbers.take_names();
  return out;
}

}  // namespace tarry::compressed
