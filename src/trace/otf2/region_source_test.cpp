// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/region_source.h"

#include <gtest/gtest.h>

namespace tarry::trace::otf2 {
namespace {

using model::Paradigm;
using model::Region;
using model::RegionRole;

Region region_of(Paradigm paradigm, const std::string& name) {
  Region region;
  region.name = region.canonical = name;
  region.role = RegionRole::Function;
  region.paradigm = paradigm;
  return region;
}

Region call_at(const std::string& site, const std::string& file, std::uint32_t line) {
  Region region = region_of(Paradigm::Mpi, "MPI_Send");
  region.call_site = site;
  region.file = file;
  region.begin_line = line;
  return region;
}

Region read_back(const Region& region) {
  Region out = region;
  out.file = "what was there before";
  out.begin_line = out.end_line = 99;
  out.call_site.clear();
  out.inlined_around = {model::RegionId{99}};
  out.is_inlined = true;
  out.same_as = model::RegionId{99};
  restore_source(stored_source(region), out);
  return out;
}

TEST(RegionSource, FunctionsOfAnInterfaceNameIt) {
  EXPECT_EQ(interface_of(region_of(Paradigm::Mpi, "MPI_Send")), "MPI");
  EXPECT_EQ(interface_of(region_of(Paradigm::OpenMp, "omp_set_lock")), "OMP");
  EXPECT_EQ(interface_of(region_of(Paradigm::OpenMp, "!$omp parallel @a.c:3")), "");
  EXPECT_EQ(interface_of(region_of(Paradigm::Pthread, "pthread_join")), "PTHREAD");
  EXPECT_EQ(interface_of(region_of(Paradigm::Pthread, "join")), "");
  EXPECT_EQ(interface_of(region_of(Paradigm::Compiler, "MPI_Send")), "");
  Region artificial = region_of(Paradigm::Mpi, "TRACING");
  artificial.role = RegionRole::Artificial;
  EXPECT_EQ(interface_of(artificial), "");
}

TEST(RegionSource, TheCallSiteIsInTheDescription) {
  const RegionSource stored = stored_source(call_at("heat.cc:42", "/home/me/heat.cc", 42));
  EXPECT_EQ(stored, (RegionSource{"MPI", 0, 0, "call site heat.cc:42 (/home/me/heat.cc:42)"}));
  EXPECT_EQ(stored_source(call_at("main+0x5f", "", 0)).description, "call site main+0x5f");
  EXPECT_EQ(stored_source(call_at("", "", 0)), (RegionSource{"MPI", 0, 0, ""}));
}

TEST(RegionSource, WhatIsStoredComesBack) {
  for (const Region& region :
       {call_at("heat.cc:42", "/home/me/heat.cc", 42), call_at("main+0x5f", "", 0),
        call_at("", "", 0), call_at("", "/a/x.c", 3), call_at("f(int) (.cold)+0x5f", "", 0),
        call_at("heat (2).cc:4", "/home (old:1)/me (b)/heat (2).cc", 4)})
    EXPECT_EQ(read_back(region), region) << stored_source(region).description;
  Region function = region_of(Paradigm::Compiler, "f");
  function.file = "f.cc";
  function.begin_line = 3;
  function.end_line = 9;
  EXPECT_EQ(read_back(function), function);
  Region lock = region_of(Paradigm::OpenMp, "omp_set_lock");
  lock.file = "l.c";
  lock.begin_line = 5;
  EXPECT_EQ(read_back(lock), lock);
}

TEST(RegionSource, InlinedFunctionsAreBehindThePlace) {
  Region call = call_at("heat.cc:42", "/home/me/heat.cc", 42);
  call.inlined_around = {model::RegionId{17}, model::RegionId{4000000000}};
  EXPECT_EQ(stored_source(call).description,
            "call site heat.cc:42 (/home/me/heat.cc:42) inlined in 17 4000000000");
  EXPECT_EQ(read_back(call), call);
  Region without_file = call_at("main+0x5f", "", 0);
  without_file.inlined_around = {model::RegionId{3}};
  EXPECT_EQ(read_back(without_file), without_file) << stored_source(without_file).description;
  Region function = region_of(Paradigm::Compiler, "step");
  function.is_inlined = true;
  EXPECT_EQ(stored_source(function).description, "inlined function");
  EXPECT_EQ(read_back(function), function);
  Region called = region_of(Paradigm::Compiler, "solve");
  called.inlined_around = {model::RegionId{17}, model::RegionId{18}};
  EXPECT_EQ(stored_source(called).description, "inlined in 17 18");
  EXPECT_EQ(read_back(called), called);
  called.inlined_around.clear();
  called.same_as = model::RegionId{16};
  EXPECT_EQ(stored_source(called).description, "same as 16");
  EXPECT_EQ(read_back(called), called);
}

TEST(RegionSource, OddListsOfInlinedFunctionsAreNone) {
  for (const std::string end : {"", " ", " 1 x", " 1  2", " 4294967296", " -1", "1"}) {
    Region read = call_at("", "", 0);
    restore_source({"MPI", 0, 0, "call site a.c:1 (a.c:1) inlined in" + end}, read);
    EXPECT_TRUE(read.inlined_around.empty()) << end;
  }
  std::string many = "call site a.c:1 (a.c:1) inlined in";
  for (std::size_t i = 0; i < model::kMostInlined; ++i) many += " 7";
  Region read = call_at("", "", 0);
  restore_source({"MPI", 0, 0, many}, read);
  EXPECT_EQ(read.inlined_around.size(), model::kMostInlined);
  restore_source({"MPI", 0, 0, many + " 7"}, read);
  EXPECT_TRUE(read.inlined_around.empty());
}

TEST(RegionSource, ArchivesOfBeforeHaveTheFileInItsPlace) {
  Region read = call_at("", "", 0);
  restore_source({"/a/heat.cc", 42, 0, "call site heat.cc:42"}, read);
  EXPECT_EQ(read, call_at("heat.cc:42", "/a/heat.cc", 42));
}

TEST(RegionSource, DescriptionsOfOthersSayNothing) {
  Region read = region_of(Paradigm::Mpi, "MPI_Send");
  restore_source({"MPI", 0, 0, "sends (x.c:4)"}, read);
  EXPECT_EQ(read, region_of(Paradigm::Mpi, "MPI_Send"));
  Region function = region_of(Paradigm::User, "f");
  restore_source({"MPI", 7, 0, "call site x.c:4 (x.c:4)"}, function);
  EXPECT_EQ(function.file, "MPI");
  EXPECT_EQ(function.begin_line, 7u);
  EXPECT_EQ(function.call_site, "");
}

}  // namespace
}  // namespace tarry::trace::otf2
