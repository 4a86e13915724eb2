// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compile_command.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/base_name.h"
#include "cli/tool_run.h"

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
constexpr std::array<std::string_view, 26> kTakesValue = {
    "--param",  "-Xpreprocessor", "-o",         "-I",          "-L",       "-D",  "-U",
    "-include", "-isystem",       "-idirafter", "-iquote",     "-imacros", "-MF", "-MT",
    "-MQ",      "-Xlinker",       "-Xclang",    "-Xassembler", "-T",       "-u",  "-z",
    "-l",       "-isysroot",      "-target",    "-J",          "-arch"};

// Returns whether the word asks for preprocessing, a syntax check or information: such commands
// must not be changed.
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

bool is_debug_flag(std::string_view word) {
  return word == "-g" ||
         (word.starts_with("-g") && word.size() > 2 && (word[2] >= '0' && word[2] <= '9')) ||
         word.starts_with("-ggdb") || word.starts_with("-gdwarf") || word == "-gline-tables-only" ||
         word == "-gsplit-dwarf";
}

bool is_openmp_flag(std::string_view word) {
  return word == "-fopenmp" || word.starts_with("-fopenmp=") || word == "-qopenmp" ||
         word == "-fiopenmp";
}

// GCC calls a plug-in by the name of its file.
std::vector<std::string> plugin_flags(const std::filesystem::path& plugin,
                                      const Instrumentation& wanted) {
  std::vector<std::string> flags = {"-fplugin=" + plugin.string()};
  const std::string argument = "-fplugin-arg-" + plugin.stem().string() + "-";
  if (wanted.small > 0) flags.push_back(argument + "small=" + std::to_string(wanted.small));
  if (wanted.small > 0 && wanted.tells_small) flags.push_back(argument + "verbose");
  // If only a part of a function were inlined, the hooks of its begin and of its end would be in
  // different places. GCC inlines a function that is called at one place however large it is, and
  // the function would be missing in the trace.
  flags.insert(flags.end(), {"-fno-partial-inlining", "-fno-inline-functions-called-once"});
  return flags;
}

std::vector<std::string> gnu_flags(const std::filesystem::path& plugin,
                                   const Instrumentation& wanted) {
  // The second flag keeps short functions of the standard library and of the C++ bindings of Open
  // MPI and MPICH from becoming events where they are not inlined. GCC looks for its values
  // anywhere in the path of a file.
  std::vector<std::string> flags = {
      "-finstrument-functions",
      "-finstrument-functions-exclude-file-list=/usr/include,/usr/lib/gcc,/ompi/mpi/cxx/,"
      "/mpicxx.h"};
  if (plugin.empty()) return flags;
  const std::vector<std::string> of_plugin = plugin_flags(plugin, wanted);
  flags.insert(flags.end(), of_plugin.begin(), of_plugin.end());
  return flags;
}

std::vector<std::string> function_flags(const Compiler& compiler, const Instrumentation& wanted) {
  switch (compiler.family) {
    case CompilerFamily::Gnu:
      return gnu_flags(compiler.plugin, wanted);
    case CompilerFamily::Clang:
      return {"-finstrument-functions-after-inlining"};
    case CompilerFamily::Other:
      return {"-finstrument-functions"};
  }
  return {};
}

// Returns whether the word names GCC's OpenMP runtime, which may be the static one.
bool names_runtime(std::string_view word) {
  return word == "-lgomp" || word == "-l:libgomp.a" || base::base_name(word) == "libgomp.a";
}

// The linker searches a static runtime before our library, which needs more of it than the program
// does.
constexpr const char* kOfRuntime =
    "-Wl,-u,omp_get_thread_num,-u,omp_get_num_threads,-u,omp_get_max_threads,-u,omp_set_lock,"
    "-u,omp_set_lock_";

bool links_static_program(const CompileStep& step, const Instrumentation& wanted) {
  return step.links && wanted.is_static && !step.is_shared;
}

// Returns what follows the arguments of a link. A static program gets the runtime, which takes
// functions of the library of mathematics.
std::vector<std::string> link_flags(const CompileStep& step, const Installation& installation,
                                    const Instrumentation& wanted) {
  const std::string folder = installation.libraries().string();
  if (!links_static_program(step, wanted))
    return {"-Wl,--push-state,--as-needed", "-L" + folder, "-Wl,-rpath," + folder, "-ltarry",
            "-Wl,--pop-state"};
  std::vector<std::string> flags;
  if (!step.is_static) flags.emplace_back("-static");
  flags.insert(flags.end(), {"-L" + folder, "-Wl,-u,tarry_region_begin", "-ltarry-static", "-lm"});
  return flags;
}

// Returns whether the compiler is one of an MPI, such as mpicc or mpicxx.mpich.
bool is_of_mpi(const std::string& compiler) { return base::base_name(compiler).starts_with("mpi"); }

}  // namespace

std::string_view suffix_of(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  const std::size_t slash = word.rfind('/');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && slash > dot)) return "";
  return word.substr(dot + 1);
}

bool takes_value(std::string_view option) { return is_one_of(option, kTakesValue); }

CompileStep classify(const std::vector<std::string>& words) {
  CompileStep step;
  while (step.compiler + 1 < words.size() &&
         is_one_of(base::base_name(words[step.compiler]), kLaunchers))
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
    step.is_static =
        step.is_static || word == "-static" || word == "--static" || word == "-static-pie";
    step.is_shared = step.is_shared || word == "-shared" || word == "--shared";
    step.has_openmp = (step.has_openmp || is_openmp_flag(word)) && word != "-fno-openmp";
    step.stops_at_object = step.stops_at_object || word == "-c";
    if (takes_value(word)) {
      ++i;
      if (word == "-o") step.output = i;
    } else if (word == "-x" && i + 1 < words.size()) {
      sources = sources || (words[i + 1] != "assembler" && words[i + 1] != "none");
      ++i;
    } else if (word == "-" || !word.starts_with("-")) {
      inputs = true;  // "@file" may hold anything, sources included
      const bool is_source = is_one_of(suffix_of(word), kSourceSuffixes);
      sources = sources || word.starts_with("@") || is_source;
      if (is_source) step.sources.push_back(i);
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
                                              const CompileStep& step, const Compiler& compiler,
                                              const Installation& installation,
                                              const Instrumentation& wanted) {
  const auto behind_compiler = words.begin() + static_cast<std::ptrdiff_t>(step.compiler) + 1;
  std::vector<std::string> command(words.begin(), behind_compiler);
  if (step.compiles) {
    if (wanted.functions)
      for (const std::string& flag : function_flags(compiler, wanted)) command.push_back(flag);
    if (!step.has_debug_flag) command.push_back("-g1");
    command.push_back("-DTARRY");
    command.push_back("-I" + installation.headers().string());
    command.push_back("-I" + installation.fortran_modules().string());
  }
  if (step.links && wanted.pomp2 && std::any_of(behind_compiler, words.end(), names_runtime))
    command.emplace_back(kOfRuntime);
  command.insert(command.end(), behind_compiler, words.end());
  if (step.links) {
    // The flag reaches the linker directly, because -x may still tell the compiler the language of
    // files.
    if (wanted.pomp2)
      command.push_back("-Wl," + (installation.libraries() / "libtarry-pomp2.a").string());
    for (std::string& flag : link_flags(step, installation, wanted))
      command.push_back(std::move(flag));
  }
  return command;
}

base::Status check_step(const std::vector<std::string>& words, const CompileStep& step,
                        const Installation& installation, const Instrumentation& wanted) {
  using base::Error;
  using base::ErrorCode;
  if (step.links && step.is_static && !wanted.is_static)
    return Error{ErrorCode::Usage, "nothing can be injected into a static program", "-static",
                 "link dynamically, or use tarry instrument --static"};
  if (!links_static_program(step, wanted)) return base::kOk;
  if (is_of_mpi(words[step.compiler]))
    return Error{ErrorCode::Usage, "calls of MPI are not recorded in a static program",
                 words[step.compiler], "link dynamically, without --static"};
  if (wanted.pomp2)
    return Error{ErrorCode::Usage, "constructs of OpenMP are not recorded in a static program",
                 "--openmp pomp2", "link dynamically, without --static"};
  const std::filesystem::path archive = installation.libraries() / "libtarry-static.a";
  std::error_code ignored;
  if (!std::filesystem::exists(archive, ignored))
    return Error{ErrorCode::NotFound, "the runtime for static programs is missing",
                 archive.string(), "build tarry where the compiler has libstdc++.a"};
  return base::kOk;
}

base::Result<Compiler> find_compiler(const std::string& name, const Installation& installation) {
  TRY_ASSIGN(const ToolRun said, run_tool({name, "--version"}, ToolOutput::Kept));
  Compiler compiler;
  compiler.family = family_from_version(said.output);
  if (compiler.family != CompilerFamily::Gnu) return compiler;
  TRY_ASSIGN(const ToolRun version, run_tool({name, "-dumpfullversion"}, ToolOutput::Kept));
  const std::string number = version.output.substr(0, version.output.find('\n'));
  std::filesystem::path plugin = installation.runtime() / ("gcc_hooks_" + number + ".so");
  std::error_code ignored;
  if (std::filesystem::exists(plugin, ignored)) compiler.plugin = std::move(plugin);
  return compiler;
}

}  // namespace tarry::cli
