// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/taxonomy.h"

#include <array>

namespace tarry::diagnosis {
namespace {

constexpr std::array kTaxonomy{
    IssueEntry{Issue::LoadImbalance, Issue::LoadImbalance, "load_imbalance", "Load imbalance",
               "work is uneven: some wait for others", "distribute the work of the causes evenly",
               ""},
    IssueEntry{Issue::Serialization, Issue::LoadImbalance, "serialization", "Serialization",
               "one works while all others are idle",
               "let the others take part in the work of the cause", ""},
    IssueEntry{Issue::CommunicationRatio, Issue::CommunicationRatio, "communication_ratio",
               "Large communication-to-work ratio",
               "all ranks spend much of their time in communication", "", ""},
    IssueEntry{Issue::FrequentCommunication, Issue::CommunicationRatio, "frequent_communication",
               "Frequent communication", "many short calls",
               "make fewer calls; do the work of several iterations between two of them", ""},
    IssueEntry{Issue::LongCommunication, Issue::CommunicationRatio, "long_communication",
               "Long communication", "few long calls", "", ""},
    IssueEntry{Issue::WaitForPartner, Issue::LongCommunication, "wait_for_partner",
               "Wait for partner", "the other side of a communication comes late",
               "use non-blocking calls, or find out why the partner comes late: a trace of this "
               "part shows which rank it is",
               ""},
    IssueEntry{Issue::LargeDataTransfer, Issue::LongCommunication, "large_data_transfer",
               "Large data transfer", "much time moving data", "", ""},
    IssueEntry{Issue::LargeMessage, Issue::LargeDataTransfer, "large_message", "Large message",
               "much time moving data between ranks",
               "overlap the transfer with work, or split it into smaller messages", ""},
    IssueEntry{Issue::LargeIo, Issue::LargeDataTransfer, "large_io", "Large I/O",
               "much time moving data to or from files",
               "overlap reading and writing with work, or split them into smaller parts", ""},
    IssueEntry{Issue::LargeDeviceTransfer, Issue::LargeDataTransfer, "large_device_transfer",
               "Large device transfer", "much time moving data to or from a device", "",
               "samples do not show devices"},
    IssueEntry{Issue::ResourceContention, Issue::LongCommunication, "resource_contention",
               "Resource contention", "a lack of some resource", "", ""},
    IssueEntry{Issue::LockContention, Issue::ResourceContention, "lock_contention",
               "Lock contention", "waiting for a lock", "",
               "samples do not show the state of locks"},
    IssueEntry{Issue::NetworkCongestion, Issue::ResourceContention, "network_congestion",
               "Network congestion", "the network is the limit", "",
               "samples do not show the state of the network"},
};

}  // namespace

std::span<const IssueEntry> taxonomy() { return kTaxonomy; }

const IssueEntry& entry_of(Issue issue) { return kTaxonomy[static_cast<std::size_t>(issue)]; }

}  // namespace tarry::diagnosis
