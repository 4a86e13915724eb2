// SPDX-License-Identifier: BSD-3-Clause
#include "launch/program.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "base/split.h"
#include "launch/elf_file.h"
#include "launch/launch_syntax.h"
#include "launch/library_search.h"

namespace tarry::launch {
namespace {

namespace fs = std::filesystem;

// Programs that load MPI only when their script asks for it, and ourselves, who load it to replay.
// A version may follow the name.
constexpr std::string_view kInterpreters =
    "python pypy perl bash sh dash zsh ksh julia Rscript R ruby lua octave tclsh java node tarry";

bool is_executable(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

// Returns whether the program starts with elevated rights, because the dynamic linker then ignores
// LD_PRELOAD.
bool gains_rights(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return false;
  if ((info.st_mode & S_ISUID) != 0 && info.st_uid != ::geteuid()) return true;
  if ((info.st_mode & S_ISGID) != 0 && info.st_gid != ::getegid()) return true;
  return ::geteuid() != 0 && ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

std::string interpreter_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("#!")) return {};
  std::istringstream words(line.substr(2));
  std::string word;
  while (words >> word)
    if (fs::path(word).filename() != "env" && word[0] != '-') break;
  return word;
}

bool is_interpreter(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (const std::size_t end = name.find_last_not_of("0123456789."); end != std::string::npos)
    name.resize(end + 1);  // python3.11
  return in_list(kInterpreters, name);
}

bool looks_like_mpi(const std::string& soname) {
  for (const std::string_view prefix :
       {"libmpi.so", "libmpich", "libmpi_", "libmpicxx", "libmsmpi", "libmvapich", "libpmpi.so"})
    if (soname.starts_with(prefix)) return true;
  return false;
}

const KnownMpi* mpi_in(const std::vector<NeededLibrary>& libraries,
                       const std::vector<KnownMpi>& known) {
  for (const NeededLibrary& library : libraries)
    for (const KnownMpi& mpi : known)
      if (library.soname == mpi.soname) return &mpi;
  return nullptr;
}

const KnownMpi* mpi_of_launcher(const std::string& launcher, const std::vector<KnownMpi>& known) {
  if (launcher.empty()) return nullptr;
  const std::string family = launcher_family(launcher);
  for (const KnownMpi& mpi : known)
    if (mpi.name == family) return &mpi;
  return known.size() == 1 ? known.data() : nullptr;
}

std::string names(const std::vector<KnownMpi>& known) {
  std::string out;
  for (const KnownMpi& mpi : known)
    out += (out.empty() ? "" : ", ") + mpi.name + " (" + mpi.soname + ")";
  return out.empty() ? "none" : out;
}

// Nothing can be preloaded into a static program: it is measured if the runtime is linked into it.
base::Status check_static(const ElfFile& elf, const std::string& path) {
  if (elf.linked_runtime.empty())
    return base::Error{base::ErrorCode::Unsupported,
                       "the program is statically linked, so nothing can be injected into it", path,
                       "link it dynamically, or with: tarry instrument --static"};
  if (elf.linked_runtime != TARRY_VERSION)
    return base::Error{base::ErrorCode::Unsupported,
                       "the program is linked with the runtime of tarry " + elf.linked_runtime +
                           ", and this is " TARRY_VERSION,
                       path, "link it again with: tarry instrument --static"};
  TRY_ASSIGN(const ElfSymbols symbols, read_symbols(path, {"MPI_Init"}));
  if (!symbols.defined.empty())
    return base::Error{base::ErrorCode::Unsupported,
                       "MPI is linked statically into the program, so its calls cannot be recorded",
                       path, "link it dynamically"};
  return base::kOk;
}

}  // namespace

// Open MPI's launcher is orterun or prterun, MPICH's is Hydra; both have many names.
std::string launcher_family(const std::string& launcher) {
  std::error_code ignored;
  const std::string real = fs::canonical(launcher, ignored).filename().string();
  for (const std::string_view word : {"mpich", "hydra"})
    if (real.find(word) != std::string::npos) return "mpich";
  for (const std::string_view word : {"openmpi", "orterun", "prterun", "prte"})
    if (real.find(word) != std::string::npos) return "openmpi";
  if (const auto elf = read_elf(launcher); elf.ok())
    for (const auto& [soname, path] : needed_libraries(*elf, ""))
      if (soname.starts_with("libopen-rte") || soname.starts_with("libprrte")) return "openmpi";
  return {};
}

std::string find_executable(const std::string& name, const std::string& directory, bool also_here) {
  const fs::path base = directory.empty() ? fs::path() : fs::path(directory);
  if (name.find('/') != std::string::npos) {
    const std::string path = fs::path(name).is_absolute() ? name : (base / name).string();
    return is_executable(path) ? path : "";
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (is_executable(candidate)) return candidate;
  }
  return also_here ? find_executable("./" + name, directory) : "";
}

base::Result<Program> inspect_program(const std::string& path) {
  Program out;
  out.path = path;
  const auto elf = read_elf(path);
  if (!elf.ok()) {
    if (elf.error().code != base::ErrorCode::BadInput) return elf.error();
    out.is_script = true;
    out.interpreter = interpreter_of(path);
    return out;
  }
  if (elf->is_foreign)
    return base::Error{base::ErrorCode::Unsupported,
                       "the program is built for another processor family", path, ""};
  if (!elf->has_interpreter) {
    TRY(check_static(*elf, path));
    out.has_runtime = true;
    return out;
  }
  if (!elf->linked_runtime.empty())
    return base::Error{base::ErrorCode::Unsupported,
                       "the runtime for static programs is linked into a dynamic one", path,
                       "link it without libtarry-static.a, or with -static"};
  if (gains_rights(path))
    return base::Error{base::ErrorCode::Unsupported,
                       "the program runs with the rights of another user (set-user-id), so nothing "
                       "can be injected into it",
                       path, "measure a copy without the set-user-id bit"};
  if (is_interpreter(path)) out.interpreter = path;
  const char* library_path = std::getenv("LD_LIBRARY_PATH");
  out.libraries = needed_libraries(*elf, library_path != nullptr ? library_path : "");
  return out;
}

std::vector<KnownMpi> read_known_mpis(const fs::path& directory) {
  std::vector<KnownMpi> out;
  const auto table = base::read_file(directory / "mpi.tsv");
  if (!table.ok()) return out;
  for (const std::string_view line : base::split(*table, '\n')) {
    const std::vector<std::string_view> fields = base::split(line, '\t');
    if (fields.size() < 3 || fields[2].empty()) continue;
    out.push_back(
        {std::string(fields[0]), std::string(fields[1]), (directory / fields[2]).string()});
  }
  return out;
}

base::Result<MpiChoice> choose_mpi(const Program& program, const std::string& launcher,
                                   const std::vector<KnownMpi>& known) {
  if (const KnownMpi* mpi = mpi_in(program.libraries, known); mpi != nullptr)
    return MpiChoice{mpi, "linked with " + mpi->soname};
  for (const auto& [soname, path] : program.libraries)
    if (looks_like_mpi(soname))
      return base::Error{
          base::ErrorCode::Unsupported,
          "the program is linked with " + soname +
              ", an MPI that was not installed when tarry was built; known: " + names(known),
          program.path, "install that MPI's compiler commands and build tarry again"};
  if (program.interpreter.empty() && !program.is_script)
    return MpiChoice{nullptr, "linked with no MPI"};
  if (const KnownMpi* mpi = mpi_of_launcher(launcher, known); mpi != nullptr)
    return MpiChoice{mpi, "a script or interpreter, launched by " + mpi->name};
  return MpiChoice{nullptr, "a script or interpreter without an MPI launcher"};
}

}  // namespace tarry::launch
