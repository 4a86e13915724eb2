// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "diagnosis/evidence/derived_labels.h"
#include "workers/team_transport.h"

namespace tarry::diagnosis {
namespace {

using samples::CallingContextTree;
using samples::FrameId;

FrameId below(CallingContextTree& paths, FrameId parent, const std::string& name) {
  samples::Site site;
  site.name = name;
  return paths.child(parent, paths.intern(site));
}

TEST(Labels, AreAHierarchy) {
  EXPECT_TRUE(is_within(Label::WaitPartner, Label::Communication));
  EXPECT_TRUE(is_within(Label::Io, Label::Transfer));
  EXPECT_FALSE(is_within(Label::Transfer, Label::Io));
  EXPECT_FALSE(is_within(Label::Computation, Label::Communication));
  for (std::size_t at = 0; at < kLabels; ++at)
    EXPECT_EQ(label_of(name_of(static_cast<Label>(at))), static_cast<Label>(at));
  EXPECT_FALSE(label_of("work"));
}

TEST(LabelTable, KnowsMpiAndItsLibraries) {
  const LabelTable table = LabelTable::standard();
  EXPECT_EQ(table.find("MPI_Send", false), Label::Communication);
  EXPECT_EQ(table.find("PMPI_Send", false), Label::Communication);
  for (const char* name :
       {"MPI_Barrier", "PMPI_Barrier", "MPI_Allreduce", "MPI_Alltoallv", "MPI_Allgatherv",
        "MPI_Allgather_c", "MPI_File_open", "MPI_File_write_at_all", "MPI_File_read_all_begin"})
    EXPECT_EQ(table.find(name, true), Label::Synchronization) << name;
  for (const char* name : {"MPI_Bcast", "MPI_Gather", "MPI_Iallreduce", "MPI_Reduce"})
    EXPECT_EQ(table.find(name, true), Label::Communication) << name;
  EXPECT_EQ(table.find("MPI_File_write_at", false), Label::Io);
  for (const char* name : {"MPIDI_CH3I_Progress", "opal_progress", "ompi_request_default_wait_all",
                           "ucp_worker_progress"})
    EXPECT_EQ(table.find(name, true), Label::WaitPartner) << name;
  for (const char* name :
       {"MPID_nem_lmt_shm_start_send", "mca_btl_vader_get_cma", "process_vm_readv"})
    EXPECT_EQ(table.find(name, true), Label::Message) << name;
  EXPECT_FALSE(table.find("solve", true));
  EXPECT_EQ(table.find("sched_yield", true), Label::WaitPartner);
  EXPECT_FALSE(table.find("sched_yield", false));
}

TEST(LabelTable, IsExtended) {
  LabelTable table = LabelTable::standard();
  ASSERT_TRUE(
      table.extend("# ours\n 20 exchange_* message # all\n\n99 MPI_Barrier io\n", "f").ok());
  EXPECT_EQ(table.find("exchange_halo", false), Label::Message);
  EXPECT_EQ(table.find("MPI_Barrier", false), Label::Io);
  for (const char* wrong : {"a b io", "1 b", "1 b io more", "1 b io inside more", "1 b work"}) {
    const base::Status status = table.extend("\n" + std::string(wrong), "f");
    ASSERT_FALSE(status.ok()) << wrong;
    EXPECT_EQ(status.error().where, "f:2");
  }
}

TEST(InitialLabels, GoDownToWhatHasNone) {
  CallingContextTree paths;
  const FrameId main = below(paths, CallingContextTree::kRoot, "main");
  const FrameId send = below(paths, main, "MPI_Send");
  const FrameId inner = below(paths, send, "something");
  const FrameId clock = below(paths, inner, "MPI_Wtime");
  const InitialLabels labels = initial_labels(paths, LabelTable::standard());
  EXPECT_EQ(labels.labels[main.index()], Label::Computation);
  EXPECT_EQ(labels.labels[inner.index()], Label::Communication);
  EXPECT_EQ(labels.labels[clock.index()], Label::Communication);
  EXPECT_TRUE(labels.is_entry[send.index()]);
  EXPECT_FALSE(labels.is_entry[inner.index()]);
}

TEST(InitialLabels, AreThoseOfWhereLibrariesSpendTheirTime) {
  // Such paths were seen in Open MPI 4.1, and in MPICH 4.0 over UCX, whose own functions have no
  // names.
  CallingContextTree paths;
  const FrameId main = below(paths, CallingContextTree::kRoot, "main");
  FrameId open_mpi = main;
  for (const char* name : {"PMPI_Barrier", "ompi_coll_base_barrier_intra_recursivedoubling",
                           "ompi_request_default_wait", "__GI_sched_yield"})
    open_mpi = below(paths, open_mpi, name);
  FrameId mpich = main;
  for (const char* name : {"PMPI_Recv", "", "", "ucp_worker_progress", "uct_scopy_iface_progress",
                           "ucs_arbiter_dispatch_nonempty", "uct_cma_ep_tx", "process_vm_readv"})
    mpich = below(paths, mpich, name);
  const InitialLabels labels = initial_labels(paths, LabelTable::standard());
  EXPECT_EQ(labels.labels[open_mpi.index()], Label::WaitPartner);
  EXPECT_EQ(labels.labels[mpich.index()], Label::Message);
  EXPECT_EQ(labels.labels[paths.ancestor(mpich, 4).index()], Label::Communication);
  EXPECT_EQ(labels.labels[paths.ancestor(mpich, 5).index()], Label::WaitPartner);
}

struct Sends {
  CallingContextTree paths;
  FrameId send;
  FrameId progress;
  FrameId transfer;
  FrameId copy;

  Sends() {
    send = below(paths, CallingContextTree::kRoot, "MPI_Send");
    progress = below(paths, send, "MPIDI_CH3I_Progress");
    transfer = below(paths, send, "MPID_nem_lmt_shm_start_send");
    copy = below(paths, send, "MPIR_Localcopy");
  }

  // Returns the totals of a thread with these milliseconds in the three frames below MPI_Send,
  // which has 100.
  [[nodiscard]] ThreadTotals thread(int in_progress, int in_transfer, int in_copy) const {
    ThreadTotals totals{{CallingContextTree::kRoot, Time{100}}, {send, Time{100}}};
    if (in_progress > 0) totals.push_back({progress, Time{in_progress}});
    if (in_transfer > 0) totals.push_back({transfer, Time{in_transfer}});
    if (in_copy > 0) totals.push_back({copy, Time{in_copy}});
    return totals;
  }

  [[nodiscard]] Label derived(const std::vector<ThreadTotals>& threads) const {
    workers::SoleProcess transport;
    const InitialLabels initial = initial_labels(paths, LabelTable::standard());
    return derived_labels(paths, initial.labels, threads, transport)[send.index()];
  }
};

TEST(DerivedLabels, AreWhatMostOfTheTimeIs) {
  const Sends sends;
  EXPECT_EQ(sends.derived({sends.thread(95, 0, 5)}), Label::WaitPartner);
}

TEST(DerivedLabels, CountWhatIsBelowThem) {
  const Sends sends;
  EXPECT_EQ(sends.derived({sends.thread(25, 40, 35)}), Label::Transfer);
}

TEST(DerivedLabels, HoldForAllThreads) {
  const Sends sends;
  EXPECT_EQ(sends.derived({sends.thread(90, 0, 0), sends.thread(69, 0, 0)}), Label::Communication);
  EXPECT_EQ(sends.derived({sends.thread(90, 0, 0), sends.thread(70, 0, 0)}), Label::WaitPartner);
  // A thread without the call does not matter, but one without its children does.
  EXPECT_EQ(sends.derived({sends.thread(90, 0, 0), {{CallingContextTree::kRoot, Time{9}}}}),
            Label::WaitPartner);
  EXPECT_EQ(sends.derived({sends.thread(90, 0, 0), sends.thread(0, 0, 0)}), Label::Communication);
}

TEST(DerivedLabels, GoUpThroughProcedures) {
  CallingContextTree paths;
  const FrameId main = below(paths, CallingContextTree::kRoot, "main");
  const FrameId exchange = below(paths, main, "exchange");
  const FrameId recv = below(paths, exchange, "MPI_Recv");
  const FrameId progress = below(paths, recv, "opal_progress");
  workers::SoleProcess transport;
  const std::vector<Label> labels =
      derived_labels(paths, initial_labels(paths, LabelTable::standard()).labels,
                     {{{CallingContextTree::kRoot, Time{1000}},
                       {main, Time{1000}},
                       {exchange, Time{100}},
                       {recv, Time{90}},
                       {progress, Time{80}}}},
                     transport);
  EXPECT_EQ(labels[exchange.index()], Label::WaitPartner);
  EXPECT_EQ(labels[main.index()], Label::Computation);
}

}  // namespace
}  // namespace tarry::diagnosis
