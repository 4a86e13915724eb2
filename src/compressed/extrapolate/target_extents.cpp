// SPDX-License-Identifier: BSD-3-Clause
// Which grid a larger number of ranks has.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "base/counted.h"
#include "compressed/extrapolate/extrapolate.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

std::string ranks_text(std::uint64_t ranks) { return base::counted(ranks, "rank"); }

bool is_cube(const Extents& extents) {
  return std::all_of(extents.size.begin(), extents.size.begin() + extents.dimensions,
                     [&](std::uint32_t size) { return size == extents.size[0]; });
}

std::vector<std::uint32_t> constant_extents(const std::vector<Extents>& bases) {
  std::vector<std::uint32_t> out;
  for (unsigned d = 0; d < bases[0].dimensions; ++d)
    if (std::all_of(bases.begin(), bases.end(),
                    [&](const Extents& each) { return each.size[d] == bases[0].size[d]; }))
      out.push_back(d);
  return out;
}

base::Status check_constant(const FormulaTrace& formulas, const Extents& extents) {
  for (const std::uint32_t d : constant_extents(formulas.bases)) {
    const std::uint32_t known = formulas.bases[0].size[d];
    if (extents.size[d] != known)
      return Error{ErrorCode::Unsupported,
                   std::string("extent ") + "xyz"[d] + " is " + std::to_string(known) +
                       " in all traces, so nothing tells what it is like with " +
                       std::to_string(extents.size[d]),
                   "", "add traces in which it differs"};
  }
  return base::kOk;
}

// Returns the most balanced grid, with the largest extent first or last.
std::optional<Extents> balanced(std::uint32_t ranks, unsigned dimensions, bool is_largest_first) {
  std::vector<Extents> all = factorizations(ranks, dimensions);
  if (all.empty()) return std::nullopt;
  auto& size = all.front().size;
  std::sort(size.begin(), size.begin() + dimensions);
  if (is_largest_first) std::reverse(size.begin(), size.begin() + dimensions);
  return all.front();
}

// Returns the grid that each rule (ExtentRule) gives for a number of ranks.
std::vector<std::optional<Extents>> by_rules(const std::vector<Extents>& bases,
                                             std::uint32_t ranks) {
  const unsigned dimensions = bases[0].dimensions;
  std::vector<std::optional<Extents>> out(2);
  for (const Extents& each : factorizations(ranks, dimensions))
    if (is_cube(each)) out[0] = each;
  const std::vector<std::uint32_t> constant = constant_extents(bases);
  if (constant.size() + 1 == dimensions) {
    Extents grown = bases[0];
    std::uint64_t others = 1;
    for (const std::uint32_t d : constant) others *= grown.size[d];
    for (unsigned d = 0; d < dimensions; ++d)
      if (std::find(constant.begin(), constant.end(), d) == constant.end())
        grown.size[d] = static_cast<std::uint32_t>(ranks / others);
    if (ranks % others == 0) out[1] = grown;
  }
  for (const bool is_largest_first : {true, false})
    out.push_back(balanced(ranks, dimensions, is_largest_first));
  return out;
}

}  // namespace

std::vector<ExtentRule> extent_rules(const FormulaTrace& formulas) {
  std::vector<ExtentRule> out;
  for (const ExtentRule rule :
       {ExtentRule::Equal, ExtentRule::OneGrows, ExtentRule::LargestFirst, ExtentRule::LargestLast})
    if (std::all_of(formulas.bases.begin(), formulas.bases.end(), [&](const Extents& each) {
          const auto given =
              by_rules(formulas.bases,
                       static_cast<std::uint32_t>(each.ranks()))[static_cast<std::size_t>(rule)];
          return given && *given == each;
        }))
      out.push_back(rule);
  return out;
}

bool is_constant_extent(const FormulaTrace& formulas, unsigned dimension) {
  const std::vector<std::uint32_t> constant = constant_extents(formulas.bases);
  return std::find(constant.begin(), constant.end(), dimension) != constant.end();
}

base::Result<Extents> target_extents(const FormulaTrace& formulas, std::uint32_t ranks) {
  const std::uint64_t smallest = formulas.bases.front().ranks();
  if (ranks < smallest)
    return Error{ErrorCode::Unsupported,
                 "the target of " + ranks_text(ranks) + " is smaller than the smallest trace, of " +
                     ranks_text(smallest),
                 "", "record the program at that size"};
  for (const ExtentRule rule : extent_rules(formulas)) {
    const auto target = by_rules(formulas.bases, ranks)[static_cast<std::size_t>(rule)];
    if (target && check_constant(formulas, *target).ok()) return *target;
  }
  std::string grids;
  for (const Extents& each : formulas.bases)
    grids += (grids.empty() ? "" : ", ") + extents_text(each);
  return Error{ErrorCode::Unsupported,
               "no grid of " + ranks_text(ranks) + " goes on like those of the traces, " + grids,
               "", "give the target's with --extents, as in --extents 8x4"};
}

base::Status check_extents(const FormulaTrace& formulas, const Extents& extents,
                           std::uint32_t ranks) {
  if (extents.dimensions != formulas.places.dimensions())
    return Error{ErrorCode::Unsupported,
                 "a " + extents_text(extents) + " grid has " +
                     base::counted(extents.dimensions, "dimension") +
                     ", those of the traces have " + std::to_string(formulas.places.dimensions()),
                 "--extents", ""};
  if (extents.ranks() != ranks)
    return Error{ErrorCode::Unsupported,
                 "a " + extents_text(extents) + " grid has " + ranks_text(extents.ranks()) +
                     ", the target " + std::to_string(ranks),
                 "--extents", ""};
  return check_constant(formulas, extents);
}

}  // namespace tarry::compressed
