// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/scale.h"

#include <algorithm>
#include <utility>

#include "compressed/replay/collective_shape.h"

namespace tarry::emit {
namespace {

using base::Error;
using base::ErrorCode;
using compressed::CurveKind;
using compressed::ExtentProduct;
using compressed::Grid;
using compressed::NumberFormula;

std::string bracketed(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

// Returns the test for a coordinate to be in some places of a dimension: those below a bound, from
// a bound on, or one. Returns "?" for other sets.
std::string place_test(const std::set<std::uint32_t>& in, const compressed::Margins& margins,
                       std::size_t dimension) {
  const std::uint32_t all = margins.low + margins.high + 1;
  if (in.size() == all) return "";
  const std::string name = std::string("at.") + "xyz"[dimension];
  const auto from_end = [&](std::uint32_t place) {  // the first coordinate of a high place
    return std::string(1, "xyz"[dimension]) + " - " +
           std::to_string(margins.low + margins.high - place + 1);
  };
  const auto bound = [&](std::uint32_t place) {
    return place <= margins.low ? std::to_string(place) : from_end(place);
  };
  const std::uint32_t first = *in.begin(), last = *in.rbegin();
  if (last - first + 1 != in.size()) return "?";
  if (in.size() == 1 && first != margins.low) return name + " == " + bound(first);
  std::string text;
  if (first > 0) text = first == 1 ? name + " > 0" : name + " >= " + bound(first);
  if (last + 1 < all) text += (text.empty() ? "" : " && ") + name + " < " + bound(last + 1);
  return text;
}

}  // namespace

Scale::Scale(const compressed::FormulaTrace& formulas, std::vector<Extents> grids)
    : formulas_(formulas), symbols_(std::move(grids)) {}

void Scale::require(const NumberFormula& formula) {
  if (!formula.exact()) {
    is_approximate_ = true;
    return;
  }
  if (formula.kind == CurveKind::Logarithm && formula.rounding == compressed::Rounding::None) {
    const std::string of = formula.of.text();
    requirements_.insert(
        {"log2_down(" + of + ") == log2_up(" + of + ")", of + " must be a power of two"});
  }
  if (formula.kind != CurveKind::Form || !formula.form.has_fractions()) return;
  compressed::LinearForm whole = formula.form;
  std::int64_t by = 1;
  for (const compressed::Rational& each : formula.form.coefficients)
    while (!(each * by).is_integer()) ++by;
  for (compressed::Rational& each : whole.coefficients) each = each * by;
  requirements_.insert({"(" + whole.text() + ") % " + std::to_string(by) + " == 0",
                        whole.text() + " must be a multiple of " + std::to_string(by)});
}

base::Result<std::int64_t> Scale::symbol(const NumberFormula& formula, ExtentProduct scale) {
  Symbols::Samples values;
  for (const Extents& grid : symbols_.grids()) {
    const auto value = formula.at(grid);
    if (!value)
      return Error{ErrorCode::Unsupported, "'" + formula.text() + "' has no value on all grids", "",
                   ""};
    values.push_back(*value * static_cast<std::int64_t>(scale.at(grid)));
  }
  require(formula);
  if (scale.bits == 0) return symbols_.of(values, formula.text());
  return symbols_.found(values, scale.text() + "*" + bracketed(formula.text()));
}

std::int64_t Scale::partner_number(const Partner& partner) {
  const auto [at, is_new] = partner_numbers_.try_emplace(partner, 0);
  if (is_new) {
    at->second = kPartners - static_cast<std::int64_t>(partners_.size());
    partners_.push_back(partner);
  }
  return at->second;
}

bool Scale::is_first_rank(std::uint32_t of_class) const {
  const compressed::Places& places = formulas_.places;
  const std::uint32_t number = formulas_.classes[of_class].number;
  for (unsigned d = 0; d < places.dimensions(); ++d)
    if (places.margins[d].low == 0 || places.place(number, d) != 0) return false;
  return true;
}

bool Scale::is_world(std::int64_t family) const {
  const auto all = static_cast<std::uint32_t>((1u << formulas_.places.dimensions()) - 1);
  return formulas_.families[static_cast<std::size_t>(family)] ==
         compressed::CommFamily{compressed::CommFamily::Kind::Fibers, all, 0};
}

bool Scale::name_count(std::int64_t number, std::int64_t symbol) {
  return counts_.try_emplace(number, symbol).first->second == symbol;
}

std::int64_t Scale::count(std::int64_t number) const {
  const auto found = counts_.find(number);
  return found == counts_.end() ? number : found->second;
}

Scale::Block Scale::block(model::CollectiveOp op, const compressed::Action& action,
                          std::uint32_t of_class, std::int64_t element) {
  Block out;
  const compressed::CommFamily& comm = formulas_.families[static_cast<std::size_t>(action.comm)];
  const unsigned mask = comm.kind == compressed::CommFamily::Kind::Self ? 0 : comm.mask;
  Symbols::Samples values;
  for (std::size_t i = 0; i < symbols_.grids().size(); ++i) {
    const Grid grid(symbols_.grids()[i]);
    const RankSet members = grid.members(formulas_.places, formulas_.classes[of_class].number);
    const PlaceRange range = places_in_fiber(grid, members, mask);
    const auto size = static_cast<std::uint32_t>(
        ExtentProduct{static_cast<std::uint8_t>(mask)}.at(grid.extents()));
    const replay::Seat seat{
        size, static_cast<std::uint32_t>(range.lowest),
        static_cast<std::uint32_t>(std::max<std::int64_t>(symbols_.value(action.root, i), 0))};
    const std::int64_t count =
        action.count == compressed::kUnknown ? 0 : symbols_.value(action.count, i);
    const auto known = static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0) * element);
    const replay::CollectiveShape shape =
        replay::equal_blocks(op, seat,
                             {static_cast<std::uint64_t>(symbols_.value(action.bytes, i)),
                              static_cast<std::uint64_t>(symbols_.value(action.received, i))},
                             known);
    out.in_place |= shape.in_place;
    values.push_back(static_cast<std::int64_t>(shape.block));
  }
  const std::string size = ExtentProduct{static_cast<std::uint8_t>(mask)}.text();
  const std::int64_t all =
      action.bytes > action.received || action.bytes == 0 ? action.received : action.bytes;
  out.bytes = symbols_.found(values, "(" + symbols_.text(all) + ") / (" + size + ")");
  Symbols::Samples most = values;
  for (std::size_t i = 0; i < most.size(); ++i)
    most[i] *= static_cast<std::int64_t>(
        ExtentProduct{static_cast<std::uint8_t>(mask)}.at(symbols_.grids()[i]));
  use_buffer(symbols_.found(most, size + " * (" + symbols_.text(out.bytes) + ")"));
  return out;
}

std::string Scale::condition(const RankSet& classes) const {
  const compressed::Places& places = formulas_.places;
  std::vector<std::set<std::uint32_t>> in(places.dimensions());
  for (const std::uint32_t each : classes.ranks())
    for (std::size_t d = 0; d < in.size(); ++d)
      in[d].insert(places.place(formulas_.classes[each].number, d));
  std::uint64_t box = 0;  // classes that the traces have in the product of the places
  for (const compressed::ClassFormula& each : formulas_.classes) {
    bool is_in = true;
    for (std::size_t d = 0; d < in.size(); ++d)
      is_in = is_in && in[d].contains(places.place(each.number, d));
    box += is_in ? 1 : 0;
  }
  if (box != classes.size()) return "";
  std::string text;
  for (std::size_t d = 0; d < in.size(); ++d) {
    const std::string test = place_test(in[d], places.margins[d], d);
    if (test == "?") return "";
    if (!test.empty()) text += (text.empty() ? "" : " && ") + test;
  }
  return text;
}

std::string plus(const std::string& text, const std::string& number) {
  if (number == "0") return text;
  return number[0] == '-' ? text + " - " + number.substr(1) : text + " + " + number;
}

PlaceRange places_in_fiber(const Grid& grid, const RankSet& members, unsigned mask) {
  const Grid::Coordinates low = grid.coordinates(members.lowest());
  const Grid::Coordinates high = grid.coordinates(members.ranks().back());
  PlaceRange out;
  std::int64_t stride = 1;
  for (unsigned d = 0; d < grid.extents().dimensions; ++d) {
    if ((mask >> d & 1) == 0) continue;
    out.lowest += low[d] * stride;
    out.highest += high[d] * stride;
    stride *= grid.extents().size[d];
  }
  return out;
}

}  // namespace tarry::emit
