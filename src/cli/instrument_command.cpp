// SPDX-License-Identifier: BSD-3-Clause
// tarry instrument: runs a compile or link command with function instrumentation. The verb stands
// in front of the compiler, also as CC="tarry instrument mpicc", so whatever a build system asks a
// compiler besides compiling must pass through unchanged.
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/shell_line.h"
#include "cli/command.h"
#include "cli/compile_command.h"
#include "cli/installation.h"
#include "cli/messages.h"
#include "cli/pomp2_build.h"

namespace tarry::cli {
namespace {

constexpr unsigned kMostSmall = 1'000'000;

base::Error cannot_run(const std::string& compiler, int error) {
  if (error == ENOENT)
    return {base::ErrorCode::NotFound, "compiler not found", compiler, "is it in the PATH?"};
  return {base::ErrorCode::Failed, "cannot run the compiler", compiler, std::strerror(error)};
}

class InstrumentCommand final : public Command {
 public:
  std::string name() const override { return "instrument"; }
  std::string summary() const override {
    return "Compile or link a program with function instrumentation";
  }
  std::vector<Example> examples() const override {
    return {{"tarry instrument mpicxx -O2 -c a.cc", "compile one file with instrumented functions"},
            {"make CC=\"tarry instrument mpicc\"", "build a whole program with it"},
            {"tarry instrument --openmp pomp2 gcc -fopenmp -O2 a.c -o a",
             "OpenMP on GCC's own runtime, with the help of OPARI2"},
            {"tarry instrument --static gcc -O2 a.c -o a",
             "a static program: its functions and user regions are recorded"},
            {"tarry instrument --dry-run gfortran -O2 a.f90 -o a", "show what would be run"}};
  }

  std::vector<std::string> description() const override {
    return {
        "Runs the compile or link command with the compiler's own function instrumentation, "
        "line numbers, the headers of Tarry and, for links, its user regions library. Whatever "
        "else a build system asks of a compiler passes through unchanged.",
        "With --openmp pomp2, OPARI2 (Debian: opari2) puts calls around the constructs of OpenMP "
        "in "
        "sources that are compiled with OpenMP: for programs whose runtime OMPT cannot look into. "
        "'tarry record' sees that a program has them.",
        "Functions that clang inlines are not recorded, and neither are functions that GCC inlines "
        "if Tarry was built with the headers for plug-ins of that version (Debian: "
        "gcc-12-plugin-dev). Otherwise each inlined function costs its hooks, and a warning says "
        "so.",
        "With the same plug-in, GCC leaves out small functions: those with fewer instructions than "
        "--small, as GCC estimates them, without loops, and without calls that leave the source "
        "file, go through a pointer or come back. The instructions of functions that they call "
        "count as well. Their time is that of their callers; calls of MPI keep all their callers. "
        "With -v the compiler names each function that is left out. clang has no such limit.",
        "With --static, the program is linked statically. 'tarry record' cannot preload a library "
        "into it, so the runtime is linked in; it records functions and user regions, and does "
        "nothing without 'tarry record'.",
        "The program runs as before without 'tarry record', with an empty hook per function."};
  }

  std::string takes_command() const override { return "compile or link command"; }
  void set_command(std::vector<std::string> words) override { words_ = std::move(words); }

  OptionTable options() override {
    return {{.names = "--dry-run",
             .target = &dry_run_,
             .help = "Print the command instead of running it"},
            {.names = "--no-functions",
             .target = Clears{&functions_},
             .help = "Only make tarry/tarry.h usable: no instrumentation of functions"},
            {.names = "--small",
             .target = Number{&small_, 0, kMostSmall},
             .help = "Leave out functions with fewer than N instructions and nothing below them "
                     "(GCC only); "
                     "0: record all",
             .value = "N",
             .otherwise = std::to_string(kSmallFunction)},
            {.names = "--static",
             .target = &static_,
             .help = "Link the program statically, with the recording runtime in it: no MPI, "
                     "threads, OpenMP or samples are recorded"},
            {.names = "--openmp",
             .target = &openmp_,
             .help = "Instrument constructs of OpenMP, too",
             .value = "pomp2|off",
             .choices = {"pomp2", "off"},
             .otherwise = "off"}};
  }

  base::Result<int> run(const CommonOptions& common) override {
    if (words_.empty())
      return base::Error{base::ErrorCode::Usage, "no compile command given", "",
                         "for example: tarry instrument mpicc -O2 -c a.c"};
    TRY_ASSIGN(const Installation installation, find_installation());
    const Instrumentation wanted = {.functions = functions_,
                                    .small = small_,
                                    .tells_small = common.verbose,
                                    .pomp2 = openmp_ == "pomp2",
                                    .is_static = static_};
    const CompileStep step = classify(words_);
    const bool is_ours = step.compiles || step.links;
    Compiler compiler;
    if (is_ours) {
      TRY(check_step(words_, step, installation, wanted));
      TRY_ASSIGN(compiler, find_compiler(words_[step.compiler], installation));
    }
    if (step.compiles && functions_ && compiler.family == CompilerFamily::Gnu &&
        compiler.plugin.empty())
      warn(common, "functions that " + words_[step.compiler] +
                       " inlines are recorded as well, which can make a program many times slower: "
                       "this build has no plug-in for its version (tarry help instrument)");
    if (wanted.pomp2 && needs_opari(step))
      return build_with_opari(words_, step, compiler, installation, wanted,
                              dry_run_         ? Pomp2Run::OnlyShown
                              : common.verbose ? Pomp2Run::Shown
                                               : Pomp2Run::Silent);
    if (wanted.pomp2 && step.compiles && step.has_openmp && step.sources.empty())
      warn(common, "OpenMP is not instrumented where sources are given by -x or in @files");
    const std::vector<std::string> command =
        is_ours ? with_instrumentation(words_, step, compiler, installation, wanted) : words_;
    if (dry_run_ || common.verbose) print(command);
    if (dry_run_) return 0;
    return become(command);
  }

 private:
  void print(const std::vector<std::string>& command) const {
    fmt::print(dry_run_ ? stdout : stderr, "{}\n", base::shell_line(command));
  }

  // Becomes the command, and returns only if that fails.
  static base::Error become(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    return cannot_run(command[0], errno);
  }

  bool dry_run_ = false;
  bool functions_ = true;
  bool static_ = false;
  unsigned small_ = kSmallFunction;
  std::string openmp_;
  std::vector<std::string> words_;
};

}  // namespace

std::unique_ptr<Command> make_instrument_command() { return std::make_unique<InstrumentCommand>(); }

}  // namespace tarry::cli
