// SPDX-License-Identifier: BSD-3-Clause
#include "model/region_metrics.h"

#include <array>

namespace tarry::model {
namespace {

const std::array<std::vector<MetricId>, kRegionClasses>& class_metrics() {
  static const auto kMetrics = [] {
    std::array<std::vector<MetricId>, kRegionClasses> made;
    for (std::size_t c = 0; c < kRegionClasses; ++c)
      made[c] = with_ancestors(class_metric(static_cast<RegionClass>(c)));
    return made;
  }();
  return kMetrics;
}

// The counts of each call; a call that is not named here has none.
const std::array<std::vector<MetricId>, kMpiCalls>& call_metrics() {
  static const auto kMetrics = [] {
    const std::pair<MpiCall, std::vector<MetricId>> kCounts[] = {
        {MpiCall::Put, {metric::comms_rma_puts}},
        {MpiCall::Get, {metric::comms_rma_gets}},
        {MpiCall::Atomic, {metric::comms_rma_atomics}},
        {MpiCall::FileIndividual, {metric::mpi_file_iops}},
        {MpiCall::FileIndividualRead, {metric::mpi_file_iops, metric::mpi_file_irops}},
        {MpiCall::FileIndividualWrite, {metric::mpi_file_iops, metric::mpi_file_iwops}},
        {MpiCall::FileCollective, {metric::mpi_file_cops}},
        {MpiCall::FileCollectiveRead, {metric::mpi_file_cops, metric::mpi_file_crops}},
        {MpiCall::FileCollectiveWrite, {metric::mpi_file_cops, metric::mpi_file_cwops}},
    };
    std::array<std::vector<MetricId>, kMpiCalls> made;
    for (const auto& [call, counts] : kCounts) made[static_cast<std::size_t>(call)] = counts;
    return made;
  }();
  return kMetrics;
}

}  // namespace

std::vector<MetricId> with_ancestors(MetricId metric) {
  std::vector<MetricId> out;
  for (; metric.valid(); metric = info(metric).parent) out.push_back(metric);
  return out;
}

const std::vector<MetricId>& time_metrics(RegionClass region_class) {
  return class_metrics()[static_cast<std::size_t>(region_class)];
}

const std::vector<std::pair<MetricId, std::vector<MetricId>>>& sum_metrics() {
  static const std::vector<std::pair<MetricId, std::vector<MetricId>>> kSums = {
      {metric::mpi_latesender_wo, {metric::mpi_lswo_different, metric::mpi_lswo_same}},
      {metric::mpi_latereceiver_wo, {metric::mpi_lrwo_different, metric::mpi_lrwo_same}},
      {metric::syncs_p2p, {metric::syncs_send, metric::syncs_recv}},
      {metric::syncs_rma, {metric::syncs_rma_active, metric::syncs_rma_passive}},
      {metric::syncs, {metric::syncs_p2p, metric::syncs_coll, metric::syncs_rma}},
      {metric::comms_p2p, {metric::comms_send, metric::comms_recv}},
      {metric::comms_coll, {metric::comms_cxch, metric::comms_csrc, metric::comms_cdst}},
      {metric::comms_rma,
       {metric::comms_rma_puts, metric::comms_rma_gets, metric::comms_rma_atomics}},
      {metric::comms, {metric::comms_p2p, metric::comms_coll, metric::comms_rma}},
      {metric::bytes_p2p, {metric::bytes_sent, metric::bytes_rcvd}},
      {metric::bytes_coll, {metric::bytes_cout, metric::bytes_cin}},
      {metric::bytes_rma, {metric::bytes_put, metric::bytes_get}},
      {metric::bytes, {metric::bytes_p2p, metric::bytes_coll, metric::bytes_rma}},
      {metric::mpi_file_ops, {metric::mpi_file_iops, metric::mpi_file_cops}},
      {metric::mpi_file_ibytes, {metric::mpi_file_irbytes, metric::mpi_file_iwbytes}},
      {metric::mpi_file_cbytes, {metric::mpi_file_crbytes, metric::mpi_file_cwbytes}},
      {metric::mpi_file_bytes, {metric::mpi_file_ibytes, metric::mpi_file_cbytes}},
  };
  return kSums;
}

const std::vector<MetricId>& visit_metrics(const RegionKind& kind) {
  static const std::vector<MetricId> kActive{metric::syncs_rma_active};
  static const std::vector<MetricId> kPassive{metric::syncs_rma_passive};
  if (kind.region_class == RegionClass::MpiRmaSyncActive) return kActive;
  if (kind.region_class == RegionClass::MpiRmaSyncPassive) return kPassive;
  return call_metrics()[static_cast<std::size_t>(kind.call)];
}

}  // namespace tarry::model
