// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/find_awaited_calls.h"

#include <algorithm>
#include <utility>

#include "analysis/records/awaited_call.h"

namespace tarry::analysis {
namespace {

struct Question {
  AwaitedRecord awaited;
  std::uint32_t process = 0;  // its place among those of its worker
};

const ProcessRecords& process_of(const std::vector<ProcessRecords>& processes,
                                 model::LocationIndex location) {
  const auto behind = std::upper_bound(
      processes.begin(), processes.end(), location,
      [](model::LocationIndex at, const ProcessRecords& each) { return at < each.first_location; });
  return *std::prev(behind);
}

AwaitedRecord awaited_by(const std::vector<ProcessRecords>& processes, const SurveyedWait& wait) {
  if (wait.number == kNoIndex) return {};
  const ProcessRecords& process = process_of(processes, wait.call.location);
  const LocationRecords& location =
      process.locations[wait.call.location.index() - process.first_location.index()];
  return awaited_record(process, location, location.waits[wait.number]);
}

SurveyedCall answer(const std::vector<ProcessRecords>& processes, const Question& question) {
  const ProcessRecords& process = processes[question.process];
  const RecordRef call = awaited_call(process, question.awaited);
  if (call.index == kNoIndex) return {};
  const Instance& instance = process.locations[call.location].instances[call.index];
  return {instance.callpath, model::LocationIndex{process.first_location.value + call.location},
          instance.enter, instance.leave};
}

}  // namespace

void find_awaited_calls(const std::vector<ProcessRecords>& processes, const Partition& partition,
                        workers::Transport& transport, WaitSurvey& waits) {
  std::vector<workers::Bytes> questions(transport.size()), answers(transport.size());
  std::vector<std::vector<SurveyedWait*>> asked(transport.size());
  for (auto& [metric, by_callpath] : waits)
    for (auto& [callpath, lengths] : by_callpath)
      for (SurveyedWait& wait : lengths.longest()) {
        const AwaitedRecord awaited = awaited_by(processes, wait);
        const std::size_t worker =
            awaited.rank.valid() ? partition.worker_of(awaited.rank) : Partition::kNobody;
        if (worker == Partition::kNobody) continue;
        workers::append(questions[worker], Question{awaited, partition.place_of(awaited.rank)});
        asked[worker].push_back(&wait);
      }
  questions = transport.exchange(std::move(questions));
  for (std::size_t worker = 0; worker < questions.size(); ++worker)
    for (std::size_t i = 0; i < workers::record_count<Question>(questions[worker]); ++i)
      workers::append(answers[worker],
                      answer(processes, workers::record_at<Question>(questions[worker], i)));
  answers = transport.exchange(std::move(answers));
  for (std::uint32_t worker = 0; worker < answers.size(); ++worker)
    for (std::size_t i = 0; i < asked[worker].size(); ++i) {
      asked[worker][i]->awaited = workers::record_at<SurveyedCall>(answers[worker], i);
      asked[worker][i]->of_worker = worker;
    }
}

}  // namespace tarry::analysis
