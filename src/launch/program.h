// SPDX-License-Identifier: BSD-3-Clause
// The program to be measured, looked at before it is started: where it is, whether a library can be
// preloaded into it, which MPI it is linked with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/library_search.h"

namespace tarry::launch {

struct Program {
  std::string path;
  bool is_script = false;
  std::string interpreter;  // of a script, or the program itself if it is a known interpreter
  std::vector<NeededLibrary> libraries;  // nearest first
};

// The file that `name` means in `directory` (empty: the current one), looked up in PATH like the
// shell does and, with `also_here`, in `directory` at last. Empty if there is none that can be
// executed.
std::string find_executable(const std::string& name, const std::string& directory,
                            bool also_here = false);

// The family of a launcher by its path: "openmpi", "mpich", or empty if it is neither for sure.
std::string launcher_family(const std::string& launcher);

// An Error if nothing can be preloaded into it: statically linked, set-user-id, of another
// processor family, not executable.
base::Result<Program> inspect_program(const std::string& path);

// One line of lib/tarry/mpi.tsv: an MPI for which there is a library to inject.
struct KnownMpi {
  std::string name;     // "openmpi"
  std::string soname;   // "libmpi.so.40"
  std::string library;  // path of our library
};

// `directory` is lib/tarry. Without a table there is no known MPI.
std::vector<KnownMpi> read_known_mpis(const std::filesystem::path& directory);

// What is to be injected into a program.
struct MpiChoice {
  const KnownMpi* mpi = nullptr;  // nullptr: the library without MPI
  std::string why;                // for the log: "linked with libmpi.so.40"
};

// `launcher` is the path of the launcher, or empty: it decides for scripts and interpreters, whose
// own file does not say what they will load. An Error if the program is linked with an MPI that is
// not known.
base::Result<MpiChoice> choose_mpi(const Program& program, const std::string& launcher,
                                   const std::vector<KnownMpi>& known);

}  // namespace tarry::launch
