// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/grid.h"

#include <algorithm>
#include <string_view>

namespace tarry::compressed {
namespace {

void add_factorizations(std::uint32_t ranks, unsigned dimensions, std::vector<std::uint32_t>& begun,
                        std::vector<Extents>& out) {
  if (begun.size() + 1 == dimensions) {
    if (ranks < 2) return;
    begun.push_back(ranks);
    out.push_back(extents_of(begun));
    begun.pop_back();
    return;
  }
  for (std::uint32_t extent = 2; extent <= ranks / 2; ++extent) {
    if (ranks % extent != 0) continue;
    begun.push_back(extent);
    add_factorizations(ranks / extent, dimensions, begun, out);
    begun.pop_back();
  }
}

std::uint32_t unevenness(const Extents& extents) {
  const auto [least, most] =
      std::minmax_element(extents.size.begin(), extents.size.begin() + extents.dimensions);
  return *most - *least;
}

std::uint32_t place_of(std::uint32_t coordinate, std::uint32_t extent, const Margins& margins) {
  if (coordinate < margins.low) return coordinate;
  const std::uint32_t to_border = extent - 1 - coordinate;
  return to_border < margins.high ? margins.low + margins.high - to_border : margins.low;
}

std::string place_name(std::uint32_t place, const Margins& margins) {
  if (place < margins.low) return place == 0 ? "low" : "low+" + std::to_string(place);
  if (place == margins.low) return margins == Margins{} ? "any" : "middle";
  const std::uint32_t to_border = margins.low + margins.high - place;
  return to_border == 0 ? "high" : "high-" + std::to_string(to_border);
}

}  // namespace

Extents extents_of(const std::vector<std::uint32_t>& sizes) {
  Extents out;
  out.dimensions = static_cast<unsigned>(sizes.size());
  std::copy(sizes.begin(), sizes.end(), out.size.begin());
  return out;
}

std::string extents_text(const Extents& extents) {
  std::string out = std::to_string(extents.size[0]);
  for (unsigned d = 1; d < extents.dimensions; ++d) out += "x" + std::to_string(extents.size[d]);
  return out;
}

std::vector<Extents> factorizations(std::uint32_t ranks, unsigned dimensions) {
  if (dimensions == 1) return {extents_of({ranks})};
  std::vector<Extents> out;
  std::vector<std::uint32_t> begun;
  add_factorizations(ranks, dimensions, begun, out);
  std::stable_sort(out.begin(), out.end(), [](const Extents& a, const Extents& b) {
    return unevenness(a) < unevenness(b);
  });
  return out;
}

std::uint32_t Places::classes() const {
  std::uint32_t count = 1;
  for (const Margins& each : margins) count *= each.low + each.high + 1;
  return count;
}

std::uint32_t Places::place(std::uint32_t of_class, std::size_t dimension) const {
  for (std::size_t d = 0; d < dimension; ++d) of_class /= margins[d].low + margins[d].high + 1;
  return of_class % (margins[dimension].low + margins[dimension].high + 1);
}

std::string Places::name(std::uint32_t of_class) const {
  constexpr std::string_view kNames = "xyz";
  std::string out;
  for (std::size_t d = 0; d < margins.size(); ++d) {
    if (margins[d] == Margins{}) continue;
    if (!out.empty()) out += ", ";
    out += kNames[d];
    out += " " + place_name(place(of_class, d), margins[d]);
  }
  return out.empty() ? "all ranks" : out;
}

Grid::Coordinates Grid::coordinates(std::uint32_t rank) const {
  Coordinates out{};
  for (std::size_t d = 0; d < sizes().size(); ++d) {
    out[d] = rank % sizes()[d];
    rank /= sizes()[d];
  }
  return out;
}

std::uint32_t Grid::offset(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t out = 0;
  std::uint32_t stride = 1;
  for (const std::uint32_t extent : sizes()) {
    out += (to % extent + extent - from % extent) % extent * stride;
    from /= extent;
    to /= extent;
    stride *= extent;
  }
  return out;
}

std::uint32_t Grid::moved(std::uint32_t from, std::uint32_t offset) const {
  std::uint32_t out = 0;
  std::uint32_t stride = 1;
  for (const std::uint32_t extent : sizes()) {
    out += (from % extent + offset % extent) % extent * stride;
    from /= extent;
    offset /= extent;
    stride *= extent;
  }
  return out;
}

std::uint32_t Grid::class_of(const Places& places, std::uint32_t rank) const {
  std::uint32_t out = 0;
  std::uint32_t factor = 1;
  for (std::size_t d = 0; d < sizes().size(); ++d) {
    const Margins& margins = places.margins[d];
    out += place_of(rank % sizes()[d], sizes()[d], margins) * factor;
    factor *= margins.low + margins.high + 1;
    rank /= sizes()[d];
  }
  return out;
}

RankSet Grid::members(const Places& places, std::uint32_t of_class) const {
  RankList box;
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < sizes().size(); ++d) {
    const Margins& margins = places.margins[d];
    const std::uint32_t place = places.place(of_class, d);
    const std::uint32_t extent = sizes()[d];
    std::uint32_t begin = place;
    std::uint32_t end = place + 1;
    if (place == margins.low) {
      end = extent > margins.high ? extent - margins.high : 0;
    } else if (place > margins.low) {
      const std::uint32_t to_border = margins.low + margins.high - place;
      if (extent < margins.low + to_border + 1) return {};
      begin = extent - 1 - to_border;
      end = begin + 1;
    }
    if (begin >= end || end > extent) return {};
    box.start += begin * stride;
    if (end - begin > 1) box.dimensions.insert(box.dimensions.begin(), {end - begin, stride});
    stride *= extent;
  }
  return RankSet::of_lists({box});
}

std::uint32_t Grid::fiber(std::uint32_t rank, unsigned mask) const {
  std::uint32_t out = 0;
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < sizes().size(); ++d) {
    if ((mask >> d & 1) == 0) out += rank % sizes()[d] * stride;
    rank /= sizes()[d];
    stride *= sizes()[d];
  }
  return out;
}

}  // namespace tarry::compressed
