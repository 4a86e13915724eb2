// SPDX-License-Identifier: BSD-3-Clause
// The partners, targets and communicators that the calls of an event name. Formulas give them in
// forms that all ranks of a class share; what a rank writes into a trace instead may depend on the
// rank.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/extrapolate/grid.h"
#include "compressed/extrapolate/peer_form.h"
#include "compressed/extrapolate/target_comms.h"
#include "compressed/model/sequence.h"

namespace tarry::compressed {

inline constexpr std::array<Parameter, 4> kNamedParameters{
    Parameter::Comm, Parameter::Peer, Parameter::PostedPeer, Parameter::Target};
using NamedValues = std::array<Sequence, kNamedParameters.size()>;

// The values and the kinds of actions must outlive it. Thread: any.
class PeerUses {
 public:
  // Communicators are families (FormulaTrace::families), partners are in a form. Targets are those
  // of windows of one family.
  PeerUses(const NamedValues& given, const Sequence& kinds, std::int64_t window_family);

  // Returns what a rank writes for each different use; nothing if it is not in one of the
  // communicators.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> numbers_of(std::uint32_t rank,
                                                                    PeerForm form, const Grid& grid,
                                                                    const TargetComms& comms) const;
  // Returns the values with these numbers.
  [[nodiscard]] NamedValues renamed(const std::vector<std::int64_t>& numbers) const;

 private:
  struct Use {
    Parameter parameter{};
    std::int64_t family = 0;
    std::int64_t value = 0;
    friend auto operator<=>(const Use&, const Use&) = default;
  };
  template <class Take>
  void for_each_use(Take take) const;
  void add_values(const std::vector<Term>& terms, Parameter parameter);
  void make_unique();

  const NamedValues& given_;
  const Sequence& kinds_;
  const std::int64_t window_family_;
  // If one communicator is used, the vectors need not be followed together.
  std::optional<std::int64_t> only_family_;
  std::vector<Use> uses_;  // different ones, ascending
};

}  // namespace tarry::compressed
