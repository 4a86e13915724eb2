// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/diagnosis.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "diagnosis/evidence/common_tree.h"
#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/openmp_regions.h"
#include "diagnosis/evidence/thresholds.h"
#include "diagnosis/evidence/worker.h"
#include "diagnosis/late_work_search.h"
#include "diagnosis/limits.h"
#include "diagnosis/losses/load_imbalance.h"
#include "diagnosis/losses/phase_diagnosis.h"
#include "diagnosis/phase_views.h"
#include "diagnosis/sample_counts.h"
#include "workers/agree.h"

namespace tarry::diagnosis {
namespace {

struct DivergingKinds {
  std::vector<DivergingKind> kinds;

  void append_to(Bytes& message) const {
    workers::append(message, std::uint64_t{kinds.size()});
    for (const DivergingKind& kind : kinds) {
      workers::append(message, kind.kind);
      append_list(message, kind.sites);
    }
  }
  static DivergingKinds take(MessageReader& message) {
    DivergingKinds made;
    made.kinds.resize(message.take<std::uint64_t>());
    for (DivergingKind& kind : made.kinds) {
      kind.kind = message.take<std::uint32_t>();
      kind.sites = take_list<FrameId>(message);
    }
    return made;
  }
};

// The group of one thread in one kind of phase.
struct Assignment {
  model::Rank rank;
  std::uint32_t thread = 0;
  std::uint32_t group = 0;
};

// The ranks that have threads on any worker.
struct Ranks {
  std::set<model::Rank> ranks;

  void merge(const Ranks& other) { ranks.insert(other.ranks.begin(), other.ranks.end()); }
  void append_to(Bytes& message) const {
    append_list(message, std::vector<model::Rank>(ranks.begin(), ranks.end()));
  }
  static Ranks take(MessageReader& message) {
    const auto all = take_list<model::Rank>(message);
    return {{all.begin(), all.end()}};
  }
};

// Collective. The threads of a single rank are compared with each other, region by region.
samples::SampleSet comparable(samples::SampleSet own, workers::Transport& transport) {
  Ranks all;
  for (const samples::ThreadSamples& thread : own.threads) all.ranks.insert(thread.rank);
  all = broadcast(transport, reduced(transport, std::move(all)));
  if (all.ranks.size() == 1) own = with_openmp_regions(std::move(own));
  return with_common_tree(std::move(own), transport);
}

// The steps that all workers take together. Knowledge of worker 0 alone is in `made_`.
class Together {
 public:
  // `limits`: those of the samples.
  Together(Worker worker, std::vector<std::string> limits, workers::Transport& transport)
      : worker_(std::move(worker)), children_(worker_.paths().children()), transport_(transport) {
    made_.limits = std::move(limits);
  }

  base::Result<Diagnosis> run(const Wanted& wanted) {
    RunExtent extent = for_all(worker_.extent());
    if (extent.samples == 0 || extent.end <= extent.begin)
      return base::Error{base::ErrorCode::Nothing, "there are no samples", "",
                         "record the program with --sample, for longer than a sampling period"};
    const ThreadClusters clusters = reduced(transport_, worker_.choose_threads(extent));
    if (is_first()) compare(clusters.finish(), extent.period);
    CountedPaths counted = for_all(worker_.counted());
    counted.name_unseen();
    if (counted.is_common()) worker_.use_numbers(counted);
    reference_ = for_all(worker_.reference());
    align();
    extent = for_all(worker_.extent());
    made_.period = extent.period;
    made_.begin = extent.begin;
    made_.seconds = seconds_of(extent.end - extent.begin);
    made_.ranks = extent.ranks;
    made_.threads = extent.threads;
    made_.samples = extent.samples;
    made_.by_line = extent.by_line;
    made_.is_counted = extent.is_counted;
    made_.derived =
        derived_labels(worker_.paths(), worker_.labels().labels, worker_.totals(), transport_);
    cut_phases(extent);
    late_ = gather_late_work(worker_, extent, made_.phases, transport_);
    find_losses(extent.ranks > 1 ? extent.ranks : extent.threads);
    name_ranks();
    const std::vector<std::uint64_t> samples = count_samples(worker_, groups_, made_, transport_);
    for (std::size_t at = 0; at < made_.findings.size(); ++at)
      made_.findings[at].samples = samples[at];
    if (is_first()) finish();
    if (wanted.picture) made_.picture = gather_picture(worker_, made_, transport_);
    if (wanted.severities)
      made_.severities = gather_severities(worker_, groups_, made_, transport_);
    if (wanted.path_times)
      made_.path_times = gather_path_times(worker_, made_.phases, extent.ranks == 1, transport_);
    if (!is_first()) return Diagnosis{};
    return std::move(made_);
  }

 private:
  [[nodiscard]] bool is_first() const { return transport_.rank() == 0; }

  [[nodiscard]] ViewSource source() const {
    return {&worker_.paths(), &children_, &worker_.labels(), &late_, &made_};
  }

  template <class T>
  T for_all(T own) {
    return broadcast(transport_, reduced(transport_, std::move(own)));
  }

  void compare(std::vector<Cluster> clusters, Time period) {
    made_.clusters = std::move(clusters);
    if (made_.clusters.size() < 2) return;
    std::vector<const Cluster*> by_size;
    for (const Cluster& cluster : made_.clusters) by_size.push_back(&cluster);
    std::stable_sort(by_size.begin(), by_size.end(), [](const Cluster* a, const Cluster* b) {
      return a->members.size() > b->members.size();
    });
    made_.differing = differences(*by_size[0], *by_size[1], period);
    std::stable_sort(
        made_.differing.begin(), made_.differing.end(),
        [](const FrameDifference& a, const FrameDifference& b) { return a.time > b.time; });
  }

  void align() {
    List<RankClock> clocks;
    for (const auto& [rank, offset] : worker_.align(reference_))
      clocks.records.push_back({rank.value, offset});
    clocks = reduced(transport_, std::move(clocks));
    std::sort(clocks.records.begin(), clocks.records.end(),
              [](const RankClock& a, const RankClock& b) { return a.rank < b.rank; });
    made_.clocks = std::move(clocks.records);
  }

  void cut_phases(const RunExtent& extent) {
    const GlobalExits exits =
        reduced(transport_, worker_.global_exits(reference_, kExitPeriods * extent.period));
    List<Phase> phases;
    if (is_first())
      phases.records = phases_between(
          extent.begin, extent.end, exits.borders(extent.ranks > 1 ? extent.ranks : extent.threads),
          kShortestPhasePeriods * extent.period);
    phases = broadcast(transport_, std::move(phases));
    made_.closing = for_all(worker_.closing_paths());
    worker_.set_phases(phases.records);
    made_.phases = std::move(phases.records);
  }

  void find_losses(std::uint32_t threads) {
    PhaseSpreads spreads = reduced(transport_, worker_.spreads());
    DivergingKinds diverging;
    if (is_first()) {
      views_ = phase_views(source(), spreads, 0, threads);
      for (std::uint32_t kind = 0; kind < views_.size(); ++kind)
        if (auto sites = diverging_sites(views_[kind]); !sites.empty())
          diverging.kinds.push_back({kind, std::move(sites)});
      for (const PhaseView& view : views_)
        made_.kinds.push_back({false, view.closing_call.valid() ? imb_symptom(view) : 0,
                               view.seconds_in_calls(false), view.seconds_in_calls(true)});
    }
    diverging = broadcast(transport_, std::move(diverging));
    std::vector<Worker::Member> own = worker_.members(diverging.kinds);
    List<Worker::Member> all = reduced(transport_, List<Worker::Member>{own});
    for (std::uint32_t at = 0; at < diverging.kinds.size(); ++at)
      group_threads(at, diverging.kinds[at], all.records, own);
    if (!is_first()) return;
    for (std::uint32_t kind = 0; kind < views_.size(); ++kind)
      if (!made_.kinds[kind].is_mpmd) keep(kind, diagnose_spmd(views_[kind]));
  }

  // Collective: diagnoses one kind of phase in which control flow may diverge.
  void group_threads(std::uint32_t at, const DivergingKind& diverging,
                     const std::vector<Worker::Member>& all,
                     const std::vector<Worker::Member>& own) {
    List<Assignment> assignments;
    std::vector<std::uint32_t> sizes;
    if (is_first()) {
      std::vector<SiteBits> sites;
      for (const Worker::Member& member : in_order(all, at)) {
        assignments.records.push_back({member.rank, member.thread, 0});
        sites.push_back(member.sites);
      }
      const Grouping grouping = group_by_sites(sites);
      sizes.resize(grouping.groups);
      for (std::size_t thread = 0; thread < sites.size(); ++thread) {
        assignments.records[thread].group = grouping.group_of[thread];
        ++sizes[grouping.group_of[thread]];
      }
      if (grouping.groups == 1) assignments.records.clear();
    }
    assignments = broadcast(transport_, std::move(assignments));
    if (assignments.records.empty()) return;
    std::map<std::pair<model::Rank, std::uint32_t>, std::uint32_t> group_of;
    for (const Assignment& one : assignments.records) group_of[{one.rank, one.thread}] = one.group;
    std::vector<std::uint32_t> groups;
    for (const Worker::Member& member : own)
      if (member.kind_at == at) groups.push_back(group_of[{member.rank, member.thread}]);
    for (const std::uint32_t group : groups) groups_[diverging.kind].push_back(group + 1);
    PhaseSpreads spreads;
    worker_.add_group_spreads(diverging.kind, groups, spreads);
    spreads = reduced(transport_, std::move(spreads));
    if (!is_first()) return;
    std::vector<PhaseView> views;
    for (std::uint32_t group = 0; group < sizes.size(); ++group)
      views.push_back(phase_views(source(), spreads, group + 1, sizes[group])[diverging.kind]);
    made_.kinds[diverging.kind].is_mpmd = true;
    keep(diverging.kind, diagnose_mpmd(views_[diverging.kind], views, diverging.sites));
  }

  static std::vector<Worker::Member> in_order(const std::vector<Worker::Member>& all,
                                              std::uint32_t kind_at) {
    std::vector<Worker::Member> found;
    for (const Worker::Member& member : all)
      if (member.kind_at == kind_at) found.push_back(member);
    std::sort(found.begin(), found.end(), [](const Worker::Member& a, const Worker::Member& b) {
      return std::tuple(a.rank, a.thread) < std::tuple(b.rank, b.thread);
    });
    return found;
  }

  void keep(std::uint32_t kind, PhaseFindings found) {
    for (Finding& finding : found.findings) {
      finding.phase_kind = kind;
      made_.findings.push_back(std::move(finding));
    }
    for (Unresolved& call : found.unresolved) {
      call.phase_kind = kind;
      made_.unresolved.push_back(call);
    }
  }

  // A question about a finding: the ranks of a cause, or of the symptom.
  struct Asked {
    std::uint32_t finding = 0;
    std::uint32_t cause = kSymptom;

    static constexpr std::uint32_t kSymptom = std::numeric_limits<std::uint32_t>::max();
  };

  // Collective: finds the ranks that have most of each cause, and of the symptom.
  void name_ranks() {
    std::vector<Asked> asked;
    List<Worker::Question> questions;
    for (std::uint32_t at = 0; at < made_.findings.size(); ++at) {  // only worker 0 has some
      const Finding& finding = made_.findings[at];
      asked.push_back({at});
      questions.records.push_back(question_of_symptom(finding));
      for (std::uint32_t cause = 0; cause < finding.causes.size(); ++cause) {
        if (!finding.has_late_ranks() || finding.causes[cause].is_symptom ||
            finding.causes[cause].knows_ranks)
          continue;
        asked.push_back({at, cause});
        questions.records.push_back(question_of_cause(finding.phase_kind, finding.causes[cause]));
      }
    }
    questions = broadcast(transport_, std::move(questions));
    List<Worker::Answer> answers{worker_.answers(questions.records)};
    answers = reduced(transport_, std::move(answers));
    if (!is_first()) return;
    for (const Worker::Answer& answer : answers.records) {
      const Asked& about = asked[answer.question];
      Finding& finding = made_.findings[about.finding];
      (about.cause == Asked::kSymptom ? finding.waiting_ranks : finding.causes[about.cause].ranks)
          .push_back(answer.number);
    }
    for (Finding& finding : made_.findings) finish_ranks(finding);
  }

  static void finish_ranks(Finding& finding) {
    const auto tidy = [](std::vector<std::uint32_t>& ranks) {
      std::sort(ranks.begin(), ranks.end());
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    };
    tidy(finding.waiting_ranks);
    for (Cause& cause : finding.causes) tidy(cause.ranks);
    if (!finding.has_late_ranks()) {
      finding.ranks = std::move(finding.waiting_ranks);
      finding.waiting_ranks.clear();
      return;
    }
    const auto first = std::find_if(finding.causes.begin(), finding.causes.end(),
                                    [](const Cause& cause) { return !cause.is_symptom; });
    finding.ranks = first->ranks;
    std::erase_if(finding.waiting_ranks, [&](std::uint32_t rank) {
      return std::binary_search(finding.ranks.begin(), finding.ranks.end(), rank);
    });
  }

  // Asks for the ranks with at least half of the average. In a call that shows an imbalance, the
  // time above the minimum counts.
  [[nodiscard]] Worker::Question question_of_symptom(const Finding& finding) const {
    const PhaseView& view = views_[finding.phase_kind];
    if (finding.symptom == view.closing_call) {
      const Spent& spent = view.closing;
      if (is_imbalance(finding.issue))
        return {finding.phase_kind, FrameId{}, half_of(spent.average + spent.least)};
      return {finding.phase_kind, FrameId{},
              half_of(finding.is_even_part ? even_part(spent) : spent.average)};
    }
    const FrameSpent* found = view.find(finding.symptom);
    if (found == nullptr) return {finding.phase_kind, finding.symptom, Time::max()};
    const Spent& spent = found->total;
    return {finding.phase_kind, finding.symptom,
            half_of(finding.is_even_part ? even_part(spent) : spent.average)};
  }

  // Asks for the ranks that are nearer to the maximum than to the average.
  [[nodiscard]] Worker::Question question_of_cause(std::uint32_t kind, const Cause& cause) const {
    const PhaseView& view = views_[kind];
    Worker::Question made{kind, cause.frame, Time::max(), cause.is_own};
    const FrameSpent* found = view.find(cause.frame);
    if (found == nullptr) return made;
    const Spent& spent = cause.is_own ? found->self : found->total;
    // If different ranks are the most loaded one in most phases, none is named.
    const double excess = spent.most - spent.average;
    if (excess > view.period && excess >= kSameRanks * cause.seconds)
      made.least = half_of(spent.average + spent.most);
    return made;
  }

  static Time half_of(double seconds) { return Time{static_cast<std::int64_t>(seconds / 2 * 1e9)}; }

  void finish() {
    made_.paths = worker_.paths();
    made_.initial = worker_.labels();
    std::sort(made_.findings.begin(), made_.findings.end(), [](const Finding& a, const Finding& b) {
      return std::tuple(-a.seconds, a.phase_kind, a.issue, a.symptom) <
             std::tuple(-b.seconds, b.phase_kind, b.issue, b.symptom);
    });
    std::sort(made_.unresolved.begin(), made_.unresolved.end(),
              [](const Unresolved& a, const Unresolved& b) {
                return std::tuple(-a.seconds, a.phase_kind, a.call) <
                       std::tuple(-b.seconds, b.phase_kind, b.call);
              });
    std::vector<std::string> general = limits_of(made_);
    made_.limits.insert(made_.limits.begin(), general.begin(), general.end());
  }

  Worker worker_;
  std::vector<std::vector<FrameId>> children_;  // by call path
  workers::Transport& transport_;
  ReferenceThread reference_;
  OwnGroups groups_;
  LateWork late_;  // work of all ranks that others wait for
  Diagnosis made_;
  std::vector<PhaseView> views_;  // by kind, of all threads
};

}  // namespace

base::Result<Diagnosis> diagnose(samples::SampleSet own, const LabelTable& table,
                                 workers::Transport& transport, const Wanted& wanted) {
  try {
    std::vector<std::string> limits = std::move(own.limits);
    return Together(Worker(comparable(std::move(own), transport), table), std::move(limits),
                    transport)
        .run(wanted);
  } catch (const std::exception& caught) {
    // The others wait in an exchange that this worker will never enter.
    base::Error error = workers::failure_of(caught);
    if (transport.size() > 1) transport.abandon(error.message());
    return error;
  }
}

}  // namespace tarry::diagnosis
