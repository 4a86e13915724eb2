// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/html_diagnosis.h"

#include <fmt/format.h>

#include "diagnosis/phase_views.h"
#include "diagnosis/report/finding_phases.h"
#include "diagnosis/report/finding_text.h"
#include "diagnosis/report/picture_data.h"
#include "report/html_page.h"
#include "report/quantity.h"
#include "report/text_escape.h"

namespace tarry::diagnosis {
namespace {

using report::escape_markup;

// What the picture has besides the style and the script of every page.
constexpr std::string_view kPictureStyle =
#include "diagnosis/report/picture.css.inc"
    ;
constexpr std::string_view kPictureScript =
#include "diagnosis/report/picture.js.inc"
    ;

class Page {
 public:
  explicit Page(const Diagnosis& diagnosis) : diagnosis_(diagnosis) {}

  std::string run(const std::string& program) {
    out_ = report::page_begin(program, kPictureStyle);
    put("<h1>{}</h1>\n<p class=\"dim\">{}</p>\n", escape_markup(program), run_text(diagnosis_));
    put("<p class=\"lead\">{}</p>\n<div class=\"both\">\n<main>\n", escape_markup(lead()));
    legend();
    out_ +=
        "<canvas id=\"view\" role=\"img\" aria-label=\"Call paths of ranks over time; the findings "
        "beside it say the same in words\"></canvas>\n<div id=\"dragged\"></div><div "
        "id=\"said\"></div>\n";
    notes();
    out_ += "</main>\n<aside>\n<h2>Findings</h2>\n";
    findings();
    out_ += "</aside>\n</div>\n";
    limits();
    put("<script type=\"application/json\" id=\"picture\">{}</script>\n",
        report::embedded_json(picture_data(diagnosis_, program)));
    out_ += report::page_end(kPictureScript);
    return std::move(out_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
  }

  [[nodiscard]] std::string lead() const {
    if (diagnosis_.findings.empty()) return "No significant loss was found.";
    return finding_headline(diagnosis_, diagnosis_.findings.front());
  }

  void legend() {
    out_ += "<p class=\"legend\">";
    for (const auto& [role, text] :
         {std::pair{"symptom", "symptom: where a loss shows"}, std::pair{"cause", "cause"},
          std::pair{"computes", "computes"}, std::pair{"calls", "communicates"},
          std::pair{"none", "no samples"}})
      put("<span><canvas data-role=\"{}\"></canvas> {}</span>", role, text);
    out_ += "</p>\n<p>";
    for (const auto& [what, text] :
         {std::pair{"in", "zoom in"}, std::pair{"out", "zoom out"}, std::pair{"left", "earlier"},
          std::pair{"right", "later"}, std::pair{"all", "whole run"}})
      put("<button data-zoom=\"{}\">{}</button> ", what, text);
    out_ +=
        "<span class=\"dim\">or drag over a range of time, turn the wheel, or double-click for the "
        "whole run</span></p>\n";
  }

  // Writes what the picture does not show.
  void notes() {
    const Picture& picture = diagnosis_.picture;
    Time sampled{0};
    Time hidden{0};
    for (const PictureRow& row : picture.rows) {
      sampled += row.sampled;
      hidden += row.hidden;
    }
    const std::string what = diagnosis_.ranks > 1 ? "rank" : "thread";
    put("<p class=\"dim\">A column covers {}. A cell shows the call path with most of that time; "
        "its color shows how much of the time is in a symptom or cause. {} of the sampled time is "
        "on call paths that are not shown.",
        seconds_text(diagnosis_.seconds / picture.plan.columns),
        report::percent(seconds_of(hidden), seconds_of(sampled)));
    const double all = diagnosis_.seconds * static_cast<double>(picture.rows.size());
    const double missing = all - seconds_of(sampled);
    if (missing > 0)
      put(" {} of the time has no samples: what the program did then is unknown.",
          report::percent(missing, all));
    if (picture.rows.size() < picture.plan.all)
      put(" The picture shows {} of {}: those that findings name, one of each group of similar "
          "ones, "
          "and others at even distances.",
          picture.rows.size(), report::counted(picture.plan.all, what));
    if (diagnosis_.phases.size() > kMostPhases)
      put(" The {} longest of {} are marked.", kMostPhases,
          report::counted(diagnosis_.phases.size(), "phase"));
    out_ += "</p>\n";
  }

  void findings() {
    if (diagnosis_.findings.empty()) out_ += "<p>None.</p>\n";
    for (const Finding& finding : diagnosis_.findings) {
      put("<button class=\"finding\" aria-pressed=\"false\"><b>{}</b>",
          escape_markup(finding_headline(diagnosis_, finding)));
      const char* separator = "";
      for (const std::string& line : finding_details(diagnosis_, finding)) {
        put("{}{}", separator, escape_markup(line));
        separator = "<br>";
      }
      out_ += "</button>\n";
    }
    for (const Unresolved& call : diagnosis_.unresolved)
      put("<p>{}: samples cannot tell its purpose.</p>\n",
          escape_markup(unresolved_text(diagnosis_, call)));
  }

  void limits() {
    out_ += "<h2>What this diagnosis cannot know</h2>\n<ul>\n";
    for (const std::string& limit : diagnosis_.limits) put("<li>{}</li>\n", escape_markup(limit));
    out_ += "</ul>\n";
  }

  const Diagnosis& diagnosis_;
  std::string out_;
};

}  // namespace

std::string html_diagnosis(const Diagnosis& diagnosis, const std::string& program) {
  return Page(diagnosis).run(program);
}

}  // namespace tarry::diagnosis
