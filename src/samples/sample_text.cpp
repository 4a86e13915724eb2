// SPDX-License-Identifier: BSD-3-Clause
#include "samples/sample_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/parse_number.h"
#include "base/text_cursor.h"
#include "model/artificial_regions.h"

namespace tarry::samples {
namespace {

using Words = std::span<const std::string_view>;

// Parses milliseconds with decimals.
std::optional<Time> time_of(std::string_view text) {
  const auto number = base::number_in<double>(text);
  if (!number || !(std::abs(*number) < 1e12)) return std::nullopt;
  return Time{std::llround(*number * 1e6)};
}

// Parses "A@5", "A@a.c:5" or "loop@4".
std::optional<Site> site_of(std::string_view text) {
  Site site;
  const std::size_t at = text.rfind('@');
  site.name = text.substr(0, at);
  if (site.name.empty()) return std::nullopt;
  if (site.name == "(unknown_callers)") site.name = model::kUnknownCallers;
  if (at != std::string_view::npos) {
    std::string_view place = text.substr(at + 1);
    const std::size_t colon = place.rfind(':');
    if (colon != std::string_view::npos) {
      site.file = place.substr(0, colon);
      place.remove_prefix(colon + 1);
    }
    const auto line = base::number_in<std::uint32_t>(place);
    if (!line) return std::nullopt;
    site.line = *line;
  }
  if (site.name == "loop") {
    site.kind = FrameKind::Loop;
    site.name.clear();
  }
  return site;
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text, file) {}

  base::Result<SampleText> run() {
    while (text_.next_line()) TRY(statement());
    for (auto& [key, thread] : threads_) {
      if (!thread.samples.empty() && end_ == Time{0}) thread.end = thread.samples.back().time;
      made_.samples.threads.push_back(std::move(thread));
    }
    return std::move(made_);
  }

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // rank and thread

  base::Status statement() {
    const std::string_view line = text_.rest_of_line();
    const std::vector<std::string_view> words = text_.take_words();
    const Words rest = Words(words).subspan(1);
    if (words[0] == "period") return time(rest, period_);
    if (words[0] == "end") return time(rest, end_);
    if (words[0] == "clock") return clock(rest);
    if (words[0] == "flow") return flow(rest);
    if (words[0] == "expect") {
      made_.expectations.emplace_back(line.substr(std::min<std::size_t>(7, line.size())));
      return base::kOk;
    }
    if (words[0].starts_with('P')) return samples(words[0].substr(1), rest);
    return error("'" + std::string(words[0]) + "' begins no statement",
                 "expected period, end, clock, flow, expect or P<rank>");
  }

  base::Status time(Words words, Time& to) {
    const auto made = words.size() == 1 ? time_of(words[0]) : std::nullopt;
    if (!made || *made <= Time{0}) return error("not a time in milliseconds above 0");
    to = *made;
    return base::kOk;
  }

  // "clock P1 3": from here on, the clock of rank 1 is 3 ms ahead.
  base::Status clock(Words words) {
    const auto rank = words.size() == 2 && words[0].starts_with('P')
                          ? base::number_in<std::uint32_t>(words[0].substr(1))
                          : std::nullopt;
    const auto ahead = rank ? time_of(words[1]) : std::nullopt;
    if (!ahead) return error("not a clock", "expected P<rank> and milliseconds");
    ahead_[*rank] = *ahead;
    return base::kOk;
  }

  // "flow loop@4: A@5 > B@6 > end, C@7 > end": chains of possible successors, from the begin of the
  // body.
  base::Status flow(Words words) {
    if (words.size() < 2 || !words[0].ends_with(':'))
      return error("not a flow", "expected the body, a colon and chains of calls");
    const auto body = site_of(words[0].substr(0, words[0].size() - 1));
    if (!body) return error("not a frame");
    BodyFlow& made = made_.samples.flows[made_.samples.tree.intern(*body)];
    std::uint32_t before = BodyFlow::kEnd;  // the beginning
    for (std::string_view word : words.subspan(1)) {
      if (word == ">") continue;
      const bool last = word.ends_with(',');
      if (last) word.remove_suffix(1);
      TRY_ASSIGN(const std::uint32_t call, call_of(made, word));
      auto& to = before == BodyFlow::kEnd ? made.first : made.followers[before];
      if (std::find(to.begin(), to.end(), call) == to.end()) to.push_back(call);
      before = last ? BodyFlow::kEnd : call;
    }
    return base::kOk;
  }

  base::Result<std::uint32_t> call_of(BodyFlow& flow, std::string_view word) {
    if (word == "end") return BodyFlow::kEnd;
    const auto site = site_of(word);
    if (!site) return error("'" + std::string(word) + "' is not a frame");
    const SiteId id = made_.samples.tree.intern(*site);
    const auto found = std::find(flow.calls.begin(), flow.calls.end(), id);
    if (found != flow.calls.end()) return static_cast<std::uint32_t>(found - flow.calls.begin());
    flow.calls.push_back(id);
    flow.followers.emplace_back();
    return static_cast<std::uint32_t>(flow.calls.size() - 1);
  }

  // "P0 t=2..98 main > A@5 lca=1 calls=2 synchronisations=1"
  base::Status samples(std::string_view who, Words words) {
    if (period_ == Time{0}) return error("no period before the first sample");
    const std::size_t dash = who.find('-');
    const std::size_t dot = who.find('.');
    const auto first = base::number_in<std::uint32_t>(who.substr(0, std::min(dash, dot)));
    const auto last = dash == std::string_view::npos
                          ? first
                          : base::number_in<std::uint32_t>(who.substr(dash + 1));
    const auto thread =
        dot == std::string_view::npos ? 0 : base::number_in<std::uint32_t>(who.substr(dot + 1));
    if (!first || !last || !thread || *last < *first)
      return error("'P" + std::string(who) + "' is no thread", "expected P0, P0.1 or P0-3");
    std::optional<std::pair<Time, Time>> when;
    Sample sample{Time{0}, CallingContextTree::kRoot};
    FrameId& leaf = sample.leaf;
    for (const std::string_view word : words) {
      if (word == ">") continue;
      if (word.starts_with("t=")) {
        when = times_of(word.substr(2));
        if (!when) return error("'" + std::string(word) + "' is no time");
      } else if (word.starts_with("lca=")) {
        const auto depth = base::number_in<std::uint32_t>(word.substr(4));
        if (!depth || *depth > made_.samples.tree.depth(leaf))
          return error("'" + std::string(word) + "' is no depth on this path");
        sample.stayed = *depth;
      } else if (word.starts_with("calls=")) {
        TRY_ASSIGN(sample.calls, count_in(word));
      } else if (word.starts_with("synchronisations=")) {
        TRY_ASSIGN(sample.synchronisations, count_in(word));
      } else {
        const auto site = site_of(word);
        if (!site) return error("'" + std::string(word) + "' is not a frame");
        leaf = made_.samples.tree.child(leaf, made_.samples.tree.intern(*site));
      }
    }
    if (!when || leaf == CallingContextTree::kRoot) return error("a sample without time or path");
    for (std::uint32_t rank = *first; rank <= *last; ++rank)
      TRY(add({rank, *thread}, *when, sample));
    return base::kOk;
  }

  // Parses "calls=3".
  base::Result<std::uint32_t> count_in(std::string_view word) const {
    const auto count = base::number_in<std::uint32_t>(word.substr(word.find('=') + 1));
    if (!count) return error("'" + std::string(word) + "' is no number of calls");
    return *count;
  }

  static std::optional<std::pair<Time, Time>> times_of(std::string_view text) {
    const std::size_t dots = text.find("..");
    const auto first = time_of(text.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : time_of(text.substr(dots + 2));
    if (!first || !last || *last < *first) return std::nullopt;
    return std::pair{*first, *last};
  }

  // Adds a sample for each period. The first has what `sample` says about the previous one; in the
  // others the whole path stayed and no call was begun.
  base::Status add(Key key, std::pair<Time, Time> when, Sample sample) {
    const auto [at, added] = threads_.try_emplace(key);
    ThreadSamples& thread = at->second;
    const Time ahead = ahead_[key.first];
    if (added) {
      thread.rank = model::Rank{key.first};
      thread.thread = key.second;
      thread.host = "n" + std::to_string(key.first);
      thread.period = period_;
      thread.begin = ahead;
      thread.end = end_ + ahead;
    }
    for (Time time = when.first; time <= when.second; time += period_) {
      sample.time = time + ahead;
      if (!thread.samples.empty() && thread.samples.back().time >= sample.time)
        return error("samples of a thread come by time");
      thread.samples.push_back(sample);
      sample.stayed = made_.samples.tree.depth(sample.leaf);
      if (sample.calls != Sample::kUnknown) sample.calls = 0;
      if (sample.synchronisations != Sample::kUnknown) sample.synchronisations = 0;
    }
    return base::kOk;
  }

  [[nodiscard]] base::Error error(std::string what, std::string hint = "") const {
    return text_.line_error(std::move(what), std::move(hint));
  }

  base::TextCursor text_;
  Time period_{0};
  Time end_{0};
  std::map<std::uint32_t, Time> ahead_;
  std::map<Key, ThreadSamples> threads_;
  SampleText made_;
};

}  // namespace

base::Result<SampleText> parse_samples(std::string_view text, std::string_view file) {
  return Parser(text, file).run();
}

}  // namespace tarry::samples
