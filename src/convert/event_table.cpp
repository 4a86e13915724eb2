// SPDX-License-Identifier: BSD-3-Clause
#include "convert/event_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/csv_field.h"
#include "base/files.h"
#include "model/message_partner.h"

namespace tarry::convert {

using base::Ticks;
using model::CollectiveRecord;
using model::Definitions;
using model::LocationIndex;
using model::MessageRecord;
using model::RegionId;

namespace {

constexpr const char* kHeader =
    "time_s,rank,thread,event,region,partner,communicator,tag,bytes_sent,bytes_received\n";

struct Line {
  Ticks time;
  std::string text;
};

class Lines final : public model::EventHandler {
 public:
  explicit Lines(const Definitions& definitions) : definitions_(definitions) {
    for (const model::Region& region : definitions.regions)
      regions_.push_back(base::csv_field(region.name));
    for (const model::Communicator& comm : definitions.communicators)
      communicators_.push_back(base::csv_field(comm.name));
  }

  void begin(LocationIndex index) {
    const model::Location& location = definitions_.locations[index.index()];
    rank_ = location.rank;
    place_ = fmt::format("{},{}", location.rank.value, location.thread);
  }
  std::vector<Line> take() { return std::exchange(lines_, {}); }

  void enter(Ticks time, RegionId region) override {
    add(time, "enter", regions_[region.index()] + ",,,,,");
  }
  void leave(Ticks time, RegionId region) override {
    add(time, "leave", regions_[region.index()] + ",,,,,");
  }
  void mpi_send(Ticks time, const MessageRecord& message) override { sent(time, "send", message); }
  void mpi_isend(Ticks time, const MessageRecord& message) override {
    sent(time, "isend", message);
  }
  void mpi_recv(Ticks time, const MessageRecord& message) override {
    received(time, "receive", message);
  }
  void mpi_irecv(Ticks time, const MessageRecord& message) override {
    received(time, "ireceive", message);
  }
  void collective_end(Ticks time, const CollectiveRecord& record) override {
    add(time, "collective",
        fmt::format(",,{},,{},{}", name_of(record.comm), record.bytes_sent, record.bytes_received));
  }
  void nonblocking_collective_complete(Ticks time, const CollectiveRecord& record) override {
    collective_end(time, record);
  }
  void team_begin(Ticks time, model::CommId team) override {
    add(time, "team begin", ",," + name_of(team) + ",,,");
  }
  void team_end(Ticks time, model::CommId team) override {
    add(time, "team end", ",," + name_of(team) + ",,,");
  }

 private:
  void add(Ticks time, const char* event, const std::string& rest) {
    const Ticks since{time.count - static_cast<std::int64_t>(definitions_.clock.begin)};
    lines_.push_back({time, fmt::format("{:.9f},{},{},{}\n", definitions_.clock.seconds(since),
                                        place_, event, rest)});
  }
  void sent(Ticks time, const char* event, const MessageRecord& message) {
    add(time, event, message_fields(message) + fmt::format(",{},", message.bytes));
  }
  void received(Ticks time, const char* event, const MessageRecord& message) {
    add(time, event, message_fields(message) + fmt::format(",,{}", message.bytes));
  }
  [[nodiscard]] std::string message_fields(const MessageRecord& message) const {
    const model::Rank partner = model::message_partner(definitions_, rank_, message);
    return fmt::format(",{},{},{}", partner.valid() ? std::to_string(partner.value) : "",
                       name_of(message.comm), message.tag);
  }
  [[nodiscard]] std::string name_of(model::CommId comm) const {
    return comm.index() < communicators_.size() ? communicators_[comm.index()] : "";
  }

  const Definitions& definitions_;
  std::vector<std::string> regions_, communicators_;
  model::Rank rank_;
  std::string place_;
  std::vector<Line> lines_;
};

}  // namespace

base::Status write_event_table(model::TraceSource& trace, Order order,
                               const std::filesystem::path& output, model::Anomalies& anomalies) {
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(output));
  TRY(file.write(kHeader));
  const Definitions& definitions = trace.definitions();
  Lines lines(definitions);
  std::vector<Line> all;
  for (std::uint32_t l = 0; l < definitions.locations.size(); ++l) {
    if (definitions.locations[l].kind != model::LocationKind::CpuThread) continue;
    lines.begin(LocationIndex{l});
    TRY(trace.read(LocationIndex{l}, lines, anomalies));
    std::vector<Line> of_location = lines.take();
    if (order == Order::ByTime)
      std::move(of_location.begin(), of_location.end(), std::back_inserter(all));
    else
      for (const Line& line : of_location) TRY(file.write(line.text));
  }
  // Events of one time stay in the order of the locations.
  std::stable_sort(all.begin(), all.end(),
                   [](const Line& a, const Line& b) { return a.time < b.time; });
  for (const Line& line : all) TRY(file.write(line.text));
  return file.commit();
}

}  // namespace tarry::convert
