// SPDX-License-Identifier: BSD-3-Clause
// The streaming pass: turns the events of one location into LocationRecords. Everything that needs
// only one location happens here (call paths, exclusive times, visits, which instance holds which
// record, which request completes where); everything else waits for matching.
#pragma once

#include <vector>

#include "analysis/progress.h"
#include "analysis/replay/call_path_lookup.h"
#include "analysis/replay/location_records.h"
#include "analysis/replay/region_table.h"
#include "model/anomalies.h"
#include "model/definitions.h"

namespace tarry::analysis {

class Extractor : public model::EventHandler {
 public:
  // `callpaths` is shared by the locations of one worker; the records' call paths are its nodes.
  Extractor(const model::Definitions& definitions, const RegionTable& regions,
            model::LocationIndex location, CallPathLookup& callpaths, model::Anomalies& anomalies,
            Progress& progress);

  // After the last event: closes what is open and gives the records away.
  LocationRecords finish();

  void enter(Ticks time, model::RegionId region) override;
  void leave(Ticks time, model::RegionId region) override;
  void program_begin(Ticks time, model::RegionId program) override;
  void mpi_send(Ticks time, const model::MessageRecord& message) override;
  void mpi_isend(Ticks time, const model::MessageRecord& message) override;
  void mpi_isend_complete(Ticks time, model::RequestId request) override;
  void mpi_irecv_request(Ticks time, model::RequestId request) override;
  void mpi_recv(Ticks time, const model::MessageRecord& message) override;
  void mpi_irecv(Ticks time, const model::MessageRecord& message) override;
  void mpi_request_test(Ticks time, model::RequestId request) override;
  void mpi_request_cancelled(Ticks time, model::RequestId request) override;
  void collective_begin(Ticks time) override;
  void collective_end(Ticks time, const model::CollectiveRecord& record) override;
  void nonblocking_collective_request(Ticks time, model::RequestId request) override;
  void nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) override;
  void thread_begin(Ticks time) override;
  void thread_end(Ticks time) override;
  void buffer_flush(Ticks time, Ticks stop) override;
  void measurement_on_off(Ticks time, bool on) override;

 private:
  struct Frame {
    model::RegionId region;
    CallPathId callpath;
    Ticks enter;
    Ticks nested;                         // inclusive time of instances nested in it
    std::uint32_t instance = kNoIndex;    // once it holds a record
    std::uint32_t collective = kNoIndex;  // begun and not yet ended
  };

  Ticks advance(Ticks time);  // orders times, charges the time since the last event
  void pop(Ticks time, bool damaged);
  // The top region ends without a leave of its own.
  void close_unfinished(Ticks time);
  std::uint32_t instance_of(Frame& frame);  // made on first use
  std::uint32_t instance_of_top() { return instance_of(stack_.back()); }
  // The region that a collective operation ends in: in a pause, the one that it began in.
  Frame& ending_frame();
  NodeTotals& totals(CallPathId callpath);
  // World rank of a message's other end; !valid() (and counted) if the record makes no sense.
  Rank peer_rank(const model::MessageRecord& message);
  bool known_communicator(CommId comm);
  // 0 (and counted) instead of sizes that no message has and that sums could not hold.
  std::uint64_t believable(std::uint64_t bytes);
  // World ranks that peers on this communicator count from; empty for MPI_COMM_SELF.
  [[nodiscard]] const std::vector<Rank>& peer_group(CommId id) const;
  void add_send(Ticks time, const model::MessageRecord& message, bool blocking);
  std::uint32_t add_receive(const model::MessageRecord& message, Rank source);
  void fill_collective(CollectiveRecord& to, Ticks time, const model::CollectiveRecord& from,
                       std::uint32_t instance);

  const model::Definitions& definitions_;
  const RegionTable& regions_;
  const Rank rank_;
  const Sibling sibling_;  // place of this location in its process
  const bool has_siblings_;
  CallPathLookup& callpaths_;
  model::Anomalies& anomalies_;
  Progress& progress_;

  LocationRecords records_;
  std::vector<Frame> stack_;
  RequestTable requests_;
  CallPathId base_;        // below which the outermost regions lie; !valid(): roots
  CallPathId charged_to_;  // innermost call path
  Ticks last_;
  bool started_ = false;
  CommId peers_comm_;  // whose peer group is `peers_`
  const std::vector<Rank>* peers_ = nullptr;
};

}  // namespace tarry::analysis
