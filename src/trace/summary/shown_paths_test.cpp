// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/shown_paths.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/temporary_directory.h"
#include "report/cubex.h"
#include "trace/summary/made_up_summaries.h"

namespace tarry::trace::summary {
namespace {

constexpr std::uint64_t kInlinedCall = 4;
constexpr std::uint64_t kFirstCall = 10;  // functions from this number on are MPI calls

// Calls with even numbers are in `outer`, and those with multiples of four are also in `inner`;
// both are inlined. Eight successive calls are one line. Functions from 4 on are called in `outer`,
// and four successive ones are two functions, the even and the odd ones.
std::vector<model::Region> with_inlined(const std::vector<std::string>& keys) {
  std::vector<model::Region> out = regions_of_made_up(keys);
  std::map<std::string, std::uint32_t> known;
  const model::RegionId outer{static_cast<std::uint32_t>(out.size())};
  const model::RegionId inner{outer.value + 1};
  for (model::Region& region : out) {
    const auto number = std::stoul(region.name.substr(1));
    region.canonical = region.name;
    if (number < kFirstCall) {
      const auto position = static_cast<std::uint32_t>(&region - out.data());
      region.name = region.canonical =
          "f" + std::to_string(number % 2) + (number >= kInlinedCall ? "'" : "");
      const auto [same, is_new] = known.try_emplace(region.name, position);
      if (!is_new) region.same_as = model::RegionId{same->second};
      if (is_new && number >= kInlinedCall) region.inlined_around.push_back(outer);
      continue;
    }
    region.name = region.canonical = "MPI_Recv";
    region.paradigm = model::Paradigm::Mpi;
    region.call_site = "a.c:" + std::to_string(number / 8);
    if (number % 2 == 0) region.inlined_around.push_back(outer);
    if (number % 4 == 0) region.inlined_around.push_back(inner);
  }
  for (const char* name : {"outer", "inner"}) {
    model::Region& added = out.emplace_back();
    added.name = added.canonical = name;
    added.role = model::RegionRole::Function;
    added.is_inlined = true;
  }
  return out;
}

// Functions, calls in them, and now and then a function that a call calls back.
ProcessSummary with_calls(std::uint32_t rank, std::mt19937& random) {
  ProcessSummary out;
  out.rank = rank;
  out.host = "node";
  out.threads = {0};
  PathUnion paths;
  std::vector<std::uint32_t> made = {kNoPath};
  for (int i = 0; i < 40; ++i)
    made.push_back(paths.child(made[random() % made.size()], function_key(random() % 30)));
  out.tree = paths.canonical();
  for (std::size_t p = 0; p < out.tree.paths.size(); ++p) {
    out.cells.push_back({{0, static_cast<std::uint16_t>(Column::Visits), 1 + random() % 9}});
    out.cells.back().push_back({0, static_cast<std::uint16_t>(Column::Time), 1 + random() % 9});
  }
  return out;
}

// Keys are the names of a call path, call sites included. Inlined functions are added as the
// regions say, each visited as often as its callees.
Values expected_of(const std::vector<ProcessSummary>& all, Column column) {
  Values out;
  for (const ProcessSummary& summary : all) {
    const auto regions = with_inlined(summary.tree.keys);
    const std::vector<Path>& paths = summary.tree.paths;
    std::vector<std::string> names;
    for (std::uint32_t p = 0; p < paths.size(); ++p) {
      const model::Region& region = regions[paths[p].key];
      std::string name = paths[p].parent == kNoPath ? "" : names[paths[p].parent];
      const auto value = static_cast<double>(summary.cells[p][column == Column::Time].value);
      const model::Region& same = region.same_as.valid() ? regions[region.same_as.index()] : region;
      for (const model::RegionId around : same.inlined_around) {
        name += regions[around.index()].name + "/";
        if (column == Column::Visits) out[{name, summary.rank, 0}] += value;
      }
      names.push_back(name + region.name + region.call_site + "/");
      out[{names.back(), summary.rank, 0}] += value;
    }
  }
  return out;
}

Values found_in(const model::SeverityCube& cube, const char* id) {
  Values out;
  const model::MetricId metric = cube.find(id);
  for (const model::CallPathId path : cube.callpaths_with_values(metric)) {
    std::string name;
    for (model::CallPathId at = path; at.valid(); at = cube.callpaths[at.index()].parent)
      name = cube.callpaths[at.index()].region + cube.callpaths[at.index()].call_site + "/" + name;
    for (std::uint32_t l = 0; l < cube.locations.size(); ++l)
      if (const double value = cube.value(metric, path, model::LocationIndex{l}); value != 0)
        out[{name, cube.locations[l].rank.value, 0}] += value;
  }
  return out;
}

TEST(ShownPaths, InlinedFunctionsLieBetweenCallersAndCallsHoweverLittleIsGathered) {
  std::mt19937 random(11);
  for (int run = 0; run < 30; ++run) {
    std::vector<ProcessSummary> all;
    const auto processes = static_cast<std::uint32_t>(1 + random() % 5);
    for (std::uint32_t rank = 0; rank < processes; ++rank) all.push_back(with_calls(rank, random));
    for (const std::uint64_t memory : {1u, 5'000u, 64u << 20}) {
      const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
      const std::string file = (directory.path() / "summary.cubex").string();
      MemorySource source(all);
      const auto made = collate(source, {1.0, memory, with_inlined}, {}, file);
      ASSERT_TRUE(made.ok());
      const auto cube = report::read_cubex(file);
      ASSERT_TRUE(cube.ok());
      EXPECT_EQ(found_in(*cube, "visits"), expected_of(all, Column::Visits));
      EXPECT_EQ(found_in(*cube, "time"), expected_of(all, Column::Time));
    }
  }
}

TEST(ShownPaths, EachInlinedFunctionIsOneCallPathOfItsCaller) {
  PathUnion paths;
  const std::uint32_t caller = paths.child(kNoPath, function_key(1));
  for (const std::uint64_t number : {10u, 11u, 12u, 18u, 20u})
    paths.child(caller, function_key(number));
  const PathTree whole = paths.canonical();
  const auto regions = with_inlined(whole.keys);
  const ShownPaths shown = shown_paths(whole, regions);
  std::string text;
  for (const ShownPath& path : shown.paths)
    text += std::to_string(path.parent.valid() ? static_cast<int>(path.parent.value) : -1) + ' ' +
            regions[path.region].name + regions[path.region].call_site + '\n';
  EXPECT_EQ(text,
            "-1 f1\n"
            "0 outer\n"
            "1 MPI_Recva.c:1\n"
            "1 inner\n"
            "3 MPI_Recva.c:1\n"
            "3 MPI_Recva.c:2\n"
            "1 MPI_Recva.c:2\n"
            "0 MPI_Recva.c:1\n");
}

TEST(ShownPaths, AFunctionThatIsAroundAnywayIsNotShownAgain) {
  PathUnion paths;
  paths.child(paths.child(kNoPath, function_key(1)), function_key(20));
  const PathTree whole = paths.canonical();
  auto regions = with_inlined(whole.keys);
  regions[whole.paths[0].key].canonical = "outer";
  const ShownPaths shown = shown_paths(whole, regions);
  ASSERT_EQ(shown.paths.size(), 3u);
  EXPECT_EQ(regions[shown.paths[1].region].name, "inner");
}

}  // namespace
}  // namespace tarry::trace::summary
