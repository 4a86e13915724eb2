// SPDX-License-Identifier: BSD-3-Clause
#include "convert/chrome_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "model/message_partner.h"
#include "model/metric.h"
#include "model/wait_times.h"

namespace tarry::convert {

using base::Ticks;
using model::CounterSetId;
using model::Definitions;
using model::LocationIndex;
using model::MessageRecord;
using model::RegionId;
using model::WaitTimes;

namespace {

// Returns the text in quotes, as JSON has it; bytes that are no UTF-8 are replaced.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Output {
 public:
  explicit Output(base::AtomicFile& file) : file_(file) {}

  template <class... Args>
  void event(fmt::format_string<Args...> format, Args&&... args) {
    text_ += is_first_ ? "\n{" : ",\n{";
    is_first_ = false;
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '}';
    if (text_.size() > kPiece) flush();
  }
  void put(std::string_view text) { text_ += text; }
  void flush() {
    if (status_.ok()) status_ = file_.write(text_);
    text_.clear();
  }
  // Returns the first error of writing.
  base::Status finish() {
    flush();
    return status_;
  }

 private:
  static constexpr std::size_t kPiece = 1u << 16;

  base::AtomicFile& file_;
  std::string text_;
  bool is_first_ = true;
  base::Status status_;
};

// The names of regions in quotes, with their categories, made once.
std::vector<std::string> slice_heads(const Definitions& definitions) {
  std::vector<std::string> heads;
  for (const model::Region& region : definitions.regions)
    heads.push_back(fmt::format("\"name\":{},\"cat\":\"{}\"", quoted(region.name),
                                model::paradigm_name(region.paradigm)));
  return heads;
}

class Writer final : public model::EventHandler {
 public:
  Writer(const Definitions& definitions, Output& out)
      : definitions_(definitions), out_(out), heads_(slice_heads(definitions)) {
    for (const model::Counter& counter : definitions.counters)
      counter_names_.push_back(quoted(counter.name));
  }

  // `insights` must live until end().
  void begin(LocationIndex index, const model::EventInsights& insights) {
    index_ = index;
    insights_ = &insights;
    waits_ = WaitTimes(insights.waits);
    sends_ = receives_ = 0;
    const model::Location& location = definitions_.locations[index.index()];
    rank_ = location.rank;
    thread_ = location.thread;
    place_ = fmt::format("\"pid\":{},\"tid\":{}", location.rank.value, location.thread);
    open_ = 0;
    const std::string process = location.rank.index() < definitions_.processes.size()
                                    ? definitions_.processes[location.rank.index()]
                                    : fmt::format("rank {}", location.rank.value);
    if (location.thread == 0) {
      out_.event("\"ph\":\"M\",{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}", place_,
                 quoted(process));
      out_.event("\"ph\":\"M\",{},\"name\":\"process_sort_index\",\"args\":{{\"sort_index\":{}}}",
                 place_, location.rank.value);
    }
    out_.event(
        "\"ph\":\"M\",{},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}", place_,
        quoted(location.name.empty() ? fmt::format("thread {}", location.thread) : location.name));
  }
  // Ends the slices that are still open.
  void end() {
    while (open_ > 0) leave(last_, RegionId{});
    for (const WaitTimes::Piece& wait : waits_.finish()) show(wait);
  }

  void enter(Ticks time, RegionId region) override {
    last_ = time;
    ++open_;
    waits_.enter(time);
    out_.event("\"ph\":\"B\",{},\"ts\":{},{}", place_, micros(time), heads_[region.index()]);
  }
  void leave(Ticks time, RegionId /*region*/) override {
    last_ = time;
    if (open_ == 0) return;
    --open_;
    for (const WaitTimes::Piece& wait : waits_.leave(time)) show(wait);
    out_.event("\"ph\":\"E\",{},\"ts\":{}", place_, micros(time));
  }
  void mpi_send(Ticks time, const MessageRecord& message) override { send(time, message); }
  void mpi_isend(Ticks time, const MessageRecord& message) override { send(time, message); }
  void mpi_recv(Ticks time, const MessageRecord& message) override { receive(time, message); }
  void mpi_irecv(Ticks time, const MessageRecord& message) override { receive(time, message); }

  void counters_read(Ticks time, CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    const std::vector<model::CounterId>& members = definitions_.counter_sets[set.index()].members;
    for (std::size_t i = 0; i < std::min(values.size(), members.size()); ++i) {
      const double value = as_double(values[i]);
      if (!std::isfinite(value)) continue;  // JSON has no such numbers
      out_.event("\"ph\":\"C\",{},\"id\":{},\"ts\":{},\"name\":{},\"args\":{{\"value\":{}}}",
                 place_, thread_, micros(time), counter_names_[members[i].index()], value);
    }
  }

  [[nodiscard]] std::string micros(Ticks time) const {
    const Ticks since{time.count - static_cast<std::int64_t>(definitions_.clock.begin)};
    return length(since);
  }
  [[nodiscard]] std::string length(Ticks time) const {
    return fmt::format("{:.3f}", 1e6 * definitions_.clock.seconds(time));
  }

 private:
  static double as_double(const model::CounterValue& value) {
    if (value.type == model::CounterType::Double) return std::bit_cast<double>(value.bits);
    if (value.type == model::CounterType::Int64)
      return static_cast<double>(static_cast<std::int64_t>(value.bits));
    return static_cast<double>(value.bits);
  }

  void show(const WaitTimes::Piece& wait) {
    out_.event("\"ph\":\"X\",{},\"ts\":{},\"dur\":{},\"name\":\"{}\",\"cat\":\"wait state\"",
               place_, micros(wait.begin), length(wait.end - wait.begin), info(wait.metric).name);
  }
  // Returns whether the message counts among those of the location (EventInsights).
  [[nodiscard]] bool counts(const MessageRecord& message) const {
    return open_ > 0 && model::message_partner(definitions_, rank_, message).valid();
  }
  void send(Ticks time, const MessageRecord& message) {
    if (counts(message)) flow("\"ph\":\"s\"", time, index_, sends_++, message);
  }
  void receive(Ticks time, const MessageRecord& message) {
    if (!counts(message)) return;
    const std::size_t number = receives_++;
    if (number >= insights_->receives.size()) return;
    const model::SendOfReceive& from = insights_->receives[number];
    if (from.location.valid())
      flow("\"ph\":\"f\",\"bp\":\"e\"", time, from.location, from.send, message);
  }
  // Both ends of an arrow are named by the place of the send.
  void flow(const char* phase, Ticks time, LocationIndex sender, std::uint32_t send,
            const MessageRecord& message) {
    out_.event(
        "{},{},\"ts\":{},\"id\":\"{}/{}\",\"name\":\"message\",\"cat\":\"message\",\"args\":{{"
        "\"bytes\":{},\"tag\":{}}}",
        phase, place_, micros(time), sender.value, send, message.bytes, message.tag);
  }

  const Definitions& definitions_;
  Output& out_;
  std::vector<std::string> heads_;          // by RegionId
  std::vector<std::string> counter_names_;  // by CounterId, in quotes
  // The location that is written.
  LocationIndex index_;
  const model::EventInsights* insights_ = nullptr;
  WaitTimes waits_;
  std::uint32_t sends_ = 0, receives_ = 0;  // that count
  model::Rank rank_;
  std::uint32_t thread_ = 0;
  std::string place_;
  std::uint64_t open_ = 0;
  Ticks last_;
};

// Shows one chain of waits for each finding, in a process behind the ranks.
class Chains {
 public:
  Chains(const Definitions& definitions, Output& out) : definitions_(definitions), out_(out) {
    for (const model::Location& location : definitions.locations)
      process_ = std::max(process_, location.rank.value + 1);
  }

  void write(std::span<const model::Finding> findings) {
    for (std::size_t f = 0; f < findings.size(); ++f) {
      const model::Episode& episode = findings[f].episode;
      if (episode.waits.empty()) continue;
      if (thread_ == 0) {
        out_.event(
            "\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":\"worst "
            "instance of each cause of waiting\"}}",
            process_);
        out_.event(
            "\"ph\":\"M\",\"pid\":{},\"name\":\"process_sort_index\",\"args\":{{\"sort_index\":-1}"
            "}",
            process_);
      }
      span(f, episode.cause, "cause");
      for (const model::Episode::Span& wait : episode.waits) span(f, wait, wait.metric);
    }
  }

 private:
  void span(std::size_t finding, const model::Episode::Span& span, const std::string& what) {
    if (span.location.index() >= definitions_.locations.size()) return;
    const model::Location& location = definitions_.locations[span.location.index()];
    const std::string place = fmt::format("\"pid\":{},\"tid\":{}", process_, ++thread_);
    out_.event("\"ph\":\"M\",{},\"name\":\"thread_name\",\"args\":{{\"name\":\"{}. rank {}\"}}",
               place, finding + 1, location.rank.value);
    out_.event("\"ph\":\"X\",{},\"ts\":{:.3f},\"dur\":{:.3f},\"name\":{},\"cat\":\"waiting\"",
               place, 1e6 * span.begin_s, 1e6 * (span.end_s - span.begin_s), quoted(what));
  }

  const Definitions& definitions_;
  Output& out_;
  std::uint32_t process_ = 0;
  std::uint32_t thread_ = 0;
};

}  // namespace

base::Status write_chrome_trace(model::TraceSource& trace,
                                const model::InsightSource& insight_source,
                                std::span<const model::Finding> findings,
                                const std::filesystem::path& output) {
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(output));
  Output out(file);
  const Definitions& definitions = trace.definitions();
  out.put("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  Writer writer(definitions, out);
  model::Anomalies counted_by_the_analysis;
  const auto visit = [&](LocationIndex location,
                         const model::EventInsights& insights) -> base::Status {
    if (definitions.locations[location.index()].kind != model::LocationKind::CpuThread)
      return base::kOk;
    writer.begin(location, insights);
    TRY(trace.read(location, writer, counted_by_the_analysis));
    writer.end();
    return base::kOk;
  };
  TRY(insight_source(visit));
  Chains(definitions, out).write(findings);
  out.put("\n]}\n");
  TRY(out.finish());
  return file.commit();
}

}  // namespace tarry::convert
