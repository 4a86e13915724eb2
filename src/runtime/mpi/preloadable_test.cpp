// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/preloadable.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/temporary_directory.h"

namespace tarry::runtime::mpi {
namespace {

namespace fs = std::filesystem;

class Preloadable : public testing::Test {
 protected:
  std::string copy_of_this_program(const char* name) const {
    const fs::path copy = folder_.path() / name;
    fs::copy_file("/proc/self/exe", copy);
    return copy.string();
  }
  std::string file(const char* name, const std::string& content, fs::perms rights) const {
    const fs::path path = folder_.path() / name;
    std::ofstream(path) << content;
    fs::permissions(path, rights);
    return path.string();
  }
  base::TemporaryDirectory folder_ = *base::TemporaryDirectory::make();
};

TEST_F(Preloadable, ProgramsAreFoundAsLaunchersFindThem) {
  copy_of_this_program("copy");
  const std::string folder = folder_.path().string();
  EXPECT_TRUE(is_preloadable((folder + "/copy").c_str(), "", false));
  EXPECT_TRUE(is_preloadable("./copy", folder.c_str(), false));
  EXPECT_FALSE(is_preloadable("./copy", "", false));
  EXPECT_FALSE(is_preloadable("copy", folder.c_str(), false));
  EXPECT_TRUE(is_preloadable("copy", folder.c_str(), true));
  EXPECT_TRUE(is_preloadable("env", "", false));
  EXPECT_FALSE(is_preloadable("no-such-program-anywhere", "", true));
  EXPECT_FALSE(is_preloadable("", "", true));
}

TEST_F(Preloadable, OnlyDynamicProgramsAndScripts) {
  constexpr fs::perms kAll = fs::perms::owner_all;
  EXPECT_TRUE(is_preloadable(file("script", "#!/bin/sh\n", kAll).c_str(), "", false));
  EXPECT_FALSE(
      is_preloadable(file("no-rights", "#!/bin/sh\n", fs::perms::owner_read).c_str(), "", false));
  EXPECT_FALSE(is_preloadable(file("text", "true\n", kAll).c_str(), "", false));
  EXPECT_FALSE(is_preloadable(file("damaged", "\177ELF\2", kAll).c_str(), "", false));
  EXPECT_FALSE(is_preloadable(folder_.path().c_str(), "", false));
}

TEST_F(Preloadable, NotProgramsWithRightsOfTheirOwn) {
  const std::string copy = copy_of_this_program("copy");
  fs::permissions(copy, fs::perms::set_uid, fs::perm_options::add);
  EXPECT_FALSE(is_preloadable(copy.c_str(), "", false));
}

TEST_F(Preloadable, NotStaticPrograms) {
  const std::string copy = copy_of_this_program("copy");
  std::fstream program(copy, std::ios::in | std::ios::out | std::ios::binary);
  constexpr int kHeaders = 56;  // e_phnum
  program.seekp(kHeaders);
  program.put(0);
  program.close();
  EXPECT_FALSE(is_preloadable(copy.c_str(), "", false));
}

}  // namespace
}  // namespace tarry::runtime::mpi
