// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/phase_diagnosis.h"

#include "diagnosis/evidence/rank_groups.h"
#include "diagnosis/evidence/view_builder.h"
#include "diagnosis/losses/load_imbalance.h"

namespace tarry::diagnosis {
namespace {

constexpr double kPhase = 10;
constexpr double kRun = 20;

TEST(LoadImbalance, IsAverageLessMinimumOfTheSynchronisation) {
  ViewBuilder build;
  build.add("main/work", {4, 6, 8, 8}).add("main/MPI_Barrier", {6, 4, 2, 2});
  const PhaseFindings found = diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun));
  ASSERT_EQ(found.findings.size(), 1U);
  const Finding& finding = found.findings[0];
  EXPECT_EQ(finding.issue, Issue::LoadImbalance);
  EXPECT_DOUBLE_EQ(finding.seconds, 1.5);
  EXPECT_EQ(finding.symptom, build.frame_of("main/MPI_Barrier"));
  ASSERT_EQ(finding.causes.size(), 1U);
  EXPECT_EQ(finding.causes[0].frame, build.frame_of("main/work"));
  EXPECT_DOUBLE_EQ(finding.causes[0].seconds, 1.5);
  EXPECT_FALSE(finding.evened_out);
}

TEST(LoadImbalance, SaysThatCausesPartlyCancel) {
  ViewBuilder build;
  build.add("main/first", {4, 6, 8, 8})
      .add("main/second", {4, 3, 1, 1})
      .add("main/MPI_Barrier", {2, 1, 1, 1});
  const PhaseFindings found = diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun));
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_DOUBLE_EQ(found.findings[0].seconds, 0.25);
  ASSERT_EQ(found.findings[0].causes.size(), 2U);
  EXPECT_DOUBLE_EQ(found.findings[0].causes[0].seconds, 1.75);
  EXPECT_DOUBLE_EQ(found.findings[0].causes[1].seconds, 1.5);
  EXPECT_TRUE(found.findings[0].evened_out);
}

TEST(LoadImbalance, SaysThatASingleCauseIsPartlyCancelled) {
  // The wait for a message before the barrier cancels a part.
  ViewBuilder build;
  build.add("main/work", {4, 8}).add("main/MPI_Recv", {3, 0}).add("main/MPI_Barrier", {3, 2});
  const PhaseFindings found = diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun));
  ASSERT_FALSE(found.findings.empty());
  const Finding& finding = found.findings.back();
  EXPECT_EQ(finding.issue, Issue::LoadImbalance);
  EXPECT_DOUBLE_EQ(finding.seconds, 0.5);
  ASSERT_EQ(finding.causes.size(), 1U);
  EXPECT_DOUBLE_EQ(finding.causes[0].seconds, 2);
  EXPECT_TRUE(finding.evened_out);
}

TEST(LoadImbalance, IsNotThereIfAllWaitAlike) {
  ViewBuilder build;
  build.add("main/work", {8, 8, 8, 8}).add("main/MPI_Barrier", {2, 2, 2, 2});
  EXPECT_TRUE(diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun)).findings.empty());
}

TEST(LoadImbalance, IsSerialisationIfOneWorksAlone) {
  ViewBuilder build;
  build.add("main/work", {0, 0, 0, 9}).add("main/MPI_Barrier", {10, 10, 10, 1});
  const PhaseFindings found = diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun));
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_EQ(found.findings[0].issue, Issue::Serialization);
  EXPECT_DOUBLE_EQ(found.findings[0].seconds, 6.75);
  EXPECT_DOUBLE_EQ(found.findings[0].causes[0].seconds, 6.75);
}

TEST(LoadImbalance, IsMoreThanOnePercentOfTheRun) {
  // 0.2 s is 1 % of the run, and the noise of one period is on top.
  for (const auto& [late, findings] : {std::pair(0.2039, 0U), std::pair(0.2041, 1U)}) {
    ViewBuilder build;
    build.add("main/work", {1, 1 + 2 * late}).add("main/MPI_Barrier", {2 * late, 0});
    EXPECT_EQ(diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun)).findings.size(),
              findings);
  }
}

TEST(LoadImbalance, OverPhasesIsTheLargerOfTwoSums) {
  PhaseView view;
  view.closing = {1, 0.9, 1.2, 0.2, 0.8, 1};
  EXPECT_DOUBLE_EQ(imb_symptom(view), 0.8);
  EXPECT_DOUBLE_EQ(imb_cause(view.closing), 1);
  view.closing = {1, 0.9, 1.2, 0.88, 0.05, 0.1};
  EXPECT_DOUBLE_EQ(imb_symptom(view), 1 - 0.9);
  EXPECT_DOUBLE_EQ(imb_cause(view.closing), 1.2 - 1);
}

TEST(LoadImbalance, NeedsACallThatClosesThePhase) {
  ViewBuilder build;
  build.add("main/work", {4, 6, 8, 8}).add("main/other", {6, 4, 2, 2});
  EXPECT_TRUE(diagnose_spmd(build.view("", kPhase, kRun)).findings.empty());
}

TEST(LoadImbalance, CausesAreMoreThanTenPercentOfTheSymptom) {
  ViewBuilder build;
  build.add("main/large", {4, 6}).add("main/small", {1, 1.2}).add("main/MPI_Barrier", {2.2, 0});
  const PhaseFindings found = diagnose_spmd(build.view("main/MPI_Barrier", kPhase, kRun));
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_DOUBLE_EQ(found.findings[0].seconds, 1.1);
  ASSERT_EQ(found.findings[0].causes.size(), 1U);
}

TEST(ImbalanceCut, GoesDownWhileOneChildExplains) {
  ViewBuilder build;
  build.add("main/solve/kernel", {4, 8})
      .add("main/solve/setup", {1, 1})
      .add("main/mixed/a", {1, 2})
      .add("main/mixed/b", {1, 2})
      .add("main/MPI_Barrier", {6, 0});
  const PhaseView view = build.view("main/MPI_Barrier", kPhase, kRun);
  const std::vector<Cause> cut = imbalance_cut(view, {samples::CallingContextTree::kRoot});
  ASSERT_EQ(cut.size(), 2U);
  EXPECT_EQ(cut[0].frame, build.frame_of("main/solve/kernel"));
  EXPECT_EQ(cut[1].frame, build.frame_of("main/mixed"));
}

TEST(ImbalanceCut, LooksBehindWaitingThatHidesIt) {
  // Outside, `step` takes the same time on all ranks.
  ViewBuilder build;
  build.add("main/step", {1, 3}).add("main/step/MPI_Recv", {2, 0}).add("main/MPI_Barrier", {0, 0});
  const PhaseView view = build.view("main/MPI_Barrier", kPhase, kRun);
  const std::vector<Cause> cut = imbalance_cut(view, {samples::CallingContextTree::kRoot});
  ASSERT_EQ(cut.size(), 1U);
  EXPECT_EQ(cut[0].frame, build.frame_of("main/step"));
  EXPECT_DOUBLE_EQ(cut[0].seconds, 1);
}

TEST(CommunicationLoss, IsFrequentBelowFivePeriodsPerCall) {
  for (const auto& [calls, issue] :
       {std::pair(100.0, Issue::FrequentCommunication), std::pair(10.0, Issue::WaitForPartner)}) {
    ViewBuilder build;
    build.add("main/loop/MPI_Recv/opal_progress", {0.4, 0.4})
        .add("main/loop/MPI_Recv", {0.1, 0.1}, 2 * calls)
        .add("main/loop/work", {5, 5});
    const FrameId call = build.frame_of("main/loop/MPI_Recv");
    build.derived.assign(20, Label::Computation);
    build.derived[call.index()] = Label::WaitPartner;
    const PhaseFindings found = diagnose_spmd(build.view("", kPhase, kRun));
    ASSERT_EQ(found.findings.size(), 1U);
    const Finding& finding = found.findings[0];
    EXPECT_EQ(finding.issue, issue);
    EXPECT_EQ(finding.symptom, call);
    EXPECT_DOUBLE_EQ(finding.seconds, 0.5);
    EXPECT_DOUBLE_EQ(finding.seconds_per_call, 0.5 / calls);
    EXPECT_DOUBLE_EQ(finding.breakdown[static_cast<std::size_t>(Label::WaitPartner)], 0.4);
    if (issue == Issue::FrequentCommunication) {
      ASSERT_EQ(finding.causes.size(), 1U);
      EXPECT_EQ(finding.causes[0].frame, build.frame_of("main/loop"));
    }
    EXPECT_TRUE(found.unresolved.empty());
  }
}

TEST(CommunicationLoss, IsMoreThanOnePercentOfTheRun) {
  ViewBuilder build;
  build.add("main/MPI_Recv/opal_progress", {0.2, 0.2});
  EXPECT_TRUE(diagnose_spmd(build.view("", kPhase, kRun)).findings.empty());
}

TEST(CommunicationLoss, IsDividedByWhatTheCallDid) {
  ViewBuilder build;
  build.add("main/MPI_Sendrecv/opal_progress", {2, 2})
      .add("main/MPI_Sendrecv/mca_btl_vader_get_cma", {1, 1})
      .add("main/MPI_Sendrecv", {1, 1})
      .add("main/MPI_File_write", {3, 3});
  const PhaseFindings found = diagnose_spmd(build.view("", kPhase, kRun));
  ASSERT_EQ(found.findings.size(), 3U);
  EXPECT_EQ(found.findings[0].issue, Issue::WaitForPartner);
  EXPECT_DOUBLE_EQ(found.findings[0].seconds, 2);
  // Each of the two calls takes 4 s, half of them this wait.
  EXPECT_DOUBLE_EQ(found.findings[0].seconds_per_call, 2);
  EXPECT_EQ(found.findings[1].issue, Issue::LargeMessage);
  EXPECT_DOUBLE_EQ(found.findings[1].seconds, 1);
  EXPECT_DOUBLE_EQ(found.findings[1].seconds_per_call, 1);
  EXPECT_EQ(found.findings[2].issue, Issue::LargeIo);
  EXPECT_DOUBLE_EQ(found.findings[2].seconds, 3);
  EXPECT_DOUBLE_EQ(found.findings[2].seconds_per_call, 3);
  ASSERT_EQ(found.unresolved.size(), 1U);
  EXPECT_DOUBLE_EQ(found.unresolved[0].seconds, 1);
}

TEST(RankGroups, AreToldApartByCallsThatTheOtherNeverMakes) {
  using Groups = std::vector<std::uint32_t>;
  EXPECT_EQ(group_by_sites({0b01, 0b01, 0b10}).group_of, (Groups{0, 0, 1}));
  EXPECT_EQ(group_by_sites({0b01, 0b11, 0b10}).groups, 1U);  // one rank makes both calls
  // The rank may merely not have been seen there.
  EXPECT_EQ(group_by_sites({0b01, 0b00}).groups, 1U);
  EXPECT_EQ(group_by_sites({0b001, 0b110, 0b010, 0b000}).group_of, (Groups{0, 1, 1, 2}));
}

// `received`: the time that the ranks with X wait for a message before the barrier.
PhaseFindings of_two_groups(double x, double y, double received = 0) {
  ViewBuilder all;
  const double wait_x = 5 - x - received;
  const double wait_y = 5 - y;
  all.add("main/X", {x, x, x, x, 0, 0, 0, 0})
      .add("main/Y", {0, 0, 0, 0, y, y, y, y})
      .add("main/MPI_Barrier", {wait_x, wait_x, wait_x, wait_x, wait_y, wait_y, wait_y, wait_y})
      .add("main/MPI_Recv", {received, received, received, received, 0, 0, 0, 0});
  const PhaseView view = all.view("main/MPI_Barrier", 5, kRun);
  const std::vector<FrameId> sites = diverging_sites(view);
  EXPECT_EQ(sites.size(), 2U);
  const auto group = [&](const std::string& site, double work) {
    auto build = std::make_unique<ViewBuilder>();
    build->frame_of("main/X");  // frames get the numbers that they have in the view of all
    build->frame_of("main/Y");
    const double wait = 5 - work;
    build->add(site, {work, work, work, work}).add("main/MPI_Barrier", {wait, wait, wait, wait});
    return build;
  };
  const auto first = group("main/X", x);
  const auto second = group("main/Y", y);
  return diagnose_mpmd(
      view, {first->view("main/MPI_Barrier", 5, kRun), second->view("main/MPI_Barrier", 5, kRun)},
      sites);
}

TEST(Mpmd, ImbalanceBetweenGroupsIsTheMostLoadedAgainstTheMean) {
  const PhaseFindings found = of_two_groups(1, 3);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_TRUE(found.findings[0].across_groups);
  EXPECT_DOUBLE_EQ(found.findings[0].seconds, 1);
  ASSERT_EQ(found.findings[0].causes.size(), 1U);
  EXPECT_TRUE(of_two_groups(2, 2).findings.empty());
}

TEST(Mpmd, ImbalanceBetweenGroupsIsNoMoreThanWaitsInTheClosingCall) {
  // The group with less work waits for a message of the other, so no rank waits in the barrier.
  const PhaseFindings of_message = of_two_groups(1, 3, 2);
  ASSERT_EQ(of_message.findings.size(), 1U);
  EXPECT_EQ(of_message.findings[0].issue, Issue::WaitForPartner);
  EXPECT_DOUBLE_EQ(of_message.findings[0].seconds, 1);
  const PhaseFindings found = of_two_groups(1, 3, 0.5);
  ASSERT_EQ(found.findings.size(), 2U);
  EXPECT_TRUE(found.findings[0].across_groups);
  EXPECT_DOUBLE_EQ(found.findings[0].seconds, 0.75);
  EXPECT_EQ(found.findings[1].issue, Issue::WaitForPartner);
  EXPECT_DOUBLE_EQ(found.findings[1].seconds, 0.25);
}

}  // namespace
}  // namespace tarry::diagnosis
