// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compile_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace tarry::cli {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Programs that stand in front of a compiler.
constexpr std::array<std::string_view, 3> kLaunchers = {"ccache", "sccache", "distcc"};

constexpr std::array<std::string_view, 24> kSourceSuffixes = {
    "c",   "cc",  "cpp", "cxx", "c++", "cp", "C",   "CPP", "m",   "mm",  "f",   "for",
    "ftn", "f90", "f95", "f03", "f08", "F",  "FOR", "F90", "F95", "F03", "F08", "FTN"};

// Options whose value is the next word: that word is no input file.
constexpr std::array<std::string_view, 24> kTakesValue = {
    "-o",      "-I",       "-L",  "-D",  "-U",        "-include", "-isystem", "-idirafter",
    "-iquote", "-imacros", "-MF", "-MT", "-MQ",       "-Xlinker", "-Xclang",  "-Xassembler",
    "-T",      "-u",       "-z",  "-l",  "-isysroot", "-target",  "-J",       "-arch"};

// Preprocessing, syntax checks and questions: nothing of ours belongs there.
bool asks_only(std::string_view word) {
  constexpr std::array<std::string_view, 14> kQuestions = {"-E",
                                                           "-M",
                                                           "-MM",
                                                           "-fsyntax-only",
                                                           "-###",
                                                           "--version",
                                                           "-dumpversion",
                                                           "-dumpmachine",
                                                           "-dumpspecs",
                                                           "--help",
                                                           "-dumpfullversion",
                                                           "-show",
                                                           "-compile_info",
                                                           "-link_info"};
  return is_one_of(word, kQuestions) || word.starts_with("-print-") ||
         word.starts_with("--print-") || word.starts_with("-showme") ||
         word.starts_with("--showme") || word.starts_with("--help=");
}

std::string_view suffix_of(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  const std::size_t slash = word.rfind('/');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && slash > dot)) return "";
  return word.substr(dot + 1);
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_debug_flag(std::string_view word) {
  return word == "-g" ||
         (word.starts_with("-g") && word.size() > 2 && (word[2] >= '0' && word[2] <= '9')) ||
         word.starts_with("-ggdb") || word.starts_with("-gdwarf") || word == "-gline-tables-only" ||
         word == "-gsplit-dwarf";
}

// What the program prints, both streams. Nothing but an error if it cannot be run.
base::Result<std::string> output_of(const std::vector<std::string>& command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return base::Error{base::ErrorCode::Io, "cannot create a pipe", "", std::strerror(errno)};
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  if (error == 0) {
    char buffer[4096];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  }
  close(ends[0]);
  if (error == ENOENT)
    return base::Error{base::ErrorCode::NotFound, "compiler not found", command[0],
                       "is it in the PATH?"};
  if (error != 0)
    return base::Error{base::ErrorCode::Failed, "cannot run the compiler", command[0],
                       std::strerror(error)};
  return text;
}

std::vector<std::string> function_flags(CompilerFamily family) {
  switch (family) {
    case CompilerFamily::Gnu:
      // Without the second flag every inlined one-liner of the standard library and of Open MPI's
      // and MPICH's C++ bindings is an event. Its values are looked for anywhere in a file's path.
      return {"-finstrument-functions",
              "-finstrument-functions-exclude-file-list=/usr/include,/usr/lib/gcc,/ompi/mpi/cxx/,"
              "/mpicxx.h"};
    case CompilerFamily::Clang:
      return {"-finstrument-functions-after-inlining"};
    case CompilerFamily::Other:
      return {"-finstrument-functions"};
  }
  return {};
}

}  // namespace

CompileStep classify(const std::vector<std::string>& words) {
  CompileStep step;
  while (step.compiler + 1 < words.size() && is_one_of(base_name(words[step.compiler]), kLaunchers))
    ++step.compiler;
  bool question = false;
  bool stops_before_linking = false;
  bool inputs = false;
  bool sources = false;
  for (std::size_t i = step.compiler + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    question = question || asks_only(word);
    stops_before_linking = stops_before_linking || word == "-c" || word == "-S" || word == "-r";
    step.has_debug_flag = step.has_debug_flag || is_debug_flag(word);
    step.is_static = step.is_static || word == "-static" || word == "--static";
    if (is_one_of(word, kTakesValue)) {
      ++i;
    } else if (word == "-x" && i + 1 < words.size()) {
      sources = sources || (words[i + 1] != "assembler" && words[i + 1] != "none");
      ++i;
    } else if (word == "-" || !word.starts_with("-")) {
      inputs = true;  // "@file" may hold anything, sources included
      sources = sources || word.starts_with("@") || is_one_of(suffix_of(word), kSourceSuffixes);
    }
  }
  step.compiles = inputs && sources && !question;
  step.links = inputs && !question && !stops_before_linking;
  return step;
}

CompilerFamily family_from_version(const std::string& text) {
  if (text.find("clang") != std::string::npos || text.find("oneAPI") != std::string::npos)
    return CompilerFamily::Clang;
  if (text.find("Free Software Foundation") != std::string::npos ||
      text.find("GNU") != std::string::npos)
    return CompilerFamily::Gnu;
  return CompilerFamily::Other;
}

std::vector<std::string> with_instrumentation(const std::vector<std::string>& words,
                                              const CompileStep& step, CompilerFamily family,
                                              const Installation& installation, bool functions) {
  const auto behind_compiler = words.begin() + static_cast<std::ptrdiff_t>(step.compiler) + 1;
  std::vector<std::string> command(words.begin(), behind_compiler);
  if (step.compiles) {
    if (functions)
      for (const std::string& flag : function_flags(family)) command.push_back(flag);
    if (!step.has_debug_flag) command.push_back("-g1");
    command.push_back("-DTARRY");
    command.push_back("-I" + installation.headers().string());
    command.push_back("-I" + installation.fortran_modules().string());
  }
  command.insert(command.end(), behind_compiler, words.end());
  if (step.links) {
    const std::string folder = installation.libraries().string();
    for (const std::string& flag :
         {std::string("-Wl,--push-state,--as-needed"), "-L" + folder, "-Wl,-rpath," + folder,
          std::string("-ltarry"), std::string("-Wl,--pop-state")})
      command.push_back(flag);
  }
  return command;
}

base::Result<std::vector<std::string>> instrumented_command(const std::vector<std::string>& words,
                                                            const Installation& installation,
                                                            bool functions) {
  const CompileStep step = classify(words);
  if (!step.compiles && !step.links) return words;
  if (step.links && step.is_static)
    return base::Error{base::ErrorCode::Usage, "a static program cannot be measured", "-static",
                       "link dynamically"};
  const auto compiler = words.begin() + static_cast<std::ptrdiff_t>(step.compiler);
  TRY_ASSIGN(const std::string version, output_of({*compiler, "--version"}));
  return with_instrumentation(words, step, family_from_version(version), installation, functions);
}

}  // namespace tarry::cli
