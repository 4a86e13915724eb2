// SPDX-License-Identifier: BSD-3-Clause
#include "model/mpi_function.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tarry::model {
namespace {

constexpr std::string_view kPrefix = "MPI_";

struct Named {
  std::string_view name;  // "Send"
  MpiFunction function{};
};

constexpr auto kByName = [] {
  std::array<Named, kMpiFunctionCount> all;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {std::string_view(kMpiFunctions[i].name).substr(kPrefix.size()),
              static_cast<MpiFunction>(i)};
  std::sort(all.begin(), all.end(), [](const Named& a, const Named& b) { return a.name < b.name; });
  return all;
}();

// "MPI_SEND_f08ts_" -> "Send"; empty if it is no name of a function of MPI.
std::string plain_name(std::string_view name) {
  std::string made(name);
  for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (made.starts_with("pmpi_")) made.erase(0, 1);
  if (!made.starts_with("mpi_")) return "";
  made.erase(0, kPrefix.size());
  if (const auto suffix = made.find("_f08"); suffix != std::string::npos) made.erase(suffix);
  while (made.ends_with('_')) made.pop_back();
  if (!made.empty()) made[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(made[0])));
  return made;
}

std::optional<MpiFunction> find_plain(std::string_view name) {
  const auto found =
      std::lower_bound(kByName.begin(), kByName.end(), name,
                       [](const Named& a, std::string_view b) { return a.name < b; });
  if (found == kByName.end() || found->name != name) return std::nullopt;
  return found->function;
}

}  // namespace

bool is_mpi_name(std::string_view name) { return !plain_name(name).empty(); }

std::optional<MpiFunction> find_mpi_function(std::string_view name) {
  constexpr std::string_view kLargeCounts = "_c";
  const std::string plain = plain_name(name);
  if (const auto found = find_plain(plain)) return found;
  if (!plain.ends_with(kLargeCounts)) return std::nullopt;
  return find_plain(std::string_view(plain).substr(0, plain.size() - kLargeCounts.size()));
}

}  // namespace tarry::model
