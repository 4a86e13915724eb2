// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "base/parse_number.h"

namespace tarry::cli {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

// Returns the width that COLUMNS tells, or 0.
std::size_t wanted_width() {
  constexpr std::size_t kMost = 10000;
  std::size_t width = 0;
  return base::parse_number(variable("COLUMNS"), width) && width <= kMost ? width : 0;
}

std::size_t terminal_width(int descriptor) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : kUsual;
}

// A locale that is not installed is known by its name only.
bool is_utf8_name() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const std::string_view value = variable(name); !value.empty()) {
      for (const char* ending : {".UTF-8", ".utf8", ".UTF8", ".utf-8"})
        if (value.find(ending) != std::string_view::npos) return true;
      return false;
    }
  return false;
}

bool is_utf8_locale() {
  const locale_t locale = ::newlocale(LC_CTYPE_MASK, "", nullptr);
  if (locale == nullptr) return is_utf8_name();
  const bool is_utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
  ::freelocale(locale);
  return is_utf8;
}

bool wants_color(const std::string& option, bool is_terminal) {
  if (option != "auto") return option == "always";
  return is_terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

}  // namespace

report::TextStyle text_style(const CommonOptions& common, int descriptor) {
  const bool is_terminal = ::isatty(descriptor) == 1;
  const std::size_t wanted = wanted_width();
  return {.color = wants_color(common.color, is_terminal),
          .verbose = common.verbose,
          .width = wanted != 0   ? wanted
                   : is_terminal ? terminal_width(descriptor)
                                 : 0,
          .unicode = is_utf8_locale()};
}

report::TextStyle file_style(const CommonOptions& common) {
  return {.color = wants_color(common.color, false),
          .verbose = common.verbose,
          .width = 0,
          .unicode = is_utf8_locale()};
}

}  // namespace tarry::cli
