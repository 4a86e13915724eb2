// SPDX-License-Identifier: BSD-3-Clause
// A description is "call site heat.cc:42 (/home/me/heat.cc:42)", or "call site main+0x5f" without
// debug information. If functions were inlined around the call, " inlined in 17 18" follows: the
// ids of their regions, the outermost first. The description of a function is only that part,
// "inlined in 17 18", or "same as 16", which is the id of another region of the function.
#include "trace/otf2/region_source.h"

#include <charconv>
#include <optional>

#include "base/parse_number.h"

namespace tarry::trace::otf2 {
namespace {

using model::Paradigm;
using model::Region;
using model::RegionId;
using model::RegionRole;

struct Place {
  std::string_view file;
  std::uint32_t line = 0;
};

// Parses "FILE:LINE".
std::optional<Place> parse_place(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  Place place{text.substr(0, colon)};
  if (!base::parse_number(text.substr(colon + 1), place.line)) return std::nullopt;
  return place;
}

// A description "SITE (FILE:LINE)". Both names may contain parentheses: if there is a choice, the
// name of the file is that of the call site.
struct CallSite {
  std::string_view site;
  Place place;
};

CallSite parse_call_site(std::string_view text) {
  CallSite out{text, {}};
  if (!text.ends_with(')')) return out;
  for (std::size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    if (at > 0 && text[at - 1] != ' ') continue;
    const auto place = parse_place(text.substr(at + 1, text.size() - at - 2));
    if (!place) continue;
    out = {text.substr(0, at == 0 ? 0 : at - 1), *place};
    if (const auto site = parse_place(out.site); site && place->file.ends_with(site->file)) break;
  }
  return out;
}

// Returns "inlined in 17 18", or an empty text if there are none.
std::string inlined_in(const Region& region) {
  std::string out;
  if (!region.inlined_around.empty()) out = model::kInlinedInPrefix;
  for (const RegionId around : region.inlined_around) out += ' ' + std::to_string(around.value);
  return out;
}

// Removes the regions from the end of a description; a description without them stays as it is.
std::vector<RegionId> take_inlined(std::string_view& description) {
  const std::size_t begin = description.rfind(model::kInlinedInPrefix);
  if (begin == std::string_view::npos) return {};
  std::vector<RegionId> out;
  const char* const end = description.data() + description.size();
  for (const char* at = description.data() + begin + model::kInlinedInPrefix.size(); at != end;) {
    RegionId& region = out.emplace_back();
    const auto parsed = std::from_chars(at + 1, end, region.value);
    if (*at != ' ' || parsed.ec != std::errc{} || out.size() > model::kMostInlined) return {};
    at = parsed.ptr;
  }
  description = description.substr(0, begin);
  if (description.ends_with(' ')) description.remove_suffix(1);
  return out;
}

// Returns the description of a function.
std::string stored_description(const Region& region) {
  if (region.is_inlined) return std::string(model::kInlinedDescription);
  if (region.same_as.valid())
    return std::string(model::kSameAsPrefix) + std::to_string(region.same_as.value);
  return inlined_in(region);
}

void restore_description(std::string_view stored, Region& region) {
  region.is_inlined = stored == model::kInlinedDescription;
  if (!model::is_function(region) || region.role != RegionRole::Function) return;
  if (stored.starts_with(model::kInlinedInPrefix)) region.inlined_around = take_inlined(stored);
  if (!stored.starts_with(model::kSameAsPrefix)) return;
  stored.remove_prefix(model::kSameAsPrefix.size());
  RegionId same;
  if (base::parse_number(stored, same.value)) region.same_as = same;
}

}  // namespace

std::string_view interface_of(const Region& region) {
  if (region.role == RegionRole::Artificial) return {};
  switch (region.paradigm) {
    case Paradigm::Mpi:
      return "MPI";
    case Paradigm::OpenMp:  // constructs stand in a file
      return region.name.starts_with("omp_") ? "OMP" : std::string_view{};
    case Paradigm::Pthread:  // readers cut the prefix off unconditionally
      return region.canonical.starts_with("pthread_") ? "PTHREAD" : std::string_view{};
    default:
      return {};
  }
}

RegionSource stored_source(const Region& region) {
  const std::string_view interface = interface_of(region);
  if (interface.empty())
    return {region.file, region.begin_line, region.end_line, stored_description(region)};
  RegionSource out{std::string(interface), 0, 0, ""};
  if (region.call_site.empty() && region.file.empty()) return out;
  out.description = model::kCallSitePrefix;
  out.description += region.call_site;
  if (!region.file.empty()) {
    if (!region.call_site.empty()) out.description += ' ';
    out.description += '(' + region.file + ':' + std::to_string(region.begin_line) + ')';
  }
  if (!region.inlined_around.empty()) out.description += ' ' + inlined_in(region);
  return out;
}

void restore_source(const RegionSource& stored, Region& region) {
  const std::string_view interface = interface_of(region);
  const bool is_named = !interface.empty() && stored.file == interface;
  region.file = is_named ? "" : stored.file;
  region.begin_line = is_named ? 0 : stored.begin_line;
  region.end_line = is_named ? 0 : stored.end_line;
  std::string_view description = stored.description;
  region.is_inlined = false;
  region.inlined_around.clear();
  region.same_as = {};
  if (interface.empty()) return restore_description(description, region);
  if (!description.starts_with(model::kCallSitePrefix)) return;
  description.remove_prefix(model::kCallSitePrefix.size());
  if (is_named && region.paradigm == Paradigm::Mpi)
    region.inlined_around = take_inlined(description);
  const CallSite found = is_named ? parse_call_site(description) : CallSite{description, {}};
  if (region.paradigm == Paradigm::Mpi) region.call_site = found.site;
  if (found.place.file.empty()) return;
  region.file = found.place.file;
  region.begin_line = found.place.line;
}

}  // namespace tarry::trace::otf2
