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

}  // namespace

std::vector<MetricId> with_ancestors(std::string_view id) {
  std::vector<MetricId> out;
  for (; !id.empty(); id = all_metrics()[out.back().index()].parent) out.push_back(metric(id));
  return out;
}

const std::vector<MetricId>& time_metrics(RegionClass region_class) {
  return class_metrics()[static_cast<std::size_t>(region_class)];
}

const std::vector<std::pair<MetricId, std::vector<MetricId>>>& sum_metrics() {
  static const auto kSums = [] {
    std::vector<std::pair<MetricId, std::vector<MetricId>>> made;
    const auto add = [&](std::string_view sum, std::initializer_list<std::string_view> parts) {
      std::vector<MetricId> ids;
      for (const std::string_view part : parts) ids.push_back(metric(part));
      made.emplace_back(metric(sum), std::move(ids));
    };
    add("mpi_latesender_wo", {"mpi_lswo_different", "mpi_lswo_same"});
    add("syncs_p2p", {"syncs_send", "syncs_recv"});
    add("syncs_rma", {"syncs_rma_active", "syncs_rma_passive"});
    add("syncs", {"syncs_p2p", "syncs_coll", "syncs_rma"});
    add("comms_p2p", {"comms_send", "comms_recv"});
    add("comms_coll", {"comms_cxch", "comms_csrc", "comms_cdst"});
    add("comms_rma", {"comms_rma_puts", "comms_rma_gets", "comms_rma_atomics"});
    add("comms", {"comms_p2p", "comms_coll", "comms_rma"});
    add("bytes_p2p", {"bytes_sent", "bytes_rcvd"});
    add("bytes_coll", {"bytes_cout", "bytes_cin"});
    add("bytes_rma", {"bytes_put", "bytes_get"});
    add("bytes", {"bytes_p2p", "bytes_coll", "bytes_rma"});
    add("mpi_file_ops", {"mpi_file_iops", "mpi_file_cops"});
    return made;
  }();
  return kSums;
}

const std::vector<MetricId>& visit_metrics(const RegionKind& kind) {
  static const std::vector<MetricId> kNothing;
  static const std::vector<MetricId> kActive{metric("syncs_rma_active")};
  static const std::vector<MetricId> kPassive{metric("syncs_rma_passive")};
  static const std::vector<MetricId> kPut{metric("comms_rma_puts")};
  static const std::vector<MetricId> kGet{metric("comms_rma_gets")};
  static const std::vector<MetricId> kAtomic{metric("comms_rma_atomics")};
  static const std::vector<MetricId> kFileOne{metric("mpi_file_iops")};
  static const std::vector<MetricId> kFileOneRead{metric("mpi_file_iops"),
                                                  metric("mpi_file_irops")};
  static const std::vector<MetricId> kFileOneWrite{metric("mpi_file_iops"),
                                                   metric("mpi_file_iwops")};
  static const std::vector<MetricId> kFileAll{metric("mpi_file_cops")};
  static const std::vector<MetricId> kFileAllRead{metric("mpi_file_cops"),
                                                  metric("mpi_file_crops")};
  static const std::vector<MetricId> kFileAllWrite{metric("mpi_file_cops"),
                                                   metric("mpi_file_cwops")};
  if (kind.region_class == RegionClass::MpiRmaSyncActive) return kActive;
  if (kind.region_class == RegionClass::MpiRmaSyncPassive) return kPassive;
  switch (kind.call) {
    case MpiCall::Put:
      return kPut;
    case MpiCall::Get:
      return kGet;
    case MpiCall::Atomic:
      return kAtomic;
    case MpiCall::FileIndividual:
      return kFileOne;
    case MpiCall::FileIndividualRead:
      return kFileOneRead;
    case MpiCall::FileIndividualWrite:
      return kFileOneWrite;
    case MpiCall::FileCollective:
      return kFileAll;
    case MpiCall::FileCollectiveRead:
      return kFileAllRead;
    case MpiCall::FileCollectiveWrite:
      return kFileAllWrite;
    default:
      return kNothing;
  }
}

}  // namespace tarry::model
