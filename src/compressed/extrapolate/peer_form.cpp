// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/peer_form.h"

namespace tarry::compressed {

std::string_view peer_form_name(PeerForm form) {
  switch (form) {
    case PeerForm::Relative:
      return "relative";
    case PeerForm::Offset:
      return "offset in the grid";
    case PeerForm::Absolute:
      return "absolute";
    case PeerForm::ExclusiveOr:
      return "exclusive or";
  }
  return "";
}

std::int64_t in_form(PeerForm form, const Grid& grid, const CommPlace& place, bool is_world,
                     std::int64_t relative) {
  if (relative < 0 || relative >= std::int64_t{place.peers}) return relative;
  const std::uint32_t peer = place.absolute(relative);
  switch (form) {
    case PeerForm::Relative:
      break;
    case PeerForm::Offset:
      if (is_world) return grid.offset(place.rank, peer);
      break;
    case PeerForm::Absolute:
      return peer;
    case PeerForm::ExclusiveOr:
      return peer ^ place.rank;
  }
  return relative;
}

std::int64_t relative_of(PeerForm form, const Grid& grid, const CommPlace& place, bool is_world,
                         std::int64_t value) {
  if (value < 0) return value;
  const auto number = static_cast<std::uint32_t>(value);
  switch (form) {
    case PeerForm::Relative:
      break;
    case PeerForm::Offset:
      if (is_world && number < place.peers) return place.relative(grid.moved(place.rank, number));
      break;
    case PeerForm::Absolute:
      return place.relative(number);
    case PeerForm::ExclusiveOr:
      return place.relative(number ^ place.rank);
  }
  return value;
}

}  // namespace tarry::compressed
