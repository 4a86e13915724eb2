// SPDX-License-Identifier: BSD-3-Clause
// Examines the program to be measured before its start: where it is, whether a library can be
// preloaded into it, and which MPI it is linked with.
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
  // The interpreter of a script, or the program itself if it is a known interpreter.
  std::string interpreter;
  std::vector<NeededLibrary> libraries;  // nearest first
  // The runtime is linked into the program, and no library is injected.
  bool has_runtime = false;
};

// Returns the file that `name` means in `directory` (empty: the current one). PATH is searched like
// the shell does and, with `also_here`, finally `directory`. Returns an empty text if there is no
// executable file.
std::string find_executable(const std::string& name, const std::string& directory,
                            bool also_here = false);

// Returns the family of a launcher by its path: "openmpi", "mpich", or empty if it is uncertain.
std::string launcher_family(const std::string& launcher);

// Returns an Error if the program cannot be measured: it is set-user-id, for another processor
// family, not executable, or statically linked without the runtime of this version or with an MPI.
base::Result<Program> inspect_program(const std::string& path);

// One line of lib/tarry/mpi.tsv: an MPI for which there is a library to inject.
struct KnownMpi {
  std::string name;     // "openmpi"
  std::string soname;   // "libmpi.so.40"
  std::string library;  // path of our library
};

// `directory` is lib/tarry. Without a table no MPI is known.
std::vector<KnownMpi> read_known_mpis(const std::filesystem::path& directory);

// The library to inject into a program.
struct MpiChoice {
  const KnownMpi* mpi = nullptr;  // nullptr for the library without MPI
  std::string why;                // reason for the log, like "linked with libmpi.so.40"
};

// `launcher` is the path of the launcher, or empty: it decides for scripts and interpreters, whose
// own file does not tell what they will load. Returns an Error if the program is linked with an
// unknown MPI.
base::Result<MpiChoice> choose_mpi(const Program& program, const std::string& launcher,
                                   const std::vector<KnownMpi>& known);

}  // namespace tarry::launch
