// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric_description.h"

#include <cctype>
#include <string_view>

namespace tarry::model {
namespace {

constexpr std::string_view kPages[] = {
// clang-format off
#include "docs/patterns/wait-states/alltoallv-overlap.md.inc"
,
#include "docs/patterns/wait-states/completion.md.inc"
,
#include "docs/patterns/wait-states/early-reduce.md.inc"
,
#include "docs/patterns/wait-states/early-scan.md.inc"
,
#include "docs/patterns/wait-states/early-wait.md.inc"
,
#include "docs/patterns/wait-states/idle-threads.md.inc"
,
#include "docs/patterns/wait-states/inner-wait.md.inc"
,
#include "docs/patterns/wait-states/late-broadcast.md.inc"
,
#include "docs/patterns/wait-states/late-post.md.inc"
,
#include "docs/patterns/wait-states/late-progress.md.inc"
,
#include "docs/patterns/wait-states/late-receiver.md.inc"
,
#include "docs/patterns/wait-states/late-sender.md.inc"
,
#include "docs/patterns/wait-states/lock-contention.md.inc"
,
#include "docs/patterns/wait-states/lost-cores.md.inc"
,
#include "docs/patterns/wait-states/rma-lock-contention.md.inc"
,
#include "docs/patterns/wait-states/taskwait.md.inc"
,
#include "docs/patterns/wait-states/wait-at-barrier.md.inc"
,
#include "docs/patterns/wait-states/wait-at-fence.md.inc"
,
#include "docs/patterns/wait-states/wait-at-file.md.inc"
,
#include "docs/patterns/wait-states/wait-at-finalize.md.inc"
,
#include "docs/patterns/wait-states/wait-at-nxn.md.inc"
,
#include "docs/patterns/wait-states/wait-at-omp-barrier.md.inc"
,
#include "docs/patterns/wait-states/wait-at-window.md.inc"
,
#include "docs/patterns/wait-states/wait-for-neighbors.md.inc"
,
#include "docs/patterns/wait-states/wrong-order.md.inc"
,
#include "docs/patterns/wait-states/wrong-order-late-receiver.md.inc"
    // clang-format on
};

constexpr std::string_view kListOfMetrics = "\nMetrics: ";
constexpr std::string_view kConfidence = "\n## Confidence\n";
constexpr std::string_view kNextSection = "\n## ";

// Returns what is between the first `begin` and the next `end`; empty if there is none.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find(end));
}

// The page is in Markdown: words in backticks, links as [text](file), items of lists with a dash.
std::string plain(std::string_view markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    if (c == '\n' || c == ' ') {
      const bool begins_item = markdown.substr(i).starts_with("\n- ");
      if (!text.empty() && text.back() != ' ') text += ' ';
      i += begins_item ? 2 : 0;
    } else if (c == ']' && markdown.substr(i).starts_with("](")) {
      i = markdown.find(')', i);
    } else if (c != '`' && c != '[') {
      text += c;
    }
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string_view page_about(std::string_view id) {
  const std::string name = "`" + std::string(id) + "`";
  for (const std::string_view page : kPages)
    if (between(page, kListOfMetrics, ".\n").find(name) != std::string_view::npos) return page;
  return {};
}

}  // namespace

std::string description_of(const MetricInfo& metric) {
  std::string text(metric.meaning);
  const std::string_view page = page_about(metric.id);
  if (page.empty()) return text;
  if (const std::string_view sure = between(page, kConfidence, kNextSection); !sure.empty())
    text += "\nConfidence: " + plain(sure);
  text += "\nUsually: " + plain(between(page, "\n## What it usually means\n", kNextSection));
  text += "\nWhat to do: " + plain(between(page, "\n## What to do\n", kNextSection));
  return text;
}

std::string confidence_of(std::string_view metric_id) {
  const std::string text = plain(between(page_about(metric_id), kConfidence, kNextSection));
  std::string word = text.substr(0, text.find_first_of(",:"));
  if (word.empty()) return "max";
  word.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(word.front())));
  return word;
}

}  // namespace tarry::model
