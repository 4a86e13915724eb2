// SPDX-License-Identifier: BSD-3-Clause
// Formulas that no program for any number of ranks can have, and sample grids that mix up numbers.
#include "compressed/emit/skeleton.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "compressed/emit/generate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/format/parser.h"

namespace tarry::emit {
namespace {

using compressed::extents_of;
using compressed::FormulaTrace;

using TextByRanks = std::map<std::uint32_t, std::string>;

FormulaTrace formulas_of(const TextByRanks& events) {
  std::vector<compressed::NamedTrace> traces;
  for (const auto& [ranks, text] : events) {
    const std::string number = std::to_string(ranks);
    auto trace = compressed::parse_sound_text(
        "tarry-compressed-trace 1\nranks " + number +
            "\nprogram p\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." + std::to_string(ranks - 1) +
            "]\ncomm 1 other [0.." + std::to_string(ranks - 1) + "]\n" + text + "end\n",
        number);
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
    if (trace.ok()) traces.push_back({number, std::move(*trace)});
  }
  auto found = compressed::fit_formulas(std::move(traces));
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().message());
  return found.ok() ? std::move(*found) : FormulaTrace{};
}

std::string reductions(const std::string& trips, const std::string& bytes) {
  return "site 0 MPI_Allreduce 0\nevent 0 loop=(1," + trips +
         ") kind=collective op=allreduce root=none bytes=" + bytes + " received=8\n";
}

std::string refused(const TextByRanks& events) {
  const auto made = generate(formulas_of(events), {Language::C, Computation::None, true});
  return made.ok() ? "accepted" : made.error().message();
}

// Tries one grid of `ranks` and `others` ranks.
std::string refused_sample(const FormulaTrace& formulas, std::uint32_t ranks,
                           std::uint32_t others) {
  Scale scale(formulas, {extents_of({ranks}), extents_of({others})});
  const auto made = skeleton_of(scale, 0);
  return made.ok() ? "accepted" : made.error().message();
}

// 64, 32, 16 and so on, one value less than there are ranks.
TEST(Skeleton, ValuesThatGoBelowOneAreRefused) {
  EXPECT_EQ(refused({{4, reductions("3", "[64 32 16]")},
                     {5, reductions("4", "[64 32 16 8]")},
                     {6, reductions("5", "[64 32 16 8 4]")}}),
            "no whole number");
}

// Twelve values, of which as many are small as there are ranks.
TEST(Skeleton, NumbersOfValuesBelowZeroAreRefused) {
  EXPECT_EQ(refused({{9, reductions("12", "[8*9 800*3]")},
                     {10, reductions("12", "[8*10 800*2]")},
                     {11, reductions("12", "[8*11 800]")}}),
            "a negative count");
}

// No sample grid has a number of ranks that three divides.
TEST(Skeleton, FormulasWithoutAValueAreRefused) {
  EXPECT_EQ(
      refused({{3, reductions("2", "1")}, {9, reductions("2", "3")}, {12, reductions("2", "4")}}),
      "'(x)/3' has no value on all grids");
}

// Of twelve values, as many are a progression as there are ranks.
TEST(Skeleton, AsManyValuesAsPassesAreNotToldApart) {
  const FormulaTrace formulas = formulas_of({{9, reductions("12", "[8:8:9 800*3]")},
                                             {10, reductions("12", "[8:8:10 800*2]")},
                                             {11, reductions("12", "[8:8:11 800]")}});
  EXPECT_EQ(refused_sample(formulas, 12, 10), "equal counts of passes and values");
  EXPECT_EQ(refused_sample(formulas, 10, 12), "accepted");
}

// One loop has as many passes as there are ranks, the other one has seven.
TEST(Skeleton, LoopsOfEqualPassesAreNotToldApart) {
  const std::string barriers =
      "site 1 MPI_Barrier 0\nevent 1 x=1 loop=(1,7) kind=collective op=barrier root=none bytes=0 "
      "received=0\n";
  const FormulaTrace formulas = formulas_of({{4, reductions("4", "8") + barriers},
                                             {5, reductions("5", "8") + barriers},
                                             {6, reductions("6", "8") + barriers}});
  EXPECT_EQ(refused_sample(formulas, 7, 9),
            "the sample grid gives equal numbers of passes: MPI_Barrier (in main)");
  EXPECT_EQ(refused_sample(formulas, 9, 7), "accepted");
}

// The first rank receives from any other one, and the others do so on another communicator.
TEST(Skeleton, PartnersOnSeveralCommunicatorsAreRefused) {
  const std::string receive =
      "site 0 MPI_Recv 0\nevent 0 kind=receive comm=0<0 0>1 posted-peer=any<0 0>1 posted-tag=1 "
      "peer=1 tag=1 bytes=8\n";
  EXPECT_EQ(refused({{4, receive}, {6, receive}, {8, receive}}),
            "one call names partners on several communicators");
}

}  // namespace
}  // namespace tarry::emit
