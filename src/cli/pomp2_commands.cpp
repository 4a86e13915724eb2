// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pomp2_commands.h"

#include <algorithm>
#include <filesystem>

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool is_about_dependences(const std::string& word) {
  return word == "-MD" || word == "-MMD" || word == "-MP" || word == "-MG" ||
         word.starts_with("-MF") || word.starts_with("-MT") || word.starts_with("-MQ");
}

}  // namespace

// Returns the compiler and the user's options without files.
Words Pomp2Commands::options(bool with_dependences, bool is_fortran) const {
  Words out(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(step_.compiler) + 1);
  for (std::size_t i = step_.compiler + 1; i < words_.size(); ++i) {
    const std::string& word = words_[i];
    const bool has_value = takes_value(word) && i + 1 < words_.size();
    const bool is_file = word.empty() || word[0] != '-';
    const bool is_ours = word == "-o" || word == "-c" || (is_fortran && word == "-cpp") ||
                         (!with_dependences && is_about_dependences(word));
    if (!is_file && !is_ours) {
      out.push_back(word);
      if (has_value) out.push_back(words_[i + 1]);
    }
    if (has_value) ++i;
  }
  if (family() == CompilerFamily::Clang) out.emplace_back("-Wno-unused-command-line-argument");
  return out;
}

bool Pomp2Commands::has(std::string_view start) const {
  return std::any_of(words_.begin(), words_.end(),
                     [start](const std::string& word) { return word.starts_with(start); });
}

Words Pomp2Commands::preprocess(const Pomp2Source& source, const std::string& output) const {
  Words command = options(true, false);
  // The files that `make` reads must name the object and not our intermediate files.
  if (has("-MD") || has("-MMD")) {
    if (!has("-MF"))
      for (const std::string& word :
           {std::string("-MF"), fs::path(source.object).replace_extension(".d").string()})
        command.push_back(word);
    if (!has("-MT") && !has("-MQ"))
      for (const std::string& word : {std::string("-MQ"), source.object}) command.push_back(word);
  }
  for (const std::string& word : {std::string("-E"), source.path, std::string("-o"), output})
    command.push_back(word);
  return instrumented(command, false);
}

Words Pomp2Commands::compile(const Pomp2Source& source, const std::string& input) const {
  const bool fortran = is_fortran(source.kind.language);
  Words command = options(false, fortran);
  if (fortran) {
    const fs::path folder = fs::path(source.path).parent_path();
    command.push_back("-I" + (folder.empty() ? std::string(".") : folder.string()));
    command.push_back("-I" + fs::path(input).parent_path().string());
    if (source.kind.language == Language::FreeFortran)
      command.emplace_back("-ffree-line-length-none");  // OPARI2 makes lines longer
  } else {
    command.emplace_back("-Wno-shadow");  // OPARI2's nested blocks have the same variables
  }
  command.emplace_back("-Wno-unused-variable");
  for (const std::string& word : {std::string("-c"), input, std::string("-o"), source.object})
    command.push_back(word);
  // clang would also instrument the function that it makes of a parallel region: threads would
  // enter it before their team begins.
  return instrumented(command, wanted_.functions && family() != CompilerFamily::Clang);
}

Words Pomp2Commands::instrumented(const Words& command, bool functions) const {
  CompileStep step = step_;
  step.compiles = true;
  step.links = false;
  return with_instrumentation(command, step, compiler_, installation_, {.functions = functions});
}

Words Pomp2Commands::opari(const Pomp2Source& source, const std::string& input,
                           const std::string& output) const {
  Words command = {"opari2", "--preprocessed", "--omp-nodecl", "--omp-tpd",
                   "--omp-tpd-mangling=gnu"};
  // clang splits untied tasks into parts that no call tells apart.
  if (family() == CompilerFamily::Gnu) command.emplace_back("--omp-task-untied=keep");
  switch (source.kind.language) {
    case Language::C:
      command.emplace_back("--c");
      break;
    case Language::Cxx:
      command.emplace_back("--c++");
      break;
    case Language::FreeFortran:
      command.insert(command.end(), {"--f90", "--free-form"});
      break;
    case Language::FixedFortran:
      command.insert(command.end(), {"--f90", "--fix-form"});
      break;
  }
  command.push_back(input);
  command.push_back(output);
  return command;
}

Words Pomp2Commands::last(const Words& words) const {
  return with_instrumentation(words, classify(words), compiler_, installation_, wanted_);
}

}  // namespace tarry::cli
