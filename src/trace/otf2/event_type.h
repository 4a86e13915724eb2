// SPDX-License-Identifier: BSD-3-Clause
// The type numbers of the event records of OTF2. Records of other types are skipped by their
// length.
#pragma once

#include <cstdint>

namespace tarry::trace::otf2 {

enum class EventType : std::uint8_t {
  BufferFlush = 10,
  MeasurementOnOff = 11,
  Enter = 12,
  Leave = 13,
  MpiSend = 14,
  MpiIsend = 15,
  MpiIsendComplete = 16,
  MpiIrecvRequest = 17,
  MpiRecv = 18,
  MpiIrecv = 19,
  MpiRequestTest = 20,
  MpiRequestCancelled = 21,
  MpiCollectiveBegin = 22,
  MpiCollectiveEnd = 23,
  OmpFork = 24,
  OmpTaskCreate = 28,
  OmpTaskSwitch = 29,
  OmpTaskComplete = 30,
  RmaWinCreate = 35,
  RmaWinDestroy = 36,
  RmaCollectiveBegin = 37,
  RmaCollectiveEnd = 38,
  RmaGroupSync = 39,
  RmaRequestLock = 40,
  RmaAcquireLock = 41,
  RmaReleaseLock = 43,
  RmaPut = 46,
  RmaGet = 47,
  RmaAtomic = 48,
  RmaOpCompleteBlocking = 49,
  RmaOpCompleteNonBlocking = 50,
  RmaOpCompleteRemote = 52,
  Metric = 31,
  ThreadFork = 53,
  ThreadJoin = 54,
  ThreadTeamBegin = 55,
  ThreadTeamEnd = 56,
  ThreadAcquireLock = 57,
  ThreadReleaseLock = 58,
  ThreadTaskCreate = 59,
  ThreadTaskSwitch = 60,
  ThreadTaskComplete = 61,
  ThreadCreate = 62,
  ThreadBegin = 63,
  ThreadWait = 64,
  ThreadEnd = 65,
  IoCreateHandle = 69,
  IoDestroyHandle = 70,
  IoOperationBegin = 75,
  IoOperationComplete = 78,
  ProgramBegin = 83,
  ProgramEnd = 84,
  NonBlockingCollectiveRequest = 85,
  NonBlockingCollectiveComplete = 86,
};

inline constexpr std::uint8_t kFirstEventType = static_cast<std::uint8_t>(EventType::BufferFlush);
inline constexpr std::uint8_t kMeasurementOn = 1;
inline constexpr std::uint32_t kIoNonBlocking = 1;  // flags of IoOperationBegin
inline constexpr std::uint32_t kIoCollective = 2;
inline constexpr std::uint8_t kTypeUint8 = 1;   // of an attribute
inline constexpr std::uint8_t kTypeUint64 = 4;  // the same

}  // namespace tarry::trace::otf2
