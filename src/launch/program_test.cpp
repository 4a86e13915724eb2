// SPDX-License-Identifier: BSD-3-Clause
#include "launch/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "base/temporary_directory.h"
#include "launch/elf_file.h"
#include "launch/library_search.h"

namespace tarry::launch {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

class ProgramTest : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) {
    const fs::path path = directory / name;
    std::ofstream(path, std::ios::binary) << content;
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  static Program linked_with(const std::vector<std::string>& sonames) {
    Program program{"/a.out", false, "", {}};
    for (const std::string& soname : sonames) program.libraries.push_back({soname, ""});
    return program;
  }
  const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
  const fs::path directory = temporary.path();
  const std::vector<KnownMpi> known = {{"openmpi", "libmpi.so.40", "/l/o.so"},
                                       {"mpich", "libmpich.so.12", "/l/m.so"}};
};

TEST_F(ProgramTest, FindsExecutablesLikeAShell) {
  const std::string path = file("app", "");
  EXPECT_EQ(find_executable(path, ""), path);
  EXPECT_EQ(find_executable("./app", directory.string()), (directory / "./app").string());
  EXPECT_EQ(find_executable("app", directory.string()), "");
  EXPECT_EQ(find_executable("app", directory.string(), true), (directory / "./app").string());
  EXPECT_THAT(find_executable("sh", directory.string(), true), HasSubstr("/sh"));
  EXPECT_EQ(find_executable("./no-such-app", directory.string()), "");
  EXPECT_EQ(find_executable(directory.string(), ""), "");
  EXPECT_THAT(find_executable("sh", ""), HasSubstr("/sh"));
}

TEST_F(ProgramTest, ReadsItself) {
  const auto elf = read_elf("/proc/self/exe");
  ASSERT_TRUE(elf.ok());
  EXPECT_TRUE(elf->has_interpreter);
  EXPECT_FALSE(elf->is_foreign);
  EXPECT_THAT(elf->needed, Contains("libc.so.6"));
  const auto program = inspect_program(fs::read_symlink("/proc/self/exe").string());
  ASSERT_TRUE(program.ok());
  std::vector<std::string> sonames;
  for (const NeededLibrary& library : program->libraries) {
    sonames.push_back(library.soname);
    EXPECT_TRUE(fs::exists(library.path)) << library.soname;
  }
  EXPECT_THAT(sonames, Contains("libc.so.6"));
  EXPECT_THAT(sonames, Contains(testing::StartsWith("ld-linux")));  // needed by libc only
}

TEST_F(ProgramTest, ScriptsNameTheirInterpreter) {
  const auto script = inspect_program(file("script", "#!/usr/bin/env python3 -u\nprint()\n"));
  ASSERT_TRUE(script.ok());
  EXPECT_TRUE(script->is_script);
  EXPECT_EQ(script->interpreter, "python3");
}

TEST_F(ProgramTest, DamagedElfFilesAreNoTrouble) {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::string content(2000, '\0');
  self.read(content.data(), 2000);
  for (std::size_t size = 0; size < content.size(); size += 7)
    (void)inspect_program(file("cut", content.substr(0, size)));
  std::string foreign = content;
  foreign[18] = 2;  // SPARC
  const auto refused = inspect_program(file("foreign", foreign));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(), HasSubstr("processor family"));
}

TEST_F(ProgramTest, ChoosesTheMpiItIsLinkedWith) {
  const auto open =
      choose_mpi(linked_with({"libm.so.6", "libmpi_mpifh.so.40", "libmpi.so.40"}), "", known);
  ASSERT_TRUE(open.ok());
  EXPECT_EQ(open->mpi, &known[0]);
  EXPECT_EQ(choose_mpi(linked_with({"libmpichfort.so.12", "libmpich.so.12"}), "", known)->mpi,
            &known[1]);
  EXPECT_EQ(choose_mpi(linked_with({"libc.so.6"}), "", known)->mpi, nullptr);
}

TEST_F(ProgramTest, UnknownMpiIsNamed) {
  const auto choice = choose_mpi(linked_with({"libc.so.6", "libmpi.so.12"}), "", known);
  ASSERT_FALSE(choice.ok());
  EXPECT_THAT(choice.error().message(), HasSubstr("libmpi.so.12"));
  EXPECT_THAT(choice.error().message(), HasSubstr("openmpi (libmpi.so.40)"));
}

TEST_F(ProgramTest, LauncherDecidesForScripts) {
  const Program script{"/run.sh", true, "/bin/bash", {}};
  EXPECT_EQ(choose_mpi(script, file("mpirun.mpich", ""), known)->mpi, &known[1]);
  EXPECT_EQ(choose_mpi(script, file("orterun", ""), known)->mpi, &known[0]);
  EXPECT_EQ(choose_mpi(script, "", known)->mpi, nullptr);
}

TEST_F(ProgramTest, KnowsTheFamiliesOfLaunchers) {
  EXPECT_EQ(launcher_family(file("mpirun.mpich", "")), "mpich");
  EXPECT_EQ(launcher_family(file("mpiexec.hydra", "")), "mpich");
  EXPECT_EQ(launcher_family(file("prterun", "")), "openmpi");
  EXPECT_EQ(launcher_family(file("srun", "")), "");
  EXPECT_EQ(launcher_family(""), "");
}

TEST_F(ProgramTest, ReadsTheTableOfMpis) {
  file("mpi.tsv", "openmpi\tlibmpi.so.40\tlibtarry-mpi-openmpi.so\nnonsense\n");
  const std::vector<KnownMpi> read = read_known_mpis(directory);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].soname, "libmpi.so.40");
  EXPECT_EQ(read[0].library, (directory / "libtarry-mpi-openmpi.so").string());
  EXPECT_TRUE(read_known_mpis(directory / "none").empty());
}

TEST(LinkerCache, FindsWhatTheLinkerFinds) {
  std::ifstream file("/etc/ld.so.cache", std::ios::binary);
  if (!file) GTEST_SKIP() << "this system has no /etc/ld.so.cache";
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  const auto cache = parse_linker_cache(content);
  ASSERT_TRUE(cache.contains("libc.so.6"));
  EXPECT_TRUE(fs::exists(cache.at("libc.so.6")));
  for (std::size_t size = 0; size < content.size(); size += 997)
    EXPECT_LE(parse_linker_cache(std::string_view(content).substr(0, size)).size(),
              cache.size() + 1);
}

}  // namespace
}  // namespace tarry::launch
