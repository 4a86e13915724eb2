// SPDX-License-Identifier: BSD-3-Clause
// The text of a source file on its way through OPARI2: it goes in preprocessed, so that macros and
// headers are seen as the compiler sees them, and what comes out needs no preprocessor any more.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/compile_command.h"

namespace tarry::cli {

enum class Language { C, Cxx, FreeFortran, FixedFortran };

struct SourceKind {
  Language language = Language::C;
  bool is_preprocessed = true;  // the compiler would preprocess it
};

// Returns the kind by the end of the name and by options about form and preprocessing, or nothing
// if OPARI2 does not know the language.
std::optional<SourceKind> source_kind(std::string_view path,
                                      const std::vector<std::string>& options);

inline bool is_fortran(Language language) {
  return language == Language::FreeFortran || language == Language::FixedFortran;
}

// Returns false if OPARI2 would find nothing to do.
bool mentions_openmp(std::string_view text, Language language);

// The origin of the text.
struct SourceName {
  std::string path;       // as given to the compiler
  std::string directory;  // the current one
};

// Returns `text` with the declarations that OPARI2's output needs in front of it, and with absolute
// names of files: OPARI2 takes relative names as relative to the text's own file.
std::string before_opari(std::string_view text, Language language, const SourceName& source);

// Returns the text for the compiler, made from OPARI2's output and the file that it includes.
std::string after_opari(std::string_view text, std::string_view included, Language language,
                        CompilerFamily family, const SourceName& source);

}  // namespace tarry::cli
