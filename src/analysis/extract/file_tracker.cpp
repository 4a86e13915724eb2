// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/file_tracker.h"

namespace tarry::analysis {

using model::FileOperation;
using model::RegionClass;

bool FileTracker::accepts(model::FileId file) {
  if (stack_.empty()) {
    location_.anomalies.add("operations on files recorded outside of any region");
    return false;
  }
  const auto& files = location_.definitions.files;
  const bool is_known =
      file.index() < files.size() &&
      files[file.index()].comm.index() < location_.definitions.communicators.size();
  if (!is_known) location_.anomalies.add("operations on files that are not defined");
  return is_known;
}

// All members are in the call from its enter on, wherever the record stands.
void FileTracker::add_collective(Ticks time, model::FileId file) {
  RmaRecords& rma = location_.records.rma;
  RmaRecord record;
  record.time = time;
  record.kind = RmaKind::File;
  record.window = window_of(location_.definitions, file);
  record.instance = stack_.instance_of_top();
  record.detail = static_cast<std::uint32_t>(rma.collectives.size());
  rma.records.push_back(record);
  RmaCollective& collective = rma.collectives.emplace_back();
  collective.begin = stack_.top().enter;
  collective.comm = location_.definitions.files[file.index()].comm;
}

void FileTracker::manage(Ticks time, model::FileId file) {
  if (accepts(file)) add_collective(time, file);
}

void FileTracker::begin(Ticks time, const FileOperation& operation) {
  if (!accepts(operation.file)) return;
  if (operation.is_collective && !operation.is_nonblocking) add_collective(time, operation.file);
  if (operation.kind == FileOperation::Kind::Flush) return;
  const RegionClass region_class =
      location_.regions.kinds[stack_.top().region.index()].region_class;
  if (region_class != RegionClass::MpiIoIndividual && region_class != RegionClass::MpiIoCollective)
    return location_.anomalies.add("transfers of files recorded in regions of another kind");
  pending_.resize(location_.definitions.files.size());
  pending_[operation.file.index()].insert(operation.matching,
                                          {stack_.top().callpath, operation.kind});
}

void FileTracker::complete(const model::FileCompletion& completion) {
  if (completion.file.index() >= pending_.size()) return;
  const auto transfer = pending_[completion.file.index()].take(completion.matching);
  if (!transfer) return;
  auto& bytes = location_.records.rma.file_bytes;
  const std::size_t callpath = transfer->callpath.index();
  if (callpath >= bytes.size()) bytes.resize(callpath + 1);
  const bool reads = transfer->kind == FileOperation::Kind::Read;
  (reads ? bytes[callpath].read : bytes[callpath].written) +=
      location_.believable(completion.bytes);
}

}  // namespace tarry::analysis
