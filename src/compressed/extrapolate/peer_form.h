// SPDX-License-Identifier: BSD-3-Clause
// Forms of writing the partner of a message, so that ranks with the same role write the same
// number. A wildcard or an unknown partner is the same number in each form.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "compressed/extrapolate/grid.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {

enum class PeerForm : std::uint8_t {
  Relative,     // (peer - own rank) modulo the size of the communicator, as in files
  Offset,       // Grid::offset(), in communicators of all ranks in order; else like Relative
  Absolute,     // rank in the communicator
  ExclusiveOr,  // bits in which the ranks of peer and process differ
};
inline constexpr std::array<PeerForm, 4> kPeerForms{PeerForm::Relative, PeerForm::Offset,
                                                    PeerForm::Absolute, PeerForm::ExclusiveOr};
std::string_view peer_form_name(PeerForm form);  // such as "exclusive or"

// Converts between the number in files and the number in a form. `is_world` says that the
// communicator has all ranks in order.
std::int64_t in_form(PeerForm form, const Grid& grid, const CommPlace& place, bool is_world,
                     std::int64_t relative);
std::int64_t relative_of(PeerForm form, const Grid& grid, const CommPlace& place, bool is_world,
                         std::int64_t value);

}  // namespace tarry::compressed
