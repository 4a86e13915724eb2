// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/parser.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compressed/format/check.h"
#include "compressed/format/element_parser.h"
#include "compressed/format/event_resolver.h"
#include "compressed/format/format.h"
#include "compressed/format/scanner.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;
using base::kOk;

class Parser {
 public:
  Parser(std::string_view text, std::string name) : scanner_(text, std::move(name)) {}

  base::Result<Trace> run() {
    TRY(header());
    for (;;) {
      if (!scanner_.next_line()) return scanner_.expected("'end' as the last line");
      const TextPlace begin = scanner_.place();
      const std::string_view keyword = scanner_.word();
      if (keyword == "end") break;
      TRY(statement(keyword, begin));
      TRY(line_end());
    }
    TRY(line_end());
    if (scanner_.next_line()) return scanner_.expected("nothing behind 'end'");
    if (sites_needed_ > trace_.sites.size())
      return scanner_.error(sites_needed_at_, no_such("site", trace_.sites.size()));
    if (const std::uint64_t needed = version_of(trace_); version_ < needed)
      return scanner_.error(version_at_, "version " + std::to_string(version_) +
                                             " of the format has no " + what_needs(needed) +
                                             ", which this trace has: version " +
                                             std::to_string(needed) + " does");
    return std::move(trace_);
  }

  // The error in a trace that was read completely.
  [[nodiscard]] Error error(const Unsound& unsound) const {
    return scanner_.error(events_at_[unsound.event], unsound.what);
  }

 private:
  static std::string what_needs(std::uint64_t version) {
    return version == kFileVersion ? "operations on files" : "one-sided communication";
  }

  static std::string no_such(const std::string& what, std::size_t count) {
    return "no such " + what +
           (count == 0 ? ": there are none" : ", the last one is " + std::to_string(count - 1));
  }

  base::Status line_end() {
    if (!scanner_.at_line_end()) return scanner_.expected("the end of the line");
    return kOk;
  }

  base::Status header() {
    if (!scanner_.accept(kFormatName) || !scanner_.accept(' ')) {
      Error error = scanner_.expected("'" + std::string(kFormatName) + "' and a version");
      error.hint = "'tarry compress' makes compressed traces";
      return error;
    }
    version_at_ = scanner_.place();
    TRY_ASSIGN(version_, scanner_.number("the version of the format"));
    if (version_ < kFirstVersion || version_ > kFileVersion) {
      Error error =
          scanner_.error(version_at_, "this tool cannot read version " + std::to_string(version_) +
                                          " of the format, only " + std::to_string(kFirstVersion) +
                                          " to " + std::to_string(kFileVersion));
      error.code = ErrorCode::Unsupported;
      return error;
    }
    TRY(line_end());
    scanner_.next_line();
    if (!scanner_.accept("ranks ")) return scanner_.expected("'ranks' and their number");
    scanner_.skip_blanks();
    const TextPlace ranks = scanner_.place();
    TRY_ASSIGN(const std::uint64_t count, scanner_.number("the number of ranks", kMostRanks));
    if (count == 0) return scanner_.error(ranks, "expected at least one rank");
    trace_.ranks = static_cast<std::uint32_t>(count);
    everybody_ = RankSet::first(trace_.ranks);
    elements_.emplace(scanner_, trace_.ranks);
    resolver_.emplace(scanner_, *elements_);
    return line_end();
  }

  base::Status statement(std::string_view keyword, TextPlace begin) {
    static const std::map<std::string_view, base::Status (Parser::*)()> kStatements = {
        {"program", &Parser::program},     {"note", &Parser::note},
        {"file", &Parser::file},           {"frame", &Parser::frame},
        {"datatype", &Parser::datatype},   {"comm", &Parser::communicator},
        {"site", &Parser::site},           {"after", &Parser::after},
        {"statistic", &Parser::statistic}, {"measured", &Parser::measured}};
    if (keyword == "event") return event(begin);
    const auto found = kStatements.find(keyword);
    if (found == kStatements.end()) {
      constexpr std::string_view kWhat = "a word such as 'event', 'after', 'site', 'comm' or 'end'";
      if (keyword.empty()) return scanner_.expected(kWhat);
      return scanner_.error(begin, "expected " + std::string(kWhat) + ", found '" +
                                       std::string(keyword.substr(0, 20)) + "'");
    }
    scanner_.skip_blanks();
    return (this->*found->second)();
  }

  // Reads the number at the head of a line of a table; it must be the next one.
  base::Status own_number(std::size_t next, std::string_view what) {
    const TextPlace place = scanner_.place();
    TRY_ASSIGN(const std::uint64_t number,
               scanner_.number("the number of the " + std::string(what)));
    if (number != next)
      return scanner_.error(place, "expected " + std::to_string(next) + " as the number of this " +
                                       std::string(what) + ", found " + std::to_string(number));
    scanner_.skip_blanks();
    return kOk;
  }

  base::Result<std::uint32_t> reference(std::size_t count, const std::string& what) {
    const TextPlace place = scanner_.place();
    TRY_ASSIGN(const std::uint64_t number, scanner_.number("the number of a " + what));
    if (number >= count) return scanner_.error(place, no_such(what, count));
    return static_cast<std::uint32_t>(number);
  }

  base::Status program() {
    TRY_ASSIGN(trace_.program, scanner_.string("the name of the program"));
    return kOk;
  }

  base::Status note() {
    TRY_ASSIGN(std::string text, scanner_.string("a text"));
    trace_.notes.push_back(std::move(text));
    return kOk;
  }

  base::Status file() {
    TRY(own_number(files_.size(), "file"));
    TRY_ASSIGN(std::string path, scanner_.string("the path of a file"));
    files_.push_back(std::move(path));
    return kOk;
  }

  base::Status frame() {
    TRY(own_number(trace_.frames.size(), "frame"));
    Frame frame;
    TRY_ASSIGN(frame.name, scanner_.string("the name of a function or place"));
    scanner_.skip_blanks();
    if (scanner_.accept('@')) {
      TRY_ASSIGN(const std::uint32_t file, reference(files_.size(), "file"));
      frame.file = files_[file];
    }
    if (scanner_.accept(':')) {
      TRY_ASSIGN(const std::uint64_t line, scanner_.number("a line", UINT32_MAX));
      frame.line = static_cast<std::uint32_t>(line);
    }
    trace_.frames.push_back(std::move(frame));
    return kOk;
  }

  base::Status datatype() {
    TRY(own_number(trace_.datatypes.size(), "datatype"));
    TRY_ASSIGN(std::string name, scanner_.string("the name of a datatype"));
    trace_.datatypes.push_back(std::move(name));
    return kOk;
  }

  base::Status statistic() {
    TRY(own_number(trace_.statistics.size(), "statistic"));
    Statistic statistic;
    TRY_ASSIGN(statistic.name, scanner_.string("the name of a statistic"));
    scanner_.skip_blanks();
    TRY_ASSIGN(statistic.unit, scanner_.string("its unit"));
    trace_.statistics.push_back(std::move(statistic));
    return kOk;
  }

  base::Result<std::vector<std::uint32_t>> members() {
    const TextPlace place = scanner_.place();
    if (scanner_.accept("[]")) return std::vector<std::uint32_t>();
    TRY_ASSIGN(const Sequence sequence, elements_->sequence());
    std::vector<std::uint32_t> ranks;
    std::vector<bool> seen(trace_.ranks);
    for (SequenceCursor cursor(sequence); !cursor.done();) {
      const std::int64_t rank = cursor.next();
      if (rank < 0 || rank >= trace_.ranks)
        return scanner_.error(place, "no such rank: " + std::to_string(rank));
      if (seen[static_cast<std::size_t>(rank)])
        return scanner_.error(place, "a rank occurs twice: " + std::to_string(rank));
      seen[static_cast<std::size_t>(rank)] = true;
      ranks.push_back(static_cast<std::uint32_t>(rank));
    }
    return ranks;
  }

  base::Status communicator() {
    TRY(own_number(trace_.communicators.size(), "communicator"));
    Communicator comm;
    TRY_ASSIGN(comm.name, scanner_.string("the name of a communicator"));
    scanner_.skip_blanks();
    if (scanner_.accept("self")) {
      comm.is_self = true;
    } else if (scanner_.peek() == '[') {
      TRY_ASSIGN(comm.members, members());
    } else {
      return scanner_.expected("'self' or the members in brackets");
    }
    scanner_.skip_blanks();
    if (scanner_.accept("inter")) {
      comm.is_inter = true;
      scanner_.skip_blanks();
      TRY_ASSIGN(comm.remote_members, members());
    }
    trace_.communicators.push_back(std::move(comm));
    return kOk;
  }

  base::Status site() {
    TRY(own_number(trace_.sites.size(), "site"));
    Site site;
    TRY_ASSIGN(site.function, scanner_.string("the name of an MPI function"));
    while (!scanner_.at_line_end()) {
      TRY_ASSIGN(const std::uint32_t frame, reference(trace_.frames.size(), "frame"));
      site.stack.emplace_back(frame);
    }
    trace_.sites.push_back(std::move(site));
    return kOk;
  }

  base::Status event(TextPlace begin) {
    scanner_.skip_blanks();
    Event event;
    TRY_ASSIGN(const std::uint32_t site, reference(trace_.sites.size(), "site"));
    event.site = SiteId{site};
    scanner_.skip_blanks();
    event.ranks = everybody_;
    if (scanner_.peek() == '<') {
      TRY_ASSIGN(event.ranks, elements_->rank_set());
    }
    WrittenEvent written;
    while (!scanner_.at_line_end()) {
      TRY(attribute(written));
      if (constexpr std::string_view kBlank = " \t\r\n#";
          kBlank.find(scanner_.peek()) == kBlank.npos)
        return scanner_.expected("a blank or the end of the line");
    }
    TRY(resolver_->resolve(written, begin, event));
    trace_.events.push_back(std::move(event));
    events_at_.push_back(begin);
    return kOk;
  }

  base::Status attribute(WrittenEvent& written) {
    const TextPlace place = scanner_.place();
    const std::string name(scanner_.word());
    const std::optional<Parameter> parameter = parameter_by_name(name);
    if (name != "x" && name != "loop" && !parameter)
      return scanner_.error(place, "expected x=, loop= or a parameter, found '" + name + "'");
    TRY(scanner_.expect('=', "'='"));
    if (name == "loop") return loop(written);
    std::optional<WrittenElement>& element =
        parameter ? written.parameters[static_cast<std::size_t>(*parameter)] : written.entries;
    if (element) return scanner_.error(place, "'" + name + "' is there twice");
    TRY_ASSIGN(element, elements_->element(parameter));
    return kOk;
  }

  base::Status loop(WrittenEvent& written) {
    if (written.levels.size() == kMostLevels)
      return scanner_.error(scanner_.place(), "more loops than an event can head");
    WrittenLevel level;
    TRY(scanner_.expect('(', "(length,trips)"));
    TRY_ASSIGN(level.length, elements_->element());
    TRY(scanner_.expect(',', "',' and the trips of the loop"));
    TRY_ASSIGN(level.trips, elements_->element());
    TRY(scanner_.expect(')', "')'"));
    written.levels.push_back(std::move(level));
    return kOk;
  }

  // Reads the previous call and the ranks that times or statistics of the last event belong to. A
  // missing level is the level of the values, which follow.
  template <class Values>
  base::Result<std::optional<std::uint64_t>> place_of(Values& values) {
    if (!scanner_.accept('-')) {
      const TextPlace place = scanner_.place();
      TRY_ASSIGN(const std::uint64_t site,
                 scanner_.number("the site of the call before", UINT32_MAX - 1));
      values.predecessor = SiteId{static_cast<std::uint32_t>(site)};
      if (site >= sites_needed_) sites_needed_at_ = place;
      sites_needed_ = std::max(sites_needed_, site + 1);
    }
    std::optional<std::uint64_t> level;
    if (scanner_.accept('/')) {
      TRY_ASSIGN(level, scanner_.number("the level of the values", UINT32_MAX));
    }
    scanner_.skip_blanks();
    values.ranks = trace_.events.back().ranks;
    if (scanner_.peek() == '<') {
      TRY_ASSIGN(values.ranks, elements_->rank_set());
    }
    return level;
  }

  base::Status below_event(std::string_view keyword) const {
    if (!trace_.events.empty()) return kOk;
    return scanner_.error(scanner_.place(),
                          "'" + std::string(keyword) + "' belongs below an 'event'");
  }

  base::Status after() {
    TRY(below_event("after"));
    EventTimes times;
    TRY_ASSIGN(const std::optional<std::uint64_t> level, place_of(times));
    TRY_ASSIGN(times.before, elements_->time_histogram());
    TRY_ASSIGN(times.duration, elements_->time_histogram());
    times.level = static_cast<std::uint32_t>(level.value_or(level_of(times.before)));
    trace_.events.back().times.push_back(std::move(times));
    return kOk;
  }

  base::Status measured() {
    TRY(below_event("measured"));
    EventStatistic each;
    TRY_ASSIGN(each.statistic, reference(trace_.statistics.size(), "statistic"));
    scanner_.skip_blanks();
    TRY_ASSIGN(const std::optional<std::uint64_t> level, place_of(each));
    TRY_ASSIGN(each.values, elements_->time_histogram());
    each.level = static_cast<std::uint32_t>(level.value_or(level_of(each.values)));
    trace_.events.back().statistics.push_back(std::move(each));
    return kOk;
  }

  Scanner scanner_;
  Trace trace_;
  std::uint64_t version_ = 0;
  TextPlace version_at_;
  RankSet everybody_;
  std::optional<ElementParser> elements_;
  std::optional<EventResolver> resolver_;
  std::vector<std::string> files_;
  std::vector<TextPlace> events_at_;
  // Number of sites that must exist at the end: predecessors may come later in the file.
  std::uint64_t sites_needed_ = 0;
  TextPlace sites_needed_at_;
};

}  // namespace

base::Result<Trace> parse_text(std::string_view text, std::string name) {
  return Parser(text, std::move(name)).run();
}

base::Result<Trace> parse_sound_text(std::string_view text, std::string name) {
  Parser parser(text, std::move(name));
  TRY_ASSIGN(Trace trace, parser.run());
  if (const std::optional<Unsound> unsound = find_unsound(trace)) return parser.error(*unsound);
  return trace;
}

}  // namespace tarry::compressed
