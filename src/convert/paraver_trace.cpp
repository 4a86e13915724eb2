// SPDX-License-Identifier: BSD-3-Clause
#include "convert/paraver_trace.h"

#include <cmath>
#include <utility>
#include <vector>

#include "convert/paraver_codes.h"
#include "convert/paraver_counters.h"
#include "convert/paraver_objects.h"
#include "convert/paraver_records.h"
#include "model/message_partner.h"
#include "model/wait_times.h"

namespace tarry::convert {

using base::Ticks;
using model::Definitions;
using model::LocationIndex;
using model::MessageRecord;
using model::RegionId;
using model::WaitTimes;

namespace {

// Makes the records of one location after the other.
class ParaverEvents final : public model::EventHandler {
 public:
  ParaverEvents(const Definitions& definitions, const ParaverObjects& objects,
                std::vector<ParaverCode> codes, ParaverCounters& counters, ParaverRecords& records)
      : definitions_(definitions),
        objects_(objects),
        codes_(std::move(codes)),
        counters_(counters),
        records_(records) {}

  // `insights` must live until end().
  void begin(LocationIndex location, const model::EventInsights& insights) {
    records_.begin(location);
    counters_.begin();
    location_ = location;
    rank_ = definitions_.locations[location.index()].rank;
    insights_ = &insights;
    waits_ = WaitTimes(insights.waits);
    receives_ = 0;
    open_.clear();
    has_begun_ = false;
  }
  // Ends the regions that are still open.
  void end() {
    while (!open_.empty()) leave(last_, RegionId{});
    for (const WaitTimes::Piece& wait : waits_.finish()) add(wait);
  }

  void enter(Ticks time, RegionId region) override {
    const ParaverCode& code = codes_[region.index()];
    change_to(code.state, time);
    records_.add_event(ns(time), code.type, code.value);
    waits_.enter(time);
    open_.push_back({time, region});
    last_ = time;
  }
  void leave(Ticks time, RegionId /*region*/) override {
    if (open_.empty()) return;
    for (const WaitTimes::Piece& wait : waits_.leave(time)) add(wait);
    records_.add_event(ns(time), codes_[open_.back().region.index()].type, 0);
    open_.pop_back();
    change_to(open_.empty() ? ParaverState::Idle : codes_[open_.back().region.index()].state, time);
    last_ = time;
  }

  void mpi_send(Ticks time, const MessageRecord& message) override { send(time, message); }
  void mpi_isend(Ticks time, const MessageRecord& message) override { send(time, message); }
  void mpi_recv(Ticks time, const MessageRecord& message) override { receive(time, message); }
  void mpi_irecv(Ticks time, const MessageRecord& message) override { receive(time, message); }

  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    counters_.read(ns(time), set, values, records_);
  }

  // The arguments of a blocking operation stand at its begin, as in traces of Extrae.
  void collective_end(Ticks /*time*/, const model::CollectiveRecord& record) override {
    if (open_.empty()) return;
    const std::int64_t begin = ns(open_.back().enter);
    records_.add_event(begin, kParaverBytesSent, record.bytes_sent);
    records_.add_event(begin, kParaverBytesReceived, record.bytes_received);
    if (objects_.has(record.comm))
      records_.add_event(begin, kParaverCommunicator, record.comm.value + 1);
  }

 private:
  struct OpenRegion {
    Ticks enter;
    RegionId region;
  };

  // Times that clock corrections move before the begin of the trace are its begin.
  [[nodiscard]] std::int64_t ns(Ticks time) const {
    const model::Clock& clock = definitions_.clock;
    const Ticks since =
        base::positive_part(Ticks{time.count - static_cast<std::int64_t>(clock.begin)});
    if (clock.ticks_per_second == 1'000'000'000) return since.count;
    return std::llround(1e9 * clock.seconds(since));
  }

  void add(const WaitTimes::Piece& wait) {
    records_.add_event(ns(wait.begin), kParaverWaitState, paraver_value(wait.metric));
    records_.add_event(ns(wait.end), kParaverWaitState, 0);
  }

  // Successive activities of the same state are one record.
  void change_to(ParaverState state, Ticks time) {
    const std::int64_t now = ns(time);
    if (has_begun_ && state == state_) return;
    if (has_begun_ && now > since_) records_.add_state(since_, now, state_);
    has_begun_ = true;
    state_ = state;
    since_ = now;
  }

  [[nodiscard]] bool counts(const MessageRecord& message) const {
    return !open_.empty() && model::message_partner(definitions_, rank_, message).valid();
  }
  void send(Ticks time, const MessageRecord& message) {
    if (counts(message)) records_.add_send({ns(open_.back().enter), ns(time)});
  }
  void receive(Ticks time, const MessageRecord& message) {
    if (!counts(message)) return;
    const std::size_t number = receives_++;
    if (number >= insights_->receives.size()) return;
    const model::SendOfReceive& from = insights_->receives[number];
    if (!from.location.valid()) return;
    records_.add_message({from.location,
                          from.send,
                          location_,
                          {ns(from.posted), ns(time)},
                          message.bytes,
                          message.tag});
  }

  const Definitions& definitions_;
  const ParaverObjects& objects_;
  const std::vector<ParaverCode> codes_;  // by RegionId
  ParaverCounters& counters_;
  ParaverRecords& records_;
  // The location that is read.
  LocationIndex location_;
  model::Rank rank_;
  const model::EventInsights* insights_ = nullptr;
  WaitTimes waits_;
  std::size_t receives_ = 0;  // that count
  std::vector<OpenRegion> open_;
  Ticks last_;
  ParaverState state_{};
  std::int64_t since_ = 0;  // that it is in the state
  bool has_begun_ = false;
};

}  // namespace

base::Status write_paraver_trace(model::TraceSource& trace,
                                 const model::InsightSource& insight_source,
                                 const std::filesystem::path& prv) {
  const Definitions& definitions = trace.definitions();
  const ParaverObjects objects(definitions);
  const std::vector<ParaverCode> codes = paraver_codes(definitions);
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(prv));
  ParaverRecords records(definitions.locations.size());
  ParaverCounters counters(definitions);
  ParaverEvents events(definitions, objects, codes, counters, records);
  model::Anomalies counted_by_the_analysis;
  const auto visit = [&](LocationIndex location,
                         const model::EventInsights& insights) -> base::Status {
    if (definitions.locations[location.index()].kind != model::LocationKind::CpuThread)
      return base::kOk;
    events.begin(location, insights);
    TRY(trace.read(location, events, counted_by_the_analysis));
    events.end();
    return base::kOk;
  };
  TRY(insight_source(visit));
  TRY(records.write(objects, file));
  std::filesystem::path beside = prv;
  TRY(base::write_file(beside.replace_extension(".pcf"),
                       paraver_labels(definitions, codes) + counters.labels()));
  TRY(base::write_file(beside.replace_extension(".row"), objects.rows()));
  return file.commit();
}

}  // namespace tarry::convert
