// SPDX-License-Identifier: BSD-3-Clause
#include "model/region_class.h"

#include <gtest/gtest.h>

#include "model/metric.h"

namespace tarry::model {
namespace {

RegionKind kind(const char* name, Paradigm paradigm = Paradigm::Mpi,
                RegionRole role = RegionRole::Function) {
  Region region;
  region.name = name;
  region.paradigm = paradigm;
  region.role = role;
  return classify(region);
}

TEST(RegionClass, MpiByName) {
  using enum RegionClass;
  EXPECT_EQ(kind("MPI_Recv").region_class, MpiPointToPoint);
  EXPECT_EQ(kind("MPI_Recv").call, MpiCall::Recv);
  EXPECT_EQ(kind("MPI_Waitsome").call, MpiCall::WaitMany);
  EXPECT_EQ(kind("MPI_Testall").call, MpiCall::Test);
  EXPECT_EQ(kind("MPI_Ineighbor_alltoallw").region_class, MpiCollective);
  EXPECT_EQ(kind("MPI_Iallreduce").region_class, MpiCollective);
  EXPECT_EQ(kind("MPI_Allreduce_init").region_class, MpiCollective);
  EXPECT_EQ(kind("MPI_Ibarrier").region_class, MpiSyncCollective);
  EXPECT_EQ(kind("MPI_Comm_rank").region_class, MpiMgmtComm);
  EXPECT_EQ(kind("MPI_Init_thread").call, MpiCall::Init);
  EXPECT_EQ(kind("MPI_Wtime").region_class, MpiOther);
  EXPECT_EQ(kind("MPI_File_write_at_all_begin").call, MpiCall::FileCollectiveWrite);
  EXPECT_EQ(kind("MPI_File_iread").call, MpiCall::FileIndividualRead);
  EXPECT_EQ(kind("MPI_File_set_view").region_class, MpiMgmtFile);
  EXPECT_EQ(kind("MPI_File_set_view").call, MpiCall::FileCollective);
  EXPECT_EQ(kind("MPI_Win_flush_local_all").region_class, MpiRmaSyncPassive);
  EXPECT_EQ(kind("MPI_Raccumulate").call, MpiCall::Atomic);
}

TEST(RegionClass, FortranNames) {
  EXPECT_EQ(kind("MPI_SEND").call, MpiCall::Send);
  EXPECT_EQ(kind("mpi_ssend_f08ts_").call, MpiCall::Ssend);
  EXPECT_EQ(kind("mpi_win_free_").call, MpiCall::WinFree);
}

TEST(RegionClass, LargeCountsMakeNoDifference) {
  EXPECT_EQ(kind("MPI_Ssend_c").call, MpiCall::Ssend);
  EXPECT_EQ(kind("MPI_Alltoallv_c").region_class, RegionClass::MpiCollective);
}

TEST(RegionClass, UnknownMpiNameGoesByRole) {
  EXPECT_EQ(kind("MPI_Something", Paradigm::Mpi, RegionRole::CollectiveAllToAll).region_class,
            RegionClass::MpiCollective);
  EXPECT_EQ(kind("MPI_Something").region_class, RegionClass::MpiOther);
  EXPECT_EQ(kind("PARALLEL").region_class, RegionClass::Computation);
}

TEST(RegionClass, WithoutParadigmByName) {
  EXPECT_EQ(kind("MPI_Recv", Paradigm::Unknown, RegionRole::Unknown).call, MpiCall::Recv);
  EXPECT_EQ(kind("MPI_Recv", Paradigm::User).region_class, RegionClass::Computation);
}

TEST(RegionClass, MeasurementSystem) {
  EXPECT_EQ(kind("TRACE BUFFER FLUSH", Paradigm::MeasurementSystem).region_class,
            RegionClass::Overhead);
  EXPECT_EQ(kind("MEASUREMENT OFF", Paradigm::MeasurementSystem).region_class,
            RegionClass::Computation);
}

TEST(RegionClass, OpenMpByRole) {
  EXPECT_EQ(kind("!$omp implicit barrier @a.c:3", Paradigm::OpenMp).region_class,
            RegionClass::OmpImplicitBarrier);
  EXPECT_EQ(kind("!$omp critical @a.c:3", Paradigm::OpenMp, RegionRole::Critical).region_class,
            RegionClass::OmpCritical);
  EXPECT_EQ(kind("!$omp for @a.c:3", Paradigm::OpenMp, RegionRole::Loop).region_class,
            RegionClass::Computation);
}

TEST(RegionClass, PosixThreadsByName) {
  for (const char* name : {"pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_rdlock"})
    EXPECT_EQ(kind(name, Paradigm::Pthread).region_class, RegionClass::PthreadLockApi) << name;
  for (const char* name : {"pthread_cond_wait", "pthread_barrier_wait", "sem_wait"})
    EXPECT_EQ(kind(name, Paradigm::Pthread).region_class, RegionClass::PthreadConditional) << name;
  EXPECT_EQ(kind("pthread_rwlock_wrlock", Paradigm::Unknown).region_class,
            RegionClass::PthreadLockApi);
  EXPECT_EQ(kind("sem_wait", Paradigm::User).region_class, RegionClass::Computation);
}

TEST(RegionClass, EveryClassHasItsMetric) {
  for (int c = 0; c <= static_cast<int>(RegionClass::PthreadConditional); ++c)
    EXPECT_EQ(info(class_metric(static_cast<RegionClass>(c))).unit, Unit::Seconds) << c;
}

}  // namespace
}  // namespace tarry::model
