// SPDX-License-Identifier: BSD-3-Clause
#include "report/html_page.h"

#include <fmt/format.h>

#include "report/text_escape.h"

namespace tarry::report {
namespace {

constexpr std::string_view kStyle =
#include "report/page.css.inc"
    ;

}  // namespace

std::string page_begin(std::string_view title, std::string_view more_style) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} - Tarry</title>\n<style>{}{}</style>\n</head>\n<body>\n",
      escape_markup(title), kStyle, more_style);
}

std::string page_end(std::string_view script) {
  return fmt::format(
      "<p class=\"dim\">Made by Tarry {}.</p>\n<script>{}</script>\n</body>\n</html>\n",
      TARRY_VERSION, script);
}

std::string embedded_json(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)  // '<' occurs in strings only
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

}  // namespace tarry::report
