// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/peer_uses.h"

#include <algorithm>

#include "compressed/extrapolate/vector_values.h"

namespace tarry::compressed {
namespace {

constexpr std::size_t kMostUnsorted = 1u << 16;

std::size_t place_in_values(Parameter parameter) {
  const auto* const at = std::find(kNamedParameters.begin(), kNamedParameters.end(), parameter);
  return static_cast<std::size_t>(at - kNamedParameters.begin());
}

}  // namespace

PeerUses::PeerUses(const NamedValues& given, const Sequence& kinds, std::int64_t window_family)
    : given_(given), kinds_(kinds), window_family_(window_family) {
  const Sequence& comms = given[place_in_values(Parameter::Comm)];
  const bool has_targets = !given[place_in_values(Parameter::Target)].empty();
  std::int64_t family = window_family;
  if (comms.empty() || (comms.is_constant(family) && (!has_targets || family == window_family))) {
    only_family_ = family;
    if (!comms.empty()) uses_.push_back({Parameter::Comm, family, 0});
    for (const Parameter parameter : {Parameter::Peer, Parameter::PostedPeer, Parameter::Target})
      add_values(given[place_in_values(parameter)].terms(), parameter);
  } else {
    for_each_use([&](const Use& use) {
      uses_.push_back(use);
      if (uses_.size() >= kMostUnsorted) make_unique();
    });
  }
  make_unique();
}

// Calls `take` for each value of a communicator or partner, in order.
template <class Take>
void PeerUses::for_each_use(Take take) const {
  SequenceCursor comms(given_[0]);
  SequenceCursor peers(given_[1]);
  SequenceCursor posted(given_[2]);
  SequenceCursor targets(given_[3]);
  for (SequenceCursor kind(kinds_); !kind.done();) {
    std::int64_t family = 0;
    for (const Parameter parameter : parameters_of(static_cast<ActionKind>(kind.next()))) {
      if (parameter == Parameter::Comm) {
        family = comms.next();
        take(Use{parameter, family, 0});
      } else if (parameter == Parameter::Peer) {
        take(Use{parameter, family, peers.next()});
      } else if (parameter == Parameter::PostedPeer) {
        take(Use{parameter, family, posted.next()});
      } else if (parameter == Parameter::Target) {
        take(Use{parameter, window_family_, targets.next()});
      }
    }
  }
}

void PeerUses::add_values(const std::vector<Term>& terms, Parameter parameter) {
  for (const Term& term : terms) {
    if (term.is_group()) {
      add_values(term.body, parameter);
      continue;
    }
    const std::uint64_t values = term.run.stride == 0 ? 1 : term.run.count;
    for (std::uint64_t i = 0; i < values; ++i)
      uses_.push_back({parameter, *only_family_, term.run.at(i)});
  }
}

void PeerUses::make_unique() {
  std::sort(uses_.begin(), uses_.end());
  uses_.erase(std::unique(uses_.begin(), uses_.end()), uses_.end());
}

std::optional<std::vector<std::int64_t>> PeerUses::numbers_of(std::uint32_t rank, PeerForm form,
                                                              const Grid& grid,
                                                              const TargetComms& comms) const {
  const std::vector<std::int64_t> numbers = comms.numbers(rank);
  std::vector<std::int64_t> out;
  out.reserve(uses_.size());
  for (const Use& use : uses_) {
    const bool is_known = use.family >= 0 && use.family < std::ssize(numbers);
    const std::int64_t comm = is_known ? numbers[static_cast<std::size_t>(use.family)] : -1;
    if (comm < 0) return std::nullopt;
    out.push_back(use.parameter == Parameter::Comm
                      ? comm
                      : relative_of(form, grid, comms.place(rank, comm), comms.is_world(rank, comm),
                                    use.value));
  }
  return out;
}

NamedValues PeerUses::renamed(const std::vector<std::int64_t>& numbers) const {
  const auto number = [&](const Use& use) {
    const auto at = std::lower_bound(uses_.begin(), uses_.end(), use) - uses_.begin();
    return numbers[static_cast<std::size_t>(at)];
  };
  NamedValues out;
  if (only_family_) {
    for (const Parameter parameter : kNamedParameters) {
      const std::size_t i = place_in_values(parameter);
      out[i] = mapped_by_structure(given_[i], [&](std::int64_t value) {
        return number({parameter, *only_family_, parameter == Parameter::Comm ? 0 : value});
      });
    }
    return out;
  }
  for_each_use([&](const Use& use) { out[place_in_values(use.parameter)].append(number(use)); });
  for (Sequence& each : out) each.seal();
  return out;
}

}  // namespace tarry::compressed
