// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/class_partners.h"

#include <array>
#include <string>

namespace tarry::emit {
namespace {

using compressed::CommFamily;
using compressed::ExtentProduct;
using compressed::Grid;

// The differences of coordinates behind an offset in the grid, each the shorter way round.
std::array<std::int64_t, 3> steps_of(const Extents& extents, std::int64_t offset) {
  std::array<std::int64_t, 3> out{};
  for (unsigned d = 0; d < extents.dimensions; ++d) {
    const std::int64_t size = extents.size[d];
    out[d] = offset % size;
    if (out[d] > size / 2) out[d] -= size;
    offset /= size;
  }
  return out;
}

}  // namespace

RankSet ClassPartners::members(const Grid& grid) const {
  return grid.members(scale_.formulas().places, scale_.formulas().classes[class_].number);
}

std::int64_t ClassPartners::number(compressed::PeerForm form, std::int64_t family,
                                   std::int64_t symbol) const {
  if (!Symbols::is_symbol(symbol) && symbol < 0) return symbol;
  const CommFamily& comm = scale_.formulas().families[static_cast<std::size_t>(family)];
  const unsigned mask = comm.kind == CommFamily::Kind::Self ? 0 : comm.mask;
  const unsigned dimensions = scale_.formulas().places.dimensions();
  const bool is_world = mask == (1u << dimensions) - 1;
  Partner partner{PeerForm::Absolute, symbol};
  if (form == compressed::PeerForm::ExclusiveOr) partner.form = PeerForm::Xor;
  if (form == compressed::PeerForm::Offset && is_world && dimensions > 1)
    partner = in_grid(symbol);
  else if (form == compressed::PeerForm::Relative || form == compressed::PeerForm::Offset)
    partner = by_distance(mask, symbol);
  return scale_.partner_number(partner);
}

Partner ClassPartners::by_distance(unsigned mask, std::int64_t symbol) const {
  Symbols& symbols = scale_.symbols();
  const ExtentProduct product{static_cast<std::uint8_t>(mask)};
  Symbols::Samples backward;
  for (std::size_t i = 0; i < symbols.grids().size(); ++i)
    backward.push_back(symbols.value(symbol, i) -
                       static_cast<std::int64_t>(product.at(symbols.grids()[i])));
  const Grid grid(symbols.grids()[sample_]);
  const PlaceRange range = places_in_fiber(grid, members(grid), mask);
  const auto size = static_cast<std::int64_t>(product.at(grid.extents()));
  const std::int64_t distance = symbols.value(symbol, sample_);
  if (range.highest + distance < size) return {PeerForm::Offset, symbol};
  const std::int64_t back = symbols.found(backward, symbols.text(symbol) + " - " + product.text());
  if (range.lowest + distance >= size) return {PeerForm::Offset, back};
  return {PeerForm::Modular, distance > size / 2 ? back : symbol};
}

Partner ClassPartners::in_grid(std::int64_t symbol) const {
  Symbols& symbols = scale_.symbols();
  Symbols::Samples offsets;  // if no coordinate wraps around
  const auto steps = steps_of(symbols.grids()[sample_], symbols.value(symbol, sample_));
  bool are_equal = true;
  for (std::size_t i = 0; i < symbols.grids().size(); ++i) {
    const auto each = steps_of(symbols.grids()[i], symbols.value(symbol, i));
    are_equal = are_equal && each == steps;
    std::int64_t offset = 0, stride = 1;
    for (unsigned d = 0; d < symbols.grids()[i].dimensions; ++d) {
      offset += each[d] * stride;
      stride *= symbols.grids()[i].size[d];
    }
    offsets.push_back(offset);
  }
  if (!are_equal)
    return {PeerForm::Absolute, symbols.expression("moved(" + symbols.text(symbol) + ")")};
  const Grid grid(symbols.grids()[sample_]);
  const auto low = grid.coordinates(members(grid).lowest());
  const auto high = grid.coordinates(members(grid).ranks().back());
  bool wraps = false;
  std::string text;
  for (unsigned d = 0; d < grid.extents().dimensions; ++d) {
    wraps |= low[d] + steps[d] < 0 || high[d] + steps[d] >= std::int64_t{grid.extents().size[d]};
    text += (text.empty() ? "" : ", ") + std::to_string(steps[d]);
  }
  if (!wraps) return {PeerForm::Offset, symbols.found(offsets, "?")};
  return {PeerForm::Absolute, symbols.expression("neighbor(" + text + ")")};
}

}  // namespace tarry::emit
