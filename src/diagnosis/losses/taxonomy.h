// SPDX-License-Identifier: BSD-3-Clause
// The issues that keep programs from scaling, and which of them samples show.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.1, figure 5, table 2.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tarry::diagnosis {

enum class Issue : std::uint8_t {
  LoadImbalance,
  Serialization,
  CommunicationRatio,
  FrequentCommunication,
  LongCommunication,
  WaitForPartner,
  LargeDataTransfer,
  LargeMessage,
  LargeIo,
  LargeDeviceTransfer,
  ResourceContention,
  LockContention,
  NetworkCongestion,
};

struct IssueEntry {
  Issue issue;
  Issue parent;           // the issue itself at the top
  std::string_view name;  // in JSON
  std::string_view title;
  std::string_view meaning;
  std::string_view advice;   // empty: the issue is not found as such
  std::string_view missing;  // why it cannot be found; empty: it or an issue below it can
};

// Returns the entries in the order of the enumerators.
std::span<const IssueEntry> taxonomy();
const IssueEntry& entry_of(Issue issue);

// Returns whether ranks work unevenly: such losses show in the call that closes a phase.
constexpr bool is_imbalance(Issue issue) {
  return issue == Issue::LoadImbalance || issue == Issue::Serialization;
}

}  // namespace tarry::diagnosis
