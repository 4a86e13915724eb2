// SPDX-License-Identifier: BSD-3-Clause
// The activity of a call path, for the diagnosis:
//
//   computation
//   communication ─┬─ synchronization          all participants leave together
//                  ├─ transfer ─┬─ message
//                  │            ├─ copy         within memory
//                  │            ├─ device
//                  │            └─ io
//                  └─ wait ─┬─ wait_partner
//                           ├─ wait_lock
//                           └─ wait_resource
//
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.2, figure 6.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tarry::diagnosis {

enum class Label : std::uint8_t {
  Computation,
  Communication,
  Synchronization,
  Transfer,
  Message,
  Copy,
  Device,
  Io,
  Wait,
  WaitPartner,
  WaitLock,
  WaitResource,
};
inline constexpr std::size_t kLabels = 12;

// A value for each label.
template <class T>
using ByLabel = std::array<T, kLabels>;

// Returns the name in the hierarchy above.
std::string_view name_of(Label label);
// Returns nothing if no label has this name.
std::optional<Label> label_of(std::string_view name);

// Returns the label itself for the two at the top.
Label parent_of(Label label);
// Returns whether `label` is `whole` or below it.
bool is_within(Label label, Label whole);

}  // namespace tarry::diagnosis
