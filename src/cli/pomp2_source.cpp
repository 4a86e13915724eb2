// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pomp2_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace tarry::cli {
namespace {

// Declarations of POMP2 as OPARI2 2.0 calls it. Its own header would bring omp.h with it. Machines
// that Tarry supports have a long of 64 bits.
constexpr std::string_view kDeclarations = R"(typedef long int64_t;
typedef void* OPARI2_Region_handle;
typedef void* POMP2_Region_handle;
typedef void* POMP2_USER_Region_handle;
typedef long POMP2_Task_handle;
extern int POMP2_Lib_get_max_threads(void);
extern void POMP2_Parallel_fork(void**, int, int, int64_t*, const char*);
extern void POMP2_Parallel_join(void**, int64_t);
extern void POMP2_Barrier_enter(void**, int64_t*, const char*);
extern void POMP2_Barrier_exit(void**, int64_t);
extern void POMP2_Implicit_barrier_enter(void**, int64_t*);
extern void POMP2_Implicit_barrier_exit(void**, int64_t);
extern void POMP2_Taskwait_begin(void**, int64_t*, const char*);
extern void POMP2_Taskwait_end(void**, int64_t);
extern void POMP2_Task_create_begin(void**, int64_t*, int64_t*, int, const char*);
extern void POMP2_Task_create_end(void**, int64_t);
extern void POMP2_Task_begin(void**, int64_t);
extern void POMP2_Untied_task_create_begin(void**, int64_t*, int64_t*, int, const char*);
extern void POMP2_Untied_task_create_end(void**, int64_t);
extern void POMP2_Untied_task_begin(void**, int64_t);
extern void POMP2_Init(void);
extern void POMP2_Finalize(void);
extern void POMP2_Off(void);
extern void POMP2_On(void);
)";

constexpr std::array kWithDescription = {"Atomic_enter",    "Critical_enter", "Flush_enter",
                                         "For_enter",       "Master_begin",   "Ordered_enter",
                                         "Section_begin",   "Sections_enter", "Single_enter",
                                         "Workshare_enter", "Begin"};
constexpr std::array kWithHandle = {"Atomic_exit",   "Critical_begin",  "Critical_end",
                                    "Critical_exit", "Flush_exit",      "For_exit",
                                    "Master_end",    "Ordered_begin",   "Ordered_end",
                                    "Ordered_exit",  "Parallel_begin",  "Parallel_end",
                                    "Section_end",   "Sections_exit",   "Single_begin",
                                    "Single_end",    "Single_exit",     "Workshare_exit",
                                    "Task_end",      "Untied_task_end", "End"};
// The functions of locks, which take any kind of pointer.
constexpr std::array kLocks = {"Init_lock",     "Destroy_lock",   "Set_lock",
                               "Unset_lock",    "Init_nest_lock", "Destroy_nest_lock",
                               "Set_nest_lock", "Unset_nest_lock"};
constexpr std::array kLockTests = {"Test_lock", "Test_nest_lock"};

std::string declarations() {
  std::string out(kDeclarations);
  const auto declare = [&out](const auto& names, const char* type, const char* parameters) {
    for (const char* name : names)
      out += std::string("extern ") + type + " POMP2_" + name + "(" + parameters + ");\n";
  };
  declare(kWithDescription, "void", "void**, const char*");
  declare(kWithHandle, "void", "void**");
  declare(kLocks, "void", "void*");
  declare(kLockTests, "int", "void*");
  return out;
}

template <class Use>
void for_each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    use(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

bool contains(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

bool is_line_marker(std::string_view line) {
  return line.starts_with("#line ") ||
         (line.size() > 2 && line.starts_with("# ") && line[2] >= '0' && line[2] <= '9');
}

// Returns `# 7 "a.c"` with the directory.
std::string absolute_marker(std::string_view line, const std::string& directory) {
  std::string out(line);
  const std::size_t quote = out.find('"');
  if (quote != std::string::npos && quote + 1 < out.size() && out[quote + 1] != '/' &&
      out[quote + 1] != '<')
    out.insert(quote + 1, directory + "/");
  return out;
}

// Returns `#line 7 "/dir/a.c"` as `# 7 "a.c"`, which is the form in preprocessed sources.
std::string relative_marker(std::string_view line, const SourceName& source) {
  constexpr std::string_view kLong = "#line ";
  std::string out(line);
  if (line.starts_with(kLong)) out = "# " + std::string(line.substr(kLong.size()));
  const std::string prefix = "\"" + source.directory + "/";
  if (const std::size_t at = out.find(prefix);
      at != std::string::npos && !source.path.starts_with('/'))
    out.erase(at + 1, prefix.size() - 1);
  return out;
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Returns the line with macros of the included file replaced.
std::string expanded(std::string_view line, const std::map<std::string, std::string>& macros) {
  // The initial value satisfies compilers that warn: OPARI2 sets the variable under a condition and
  // uses it under the same one.
  if (without_blanks(line) == "POMP2_Task_handle pomp2_new_task;")
    return "POMP2_Task_handle pomp2_new_task = 0;";
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_of_name(line[end])) ++end;
    if (end == at) {
      out += line[at++];
      continue;
    }
    const std::string word(line.substr(at, end - at));
    const auto macro = macros.find(word);
    out += macro != macros.end() ? macro->second
           : word == "omp_get_max_threads" && contains(line, " pomp2_num_threads = ")
               ? std::string("POMP2_Lib_get_max_threads")  // omp.h may be missing
               : word;
    at = end;
  }
  return out;
}

// Returns the macros of the included file, and puts the rest of it into `rest`, without the
// function that registers all regions: regions are made known one by one at their first use.
std::map<std::string, std::string> split_included(std::string_view included, std::string& rest) {
  std::map<std::string, std::string> macros;
  std::string_view waiting;  // `extern "C"` before the next line or before that function
  bool is_open = false;
  bool is_over = false;
  for_each_line(included, [&](std::string_view line) {
    constexpr std::string_view kDefine = "#define ";
    if (line.starts_with("void POMP2_") || line.starts_with("#if")) is_over = true;
    if (is_over) return;
    if (line.starts_with(kDefine)) {
      line.remove_prefix(kDefine.size());
      const std::size_t blank = line.find(' ');
      if (blank != std::string_view::npos)
        macros[std::string(line.substr(0, blank))] = line.substr(blank + 1);
    } else if (line.starts_with("extern \"C\"")) {
      waiting = line;
    } else if (!line.starts_with("#include")) {
      if (line == "{" && !waiting.empty()) {
        is_open = true;
        return;
      }
      if (line == "}" && is_open) {
        is_open = false;
        return;
      }
      const bool in_c = is_open && line.starts_with("extern ");
      rest += (in_c ? "extern \"C\" {" : "") + std::string(line) + (in_c ? " }" : "") + "\n";
    }
  });
  return macros;
}

}  // namespace

std::optional<SourceKind> source_kind(std::string_view path,
                                      const std::vector<std::string>& options) {
  const std::string_view suffix = suffix_of(path);
  if (suffix == "c") return SourceKind{Language::C, true};
  for (const std::string_view cxx : {"cc", "cpp", "cxx", "c++", "cp", "C", "CPP"})
    if (suffix == cxx) return SourceKind{Language::Cxx, true};
  std::string lower(suffix);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  SourceKind kind;
  kind.is_preprocessed = lower != suffix;
  if (lower == "f" || lower == "for" || lower == "ftn")
    kind.language = Language::FixedFortran;
  else if (lower == "f90" || lower == "f95" || lower == "f03" || lower == "f08")
    kind.language = Language::FreeFortran;
  else
    return std::nullopt;
  for (const std::string& option : options) {
    if (option == "-cpp") kind.is_preprocessed = true;
    if (option == "-nocpp") kind.is_preprocessed = false;
    if (option == "-ffree-form") kind.language = Language::FreeFortran;
    if (option == "-ffixed-form") kind.language = Language::FixedFortran;
  }
  return kind;
}

bool mentions_openmp(std::string_view text, Language language) {
  bool found = false;
  for_each_line(text, [&](std::string_view line) {
    if (found) return;
    std::string lower(line);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (is_fortran(language)) {
      found = contains(lower, "$omp") || contains(lower, "pomp$") ||
              (contains(lower, "omp_") && contains(lower, "lock"));
    } else {
      const std::string_view start = without_blanks(lower);
      found = (start.starts_with('#') && contains(start, "omp ")) ||
              (contains(lower, "omp_") && contains(lower, "lock"));
    }
  });
  return found;
}

std::string before_opari(std::string_view text, Language language, const SourceName& source) {
  const std::string marker = "# 1 \"" + source.path + "\"";
  std::string out = absolute_marker(marker, source.directory) + "\n";
  if (!is_fortran(language)) {
    out += "# 1 \"<tarry>\" 1 3\n";  // marked as a system header, which gets no warnings
    if (language == Language::Cxx) out += "extern \"C\" {\n";
    out += declarations();
    if (language == Language::Cxx) out += "}\n";
    out += "___POMP2_INCLUDE___\n" + absolute_marker(marker, source.directory) + " 2\n";
  }
  for_each_line(text, [&](std::string_view line) {
    out += is_line_marker(line) ? absolute_marker(line, source.directory) : std::string(line);
    out += '\n';
  });
  return out;
}

std::string after_opari(std::string_view text, std::string_view included, Language language,
                        CompilerFamily family, const SourceName& source) {
  std::string rest;
  std::map<std::string, std::string> macros;
  if (!is_fortran(language)) macros = split_included(included, rest);
  if (language == Language::Cxx && family == CompilerFamily::Gnu) {
    // Without this attribute g++ calls a function to get at the variable, which it refuses in
    // templates.
    constexpr std::string_view kVariable = "extern int64_t ";
    if (const std::size_t at = rest.find(kVariable); at != std::string::npos)
      rest.insert(at + std::string_view("extern ").size(), "__thread ");
  }
  std::string out;
  bool is_first = true;
  for_each_line(text, [&](std::string_view line) {
    const bool leads = is_first && (without_blanks(line).empty() || line.starts_with("#line 1 "));
    if (leads) return;  // the name of the temporary file
    is_first = false;
    if (is_line_marker(line)) {
      out += relative_marker(line, source);
    } else if (line.starts_with("#include") && contains(line, ".opari.inc")) {
      out += rest;
      rest.clear();
    } else if (contains(line, "POMP2_") || contains(line, "pomp2_")) {
      out += expanded(line, macros);
    } else {
      out += line;
    }
    out += '\n';
  });
  return out;
}

}  // namespace tarry::cli
