// SPDX-License-Identifier: BSD-3-Clause
// What a simulation says about ranks that wait for ever, and about other things that cannot be.
#include <algorithm>
#include <map>

#include "base/counted.h"
#include "base/joined.h"
#include "compressed/simulate/simulator.h"

namespace tarry::simulate {

namespace {

constexpr std::size_t kMostPartners = 8;
constexpr std::size_t kMostLines = 20;

std::string on(const compressed::Trace& trace, std::uint32_t comm) {
  return " on " + trace.communicators[comm].name;
}

}  // namespace

std::string Simulator::text_of(const Purpose& purpose, std::vector<std::uint32_t>& partners) const {
  const std::string with_tag = " with tag " + std::to_string(purpose.tag);
  switch (purpose.operation) {
    case Purpose::Operation::Send:
      partners.push_back(purpose.peer);
      return "rank " + std::to_string(purpose.peer) + " to receive its message" + with_tag +
             on(trace_, purpose.comm);
    case Purpose::Operation::Receive:
      partners.push_back(purpose.peer);
      return "a message of rank " + std::to_string(purpose.peer) + with_tag +
             on(trace_, purpose.comm);
    case Purpose::Operation::Collective: {
      const std::vector<std::uint32_t> missing =
          collectives_.missing(purpose.comm, purpose.number, kMostPartners);
      partners.insert(partners.end(), missing.begin(), missing.end());
      return "members of collective operation " + std::to_string(purpose.number + 1) +
             on(trace_, purpose.comm);
    }
    case Purpose::Operation::WholeRun:
      break;
  }
  return "all other ranks";
}

Stuck Simulator::stuck_in(const Rank& rank, const std::vector<Purpose>& purposes) const {
  Stuck stuck;
  stuck.rank = rank.number;
  stuck.call = made_.ranks[rank.number].calls.size();
  stuck.function = trace_.sites[trace_.events[rank.call.event].site.index()].function;
  for (const Purpose& purpose : purposes) {
    const std::string text = text_of(purpose, stuck.partners);
    if (stuck.what.empty()) stuck.what = text;
  }
  if (purposes.size() > 1)
    stuck.what += " and " + base::counted(purposes.size() - 1, "more operation");
  std::sort(stuck.partners.begin(), stuck.partners.end());
  stuck.partners.erase(std::unique(stuck.partners.begin(), stuck.partners.end()),
                       stuck.partners.end());
  return stuck;
}

void Simulator::report(Simulation& made) const {
  std::map<ActorId, std::vector<Purpose>> waiting;
  for (const auto& [actor, purpose] : completions_.waited_for()) waiting[actor].push_back(purpose);
  for (const Rank& rank : ranks_) {
    made.end = std::max(made.end, made.ranks[rank.number].end);
    made.calls += made.ranks[rank.number].calls.size();
    if (rank.is_in_call) made.stuck.push_back(stuck_in(rank, waiting[rank.number]));
  }
  for (const std::string& contradiction : collectives_.contradictions())
    made.problems.push_back(contradiction);
  if (!made.stuck.empty()) return;
  const std::vector<Unreceived> left = messages_.unreceived();
  for (std::size_t i = 0; i < left.size() && i < kMostLines; ++i) {
    const Channel& channel = left[i].channel;
    made.problems.push_back(
        base::counted(left[i].messages, "message") + " from rank " + std::to_string(channel.from) +
        " to rank " + std::to_string(channel.to) + " with tag " + std::to_string(channel.tag) +
        on(trace_, channel.comm) + std::string(base::form_for(left[i].messages, " is", " are")) +
        " never received");
  }
  if (left.size() > kMostLines)
    made.problems.push_back("messages of " +
                            base::counted(left.size() - kMostLines, "more channel") +
                            " are never received");
}

}  // namespace tarry::simulate
