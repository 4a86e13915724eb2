// SPDX-License-Identifier: BSD-3-Clause
// For traces of other writers, our decoder must deliver the same events as the OTF2 library.
#include <otf2/otf2.h>

#include <map>

#include "reference/real_traces.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

// The library's view of one archive, in the form of EventLines.
struct LibraryEvents {
  std::map<std::uint32_t, std::string> strings, regions, comms, counters, counter_sets;
  std::map<std::uint64_t, std::uint64_t> event_counts;
  std::map<std::uint64_t, std::vector<std::string>> lines;
  std::string program;

  void add(std::uint64_t location, std::uint64_t time, const std::string& text) {
    lines[location].push_back(std::to_string(time) + " " + text);
  }
};

LibraryEvents& self(void* data) { return *static_cast<LibraryEvents*>(data); }

OTF2_CallbackCode on_string(void* data, OTF2_StringRef id, const char* text) {
  self(data).strings[id] = text;
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_region(void* data, OTF2_RegionRef id, OTF2_StringRef name, OTF2_StringRef,
                            OTF2_StringRef, OTF2_RegionRole, OTF2_Paradigm, OTF2_RegionFlag,
                            OTF2_StringRef, uint32_t, uint32_t) {
  self(data).regions[id] = self(data).strings[name];
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_comm(void* data, OTF2_CommRef id, OTF2_StringRef name, OTF2_GroupRef,
                          OTF2_CommRef, OTF2_CommFlag) {
  self(data).comms[id] = self(data).strings[name];
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_location(void* data, OTF2_LocationRef id, OTF2_StringRef, OTF2_LocationType,
                              uint64_t events, OTF2_LocationGroupRef) {
  self(data).event_counts[id] = events;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_metric_member(void* data, OTF2_MetricMemberRef id, OTF2_StringRef name,
                                   OTF2_StringRef, OTF2_MetricType, OTF2_MetricMode, OTF2_Type,
                                   OTF2_Base, int64_t, OTF2_StringRef) {
  self(data).counters[id] = self(data).strings[name];
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_metric_class(void* data, OTF2_MetricRef id, uint8_t count,
                                  const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence,
                                  OTF2_RecorderKind) {
  for (uint8_t i = 0; i < count; ++i)
    self(data).counter_sets[id] += " " + self(data).counters[members[i]];
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_metric(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                            OTF2_AttributeList*, OTF2_MetricRef set, uint8_t count,
                            const OTF2_Type* types, const OTF2_MetricValue* values) {
  std::string text = "counters" + self(data).counter_sets[set];
  for (uint8_t i = 0; i < count; ++i)
    text += " " + std::to_string(types[i]) + ":" + std::to_string(values[i].unsigned_int);
  self(data).add(l, t, text);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_enter(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  self(data).add(l, t, "enter " + self(data).regions[region]);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_leave(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  self(data).add(l, t, "leave " + self(data).regions[region]);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_program_begin(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                   OTF2_AttributeList*, OTF2_StringRef name, uint32_t,
                                   const OTF2_StringRef*) {
  const std::string& path = self(data).strings[name];
  self(data).program = path.substr(path.rfind('/') + 1);
  self(data).add(l, t, "program_begin " + self(data).program);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_program_end(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                 OTF2_AttributeList*, int64_t) {
  self(data).add(l, t, "program_end " + self(data).program);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode message(const char* kind, void* data, OTF2_LocationRef l, OTF2_TimeStamp t,
                          uint32_t peer, OTF2_CommRef comm, uint32_t tag, uint64_t bytes,
                          uint64_t request) {
  self(data).add(l, t,
                 EventLines::message_text(kind, peer, self(data).comms[comm], tag, bytes, request));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_send(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                          OTF2_AttributeList*, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
                          uint64_t bytes) {
  return message("send", data, l, t, peer, comm, tag, bytes, ~uint64_t{0});
}
OTF2_CallbackCode on_recv(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                          OTF2_AttributeList*, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
                          uint64_t bytes) {
  return message("recv", data, l, t, peer, comm, tag, bytes, ~uint64_t{0});
}
OTF2_CallbackCode on_isend(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                           OTF2_AttributeList*, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
                           uint64_t bytes, uint64_t request) {
  return message("isend", data, l, t, peer, comm, tag, bytes, request);
}
OTF2_CallbackCode on_irecv(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                           OTF2_AttributeList*, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
                           uint64_t bytes, uint64_t request) {
  return message("irecv", data, l, t, peer, comm, tag, bytes, request);
}

OTF2_CallbackCode request(const char* kind, void* data, OTF2_LocationRef l, OTF2_TimeStamp t,
                          uint64_t id) {
  self(data).add(l, t, std::string(kind) + " #" + std::to_string(id));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_isend_complete(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                    OTF2_AttributeList*, uint64_t id) {
  return request("isend_complete", data, l, t, id);
}
OTF2_CallbackCode on_irecv_request(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                   OTF2_AttributeList*, uint64_t id) {
  return request("irecv_request", data, l, t, id);
}
OTF2_CallbackCode on_collective_begin(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                      OTF2_AttributeList*) {
  self(data).add(l, t, "collective_begin");
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_collective_end(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                    OTF2_AttributeList*, OTF2_CollectiveOp op, OTF2_CommRef comm,
                                    uint32_t root, uint64_t sent, uint64_t received) {
  self(data).add(
      l, t,
      "collective_end op" + std::to_string(static_cast<int>(op)) + " " +
          EventLines::message_text("root", root, self(data).comms[comm], 0, sent, ~uint64_t{0}) +
          " " + std::to_string(received));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_create(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                   OTF2_AttributeList*, OTF2_CommRef, uint64_t thread) {
  self(data).add(l, t, "thread_created " + std::to_string(thread));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_begin(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                  OTF2_AttributeList*, OTF2_CommRef, uint64_t thread) {
  self(data).add(l, t, "thread_begin " + std::to_string(thread));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_wait(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                 OTF2_AttributeList*, OTF2_CommRef, uint64_t thread) {
  self(data).add(l, t, "thread_waited " + std::to_string(thread));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_end(OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t, void* data,
                                OTF2_AttributeList*, OTF2_CommRef, uint64_t thread) {
  self(data).add(l, t, "thread_end " + std::to_string(thread));
  return OTF2_CALLBACK_SUCCESS;
}

void read_definitions(OTF2_Reader* reader, LibraryEvents& events) {
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, on_string);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, on_region);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, on_comm);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(callbacks, on_metric_member);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(callbacks, on_metric_class);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &events);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  uint64_t count = 0;
  OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count);
}

void register_events(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, on_metric);
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on_enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave);
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks, on_program_begin);
  OTF2_EvtReaderCallbacks_SetProgramEndCallback(callbacks, on_program_end);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_recv);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_isend);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on_irecv);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks, on_isend_complete);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, on_irecv_request);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(callbacks, on_collective_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_collective_end);
  OTF2_EvtReaderCallbacks_SetThreadBeginCallback(callbacks, on_thread_begin);
  OTF2_EvtReaderCallbacks_SetThreadCreateCallback(callbacks, on_thread_create);
  OTF2_EvtReaderCallbacks_SetThreadWaitCallback(callbacks, on_thread_wait);
  OTF2_EvtReaderCallbacks_SetThreadEndCallback(callbacks, on_thread_end);
}

LibraryEvents read_with_library(const fs::path& anchor) {
  LibraryEvents events;
  OTF2_Reader* reader = OTF2_Reader_Open(anchor.c_str());
  if (reader == nullptr) return events;
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  read_definitions(reader, events);
  for (const auto& entry : events.event_counts) OTF2_Reader_SelectLocation(reader, entry.first);
  OTF2_Reader_OpenDefFiles(reader);
  for (const auto& entry : events.event_counts) {
    OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, entry.first);
    uint64_t count = 0;
    if (local != nullptr) OTF2_Reader_ReadAllLocalDefinitions(reader, local, &count);
    OTF2_Reader_CloseDefReader(reader, local);
  }
  OTF2_Reader_CloseDefFiles(reader);
  OTF2_Reader_OpenEvtFiles(reader);
  OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
  register_events(callbacks);
  for (const auto& entry : events.event_counts) {
    OTF2_EvtReader* local = OTF2_Reader_GetEvtReader(reader, entry.first);
    OTF2_Reader_RegisterEvtCallbacks(reader, local, callbacks, &events);
    uint64_t count = 0;
    OTF2_Reader_ReadAllLocalEvents(reader, local, &count);
    OTF2_Reader_CloseEvtReader(reader, local);
  }
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  OTF2_Reader_Close(reader);
  return events;
}

TEST(RealTraces, DecodedAsTheLibraryDoes) {
  const fs::path traces = reference::real_traces();
  if (!fs::exists(traces)) GTEST_SKIP() << reference::no_real_traces();
  std::size_t archives = 0;
  for (const auto& folder : fs::directory_iterator(traces)) {
    if (!fs::exists(folder.path() / "traces.otf2")) continue;
    SCOPED_TRACE(folder.path().filename().string());
    ++archives;
    LibraryEvents expected = read_with_library(folder.path() / "traces.otf2");
    auto trace = open_archive(folder.path());
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    const model::Definitions& definitions = (*trace)->definitions();
    std::size_t ignored = 0;
    for (const auto& anomaly : (*trace)->definition_anomalies().counts()) {
      EXPECT_EQ(anomaly.first, "accelerator streams and metric locations (not analyzed)");
      ignored += anomaly.second;
    }
    EXPECT_EQ(definitions.locations.size() + ignored, expected.event_counts.size());
    for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
      const model::Location& location = definitions.locations[i];
      EXPECT_EQ(location.event_count, expected.event_counts[location.trace_id]);
      EventLines events(definitions);
      model::Anomalies anomalies;
      const auto status = (*trace)->read(model::LocationIndex{i}, events, anomalies);
      ASSERT_TRUE(status.ok()) << status.error().message();
      for (const auto& anomaly : anomalies.counts()) ADD_FAILURE() << anomaly.first;
      EXPECT_FALSE(events.lines.empty());
      EXPECT_EQ(events.lines, expected.lines[location.trace_id]);
    }
  }
  EXPECT_GT(archives, 0u);
}

}  // namespace
}  // namespace tarry::trace::otf2::test
