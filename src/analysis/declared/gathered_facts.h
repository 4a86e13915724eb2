// SPDX-License-Identifier: BSD-3-Clause
// The root events that a worker tries patterns on, with all that patterns can see of them. What
// other workers know of them has come in bulk: the sends of its receives, and the calls of the
// members of the operations that meet at it.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "analysis/declared/call_facts.h"
#include "analysis/declared/facts.h"
#include "analysis/declared/matcher.h"
#include "analysis/match/collective_members.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "workers/transport.h"

namespace tarry::analysis::declared {

class GatheredFacts {
 public:
  template <class Fact>
  using Visit = std::function<void(const Fact&)>;

  // All must outlive it.
  GatheredFacts(const PatternSet& set, const std::vector<ProcessRecords>& processes,
                const model::Definitions& definitions, const RegionTable& regions,
                const model::CallTree& tree, const CallPaths& paths, const Partition& partition,
                workers::Transport& transport)
      : set_(set),
        processes_(processes),
        definitions_(definitions),
        partition_(partition),
        transport_(transport),
        calls_(set, processes, regions, tree, paths) {}

  // Collective. Reads the events of all locations if patterns ask for visits of regions.
  base::Status gather(model::TraceSource& source);

  // These visit all root events of a kind. A fact and what it points to are valid during the visit.
  void for_each_call(const Visit<CallFact>& visit) const;
  void for_each_receive(const Visit<ReceiveFact>& visit);
  void for_each_operation(const Visit<CollectiveFact>& visit);
  void for_each_lock(const Visit<AcquireFact>& visit) const;
  void for_each_team_barrier(const Visit<TeamBarrierFact>& visit);
  void for_each_one_sided(const Visit<OneSidedFact>& visit) const;
  // The wait states of the catalogue, and `published`: what patterns have charged, by process.
  void for_each_result(const std::vector<std::vector<Charge>>& published,
                       const Visit<ResultFact>& visit);

  // Returns the receive of the same location before this one, for the present visit.
  const ReceiveFact* previous(const ReceiveFact& receive);

 private:
  // Asks for a send of another worker. Answers come in the order of the questions.
  struct SendQuestion {
    Rank source;
    RecordRef send;
  };
  // The answer to the question of a receive.
  struct AnswerPlace {
    std::uint32_t worker = kNoIndex;  // kNoIndex: there is no question
    std::uint32_t number = 0;
  };
  // A member with its call, as it arrived.
  struct ArrivedMember {
    InstanceTable::Entry entry;
    std::size_t number = 0;  // among the calls from that worker
  };

  base::Status gather_sends();
  std::vector<workers::Bytes> questions();
  [[nodiscard]] std::vector<workers::Bytes> answers(
      const std::vector<workers::Bytes>& questions) const;
  [[nodiscard]] SendFact send_of(const SendQuestion& question) const;
  base::Status gather_operations();
  [[nodiscard]] CallFact call_of(const MemberNotice& notice) const;
  [[nodiscard]] ReceiveFact receive_of(const ProcessRecords& process, RecordRef record);
  void visit_operation(std::span<const ArrivedMember> arrived, const Visit<CollectiveFact>& visit);
  void visit_result(const ProcessRecords& process, ResultFact result, RecordRef receive,
                    const Visit<ResultFact>& visit);
  void end_visit();

  const PatternSet& set_;
  const std::vector<ProcessRecords>& processes_;
  const model::Definitions& definitions_;
  const Partition& partition_;
  workers::Transport& transport_;
  CallFacts calls_;
  std::vector<std::vector<AnswerPlace>> places_;  // by location of this worker and receive
  std::vector<workers::Bytes> sends_;             // the answers, by worker
  std::vector<workers::Bytes> calls_of_members_;  // by worker
  std::vector<ArrivedMember> arrived_;            // by operation and member
  // Of the present visit:
  std::deque<ReceiveFact> receives_;
  std::deque<SendFact> sent_;
  std::vector<MemberFact> members_;
};

}  // namespace tarry::analysis::declared
