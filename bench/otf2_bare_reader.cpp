// SPDX-License-Identifier: BSD-3-Clause
// The lower limit of the cost of reading a trace: the OTF2 library alone, with callbacks that only
// count. The analysis of the same trace is compared with it.
// Prints the number of events and how many of them are records of communication.
// usage: otf2_bare_reader DIRECTORY/traces.otf2
#include <otf2/otf2.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

std::uint64_t events = 0;
std::uint64_t communication = 0;  // messages and collectives, without enter and leave

OTF2_CallbackCode location(void* list, OTF2_LocationRef self, OTF2_StringRef, OTF2_LocationType,
                           std::uint64_t, OTF2_LocationGroupRef) {
  static_cast<std::vector<OTF2_LocationRef>*>(list)->push_back(self);
  return OTF2_CALLBACK_SUCCESS;
}

// Every event record has its own parameters after the common ones; all of them are counted in the
// same way.
template <class... Parameters>
OTF2_CallbackCode count(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void*, OTF2_AttributeList*,
                        Parameters...) {
  ++events;
  return OTF2_CALLBACK_SUCCESS;
}

template <class... Parameters>
OTF2_CallbackCode count_communication(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void*,
                                      OTF2_AttributeList*, Parameters...) {
  ++events;
  ++communication;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_EvtReaderCallbacks* counting_callbacks() {
  OTF2_EvtReaderCallbacks* all = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(all, count);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(all, count);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(all, count_communication);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(all, count_communication);
  return all;
}

void read_definitions(OTF2_Reader* reader, std::vector<OTF2_LocationRef>& locations) {
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, location);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &locations);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  std::uint64_t records = 0;
  OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &records);
}

void read_events(OTF2_Reader* reader, OTF2_LocationRef location,
                 const OTF2_EvtReaderCallbacks* callbacks) {
  std::uint64_t records = 0;
  if (OTF2_DefReader* mapping = OTF2_Reader_GetDefReader(reader, location)) {
    OTF2_Reader_ReadAllLocalDefinitions(reader, mapping, &records);
    OTF2_Reader_CloseDefReader(reader, mapping);
  }
  OTF2_EvtReader* local = OTF2_Reader_GetEvtReader(reader, location);
  OTF2_Reader_RegisterEvtCallbacks(reader, local, callbacks, nullptr);
  OTF2_Reader_ReadAllLocalEvents(reader, local, &records);
  OTF2_Reader_CloseEvtReader(reader, local);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: otf2_bare_reader DIRECTORY/traces.otf2\n");
    return 2;
  }
  OTF2_Reader* reader = OTF2_Reader_Open(argv[1]);
  if (reader == nullptr) return 1;
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  std::vector<OTF2_LocationRef> locations;
  read_definitions(reader, locations);
  for (const OTF2_LocationRef each : locations) OTF2_Reader_SelectLocation(reader, each);
  OTF2_Reader_OpenDefFiles(reader);
  OTF2_Reader_OpenEvtFiles(reader);
  OTF2_EvtReaderCallbacks* callbacks = counting_callbacks();
  for (const OTF2_LocationRef each : locations) read_events(reader, each, callbacks);
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  OTF2_Reader_CloseDefFiles(reader);
  OTF2_Reader_CloseEvtFiles(reader);
  OTF2_Reader_Close(reader);
  std::printf("%llu %llu\n", static_cast<unsigned long long>(events),
              static_cast<unsigned long long>(communication));
  return 0;
}
