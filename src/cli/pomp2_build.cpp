// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pomp2_build.h"

#include <fmt/core.h>

#include <filesystem>
#include <utility>

#include "base/files.h"
#include "base/shell_line.h"
#include "base/temporary_directory.h"
#include "cli/pomp2_commands.h"
#include "cli/tool_run.h"
#include "launch/program.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Build {
 public:
  Build(const Words& words, const CompileStep& step, const Pomp2Commands& commands, Pomp2Run run,
        std::string folder)
      : words_(words), step_(step), commands_(commands), run_(run), folder_(std::move(folder)) {}

  base::Result<int> run() {
    Words rest = words_;
    std::vector<std::size_t> removed;
    for (const std::size_t position : step_.sources) {
      const auto kind = source_kind(words_[position], words_);
      if (!kind) continue;
      const Pomp2Source source = plan(words_[position], *kind);
      TRY_ASSIGN(const Outcome outcome, rewrite(source));
      if (outcome.status != 0) return outcome.status;
      if (!outcome.is_compiled) continue;
      if (step_.links)
        rest[position] = source.object;
      else
        removed.push_back(position);
    }
    for (auto position = removed.rbegin(); position != removed.rend(); ++position)
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*position));
    if (!removed.empty() && removed.size() == step_.sources.size()) return 0;
    return execute(commands_.last(rest));
  }

 private:
  struct Outcome {
    int status = 0;
    bool is_compiled = false;
  };

  Pomp2Source plan(const std::string& path, const SourceKind& kind) {
    const std::string name = fs::path(path).stem().string();
    Pomp2Source out{path, kind, name + ".o", folder_ + "/" + std::to_string(++count_)};
    if (step_.links)
      out.object = out.stem + "/" + name + ".o";
    else if (step_.output != 0)
      out.object = words_[step_.output];
    out.stem += "/" + name;
    return out;
  }

  // Shows the command, or runs it, or both.
  base::Result<int> execute(const Words& command) const {
    if (run_ != Pomp2Run::Silent)
      fmt::print(run_ == Pomp2Run::OnlyShown ? stdout : stderr, "{}\n", base::shell_line(command));
    if (run_ == Pomp2Run::OnlyShown) return 0;
    std::fflush(stderr);
    TRY_ASSIGN(const ToolRun run, run_tool(command, ToolOutput::Shown));
    return run.status;
  }

  [[nodiscard]] static std::string suffix(Language language) {
    return language == Language::C             ? ".i"
           : language == Language::Cxx         ? ".ii"
           : language == Language::FreeFortran ? ".f90"
                                               : ".f";
  }

  base::Result<Outcome> rewrite(const Pomp2Source& source) {
    const std::string suffix = Build::suffix(source.kind.language);
    const std::string input = source.stem + suffix;
    const std::string output = source.stem + ".opari" + suffix;
    const std::string compiled = source.stem + ".pomp2" + suffix;
    std::error_code ignored;
    if (run_ != Pomp2Run::OnlyShown)
      fs::create_directories(fs::path(source.stem).parent_path(), ignored);
    std::string text_file = source.path;
    if (source.kind.is_preprocessed) {
      text_file = input;
      TRY_ASSIGN(const int status, execute(commands_.preprocess(source, input)));
      if (status != 0) return Outcome{status, false};
    }
    const Words opari = commands_.opari(source, input, output);
    if (run_ != Pomp2Run::OnlyShown) {
      TRY_ASSIGN(const std::string text, base::read_file(text_file));
      if (!mentions_openmp(text, source.kind.language)) return Outcome{};
      TRY(base::write_file(input, before_opari(text, source.kind.language, name_of(source))));
      TRY(run_opari(opari, source));
      TRY(finish_text(source, input, output, compiled));
    } else {
      fmt::print("{}\n", base::shell_line(opari));
    }
    TRY_ASSIGN(const int status, execute(commands_.compile(source, compiled)));
    return Outcome{status, true};
  }

  base::Status run_opari(const Words& command, const Pomp2Source& source) const {
    if (run_ == Pomp2Run::Shown) fmt::print(stderr, "{}\n", base::shell_line(command));
    TRY_ASSIGN(const ToolRun run, run_tool(command, ToolOutput::Kept));
    if (run.status == 0) {
      fmt::print(stderr, "{}", run.output);
      return base::kOk;
    }
    std::string reason = run.output.substr(0, run.output.find('\n'));
    if (reason.starts_with("ERROR: ")) reason = reason.substr(std::strlen("ERROR: "));
    return base::Error{base::ErrorCode::Failed, "OPARI2 cannot rewrite the source", source.path,
                       reason + "; build this file without --openmp pomp2"};
  }

  static SourceName name_of(const Pomp2Source& source) {
    std::error_code ignored;
    return {source.path, fs::current_path(ignored).string()};
  }

  [[nodiscard]] base::Status finish_text(const Pomp2Source& source, const std::string& input,
                                         const std::string& output,
                                         const std::string& compiled) const {
    TRY_ASSIGN(const std::string text, base::read_file(output));
    TRY_ASSIGN(const std::string included, base::read_file(input + ".opari.inc"));
    return base::write_file(compiled, after_opari(text, included, source.kind.language,
                                                  commands_.family(), name_of(source)));
  }

  const Words& words_;
  const CompileStep& step_;
  const Pomp2Commands& commands_;
  Pomp2Run run_;
  std::string folder_;
  unsigned count_ = 0;
};

}  // namespace

bool needs_opari(const CompileStep& step) {
  return step.compiles && step.has_openmp && !step.sources.empty() &&
         (step.links || step.stops_at_object);
}

base::Result<int> build_with_opari(const std::vector<std::string>& words, const CompileStep& step,
                                   const Compiler& compiler, const Installation& installation,
                                   const Instrumentation& wanted, Pomp2Run run) {
  if (compiler.family == CompilerFamily::Other)
    return base::Error{
        base::ErrorCode::Unsupported, "OPARI2 cannot be used because the compiler is unknown",
        words[step.compiler], "known are gcc, gfortran, clang and MPI's wrappers of them"};
  if (launch::find_executable("opari2", "").empty())
    return base::Error{base::ErrorCode::NotFound,
                       "--openmp pomp2 needs OPARI2, which is not installed", "opari2",
                       "install it (Debian: opari2) or put it into the PATH"};
  const Pomp2Commands commands(words, step, compiler, installation, wanted);
  if (run == Pomp2Run::OnlyShown)
    return Build(words, step, commands, run, "/tmp/tarry-XXXXXX").run();
  TRY_ASSIGN(const base::TemporaryDirectory folder, base::TemporaryDirectory::make());
  return Build(words, step, commands, run, folder.path()).run();
}

}  // namespace tarry::cli
