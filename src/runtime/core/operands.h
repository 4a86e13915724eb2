// SPDX-License-Identifier: BSD-3-Clause
// The record of what a call on a window or a file was told, for compressed traces.
#pragma once

#include <cstdint>

#include "model/mpi_operands.h"
#include "runtime/core/events.h"

namespace tarry::runtime::core {

// What a call on a window or a file was told. See model::MpiOperands.
struct Operands {
  model::MpiOperands::Shape shape{};
  std::uint32_t object = 0;
  std::uint32_t request = 0;
  std::int32_t target{model::MpiOperands::kAll};
  std::int64_t at = Arguments::kUnknown;
  std::int64_t size = Arguments::kUnknown;
  std::int64_t unit = Arguments::kUnknown;
  std::uint64_t bytes = 0;
  std::uint64_t received = 0;
  Arguments elements;  // count and datatype
  std::int32_t mode = 0;
  std::int32_t reduction = Arguments::kUnknown;
  std::int32_t name = Arguments::kUnknown;
  CommNumber comm;
};

inline void operands_record(const Entry&, EventTime time, const Operands& operands) {
  if (!process.settings.compressed) return;
  write_record<trace::eventlog::OperandsRecord, false>(
      this_thread, RecordKind::MpiOperands, time, [&](trace::eventlog::OperandsRecord& record) {
        record.object = operands.object;
        record.request = operands.request;
        record.at = operands.at;
        record.size = operands.size;
        record.bytes = operands.bytes;
        record.received = operands.received;
        record.count = operands.elements.count;
        record.unit = operands.unit;
        record.target = operands.target;
        record.datatype = operands.elements.datatype;
        record.mode = operands.mode;
        record.reduction = operands.reduction;
        record.name = operands.name;
        record.comm = operands.comm.value;
        record.shape = static_cast<std::uint32_t>(operands.shape);
        record.reserved = 0;
      });
}

}  // namespace tarry::runtime::core
