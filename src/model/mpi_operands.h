// SPDX-License-Identifier: BSD-3-Clause
// What calls on windows and files were told. Event traces have no room for it, so it is no event of
// EventHandler: only recordings for a compressed trace have it, and only their reader gets it.
#pragma once

#include <cstdint>

#include "model/event_handler.h"
#include "model/ids.h"

namespace tarry::model {

// The function says what a call of its shape does.
struct MpiOperands {
  enum class Shape : std::uint8_t {
    MakeWindow,   // object, comm, size, unit
    FreeWindow,   // object
    Synchronize,  // object, target, mode: begins or ends an epoch, or flushes
    Access,       // object, target, at, bytes, received, count, datatype, reduction
    StartAccess,  // the same, and the request
    OpenFile,     // object, comm, name, size, mode
    CloseFile,    // object
    SetFile,   // object, at, size, unit, mode: seeks, sets the view or the size, ends a transfer;
               // bytes: extent of a view
    Transfer,  // object, at, bytes, received, count, datatype
    StartTransfer,  // the same, and the request
    DeleteFile,     // name, mode
    EndTransfer,    // request
  };
  static constexpr std::int64_t kAll = -1;   // target: all ranks of the window
  static constexpr std::int64_t kNone = -2;  // target: MPI_PROC_NULL, or nobody
  static constexpr std::int64_t kUnknown = MpiArguments::kUnknown;

  Shape shape{};
  std::uint32_t object = 0;          // number that the process gave to the window or file
  CommId comm;                       // whose processes make the window or open the file
  std::int64_t target = kAll;        // rank in the communicator of the window
  std::int64_t at = kUnknown;        // displacement in units of the target; offset in a file
  std::int64_t size = kUnknown;      // bytes
  std::int64_t unit = kUnknown;      // bytes
  std::uint64_t bytes = 0;           // to the target or file
  std::uint64_t received = 0;        // from the target or file
  std::int64_t count = kUnknown;     // elements
  std::int64_t datatype = kUnknown;  // as in MpiArguments
  std::int64_t mode = 0;  // bits that the compressed trace defines (compressed/model/call.h)
  std::int64_t reduction = kUnknown;  // likewise the number of the MPI_Op
  std::int64_t name = kUnknown;       // number that the process gave to the name of the file
  RequestId request;
};

class OperandsHandler {
 public:
  virtual ~OperandsHandler() = default;
  virtual void mpi_operands(Ticks time, const MpiOperands& operands) = 0;
};

}  // namespace tarry::model
