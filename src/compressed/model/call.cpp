// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/call.h"

#include <array>
#include <cstddef>

namespace tarry::compressed {
namespace {

using enum Parameter;

struct ParameterEntry {
  std::string_view name;
  std::int64_t Action::*member;  // nullptr for a parameter of the call itself
};

constexpr std::array<ParameterEntry, kParameters> kTable{{
    {"kind", nullptr},
    {"actions", nullptr},
    {"peer", &Action::peer},
    {"posted-peer", &Action::posted_peer},
    {"comm", &Action::comm},
    {"tag", &Action::tag},
    {"posted-tag", &Action::posted_tag},
    {"bytes", &Action::bytes},
    {"received", &Action::received},
    {"request", &Action::request},
    {"op", &Action::op},
    {"root", &Action::root},
    {"count", &Action::count},
    {"datatype", &Action::datatype},
}};

constexpr std::array<std::string_view, kActionKinds> kActionNames{
    "send",         "start-send", "send-done",  "post-receive",     "receive",
    "receive-done", "cancelled",  "collective", "start-collective", "collective-done"};

constexpr std::array kOfSend{Comm, Peer, Tag, Bytes, Count, Datatype};
constexpr std::array kOfPost{Comm, PostedPeer, PostedTag, Bytes, Count, Datatype};
constexpr std::array kOfReceive{Comm, PostedPeer, PostedTag, Peer, Tag, Bytes, Count, Datatype};
constexpr std::array kOfReceiveDone{Request, Comm, Peer, Tag, Bytes};
constexpr std::array kOfCollective{Op, Comm, Root, Bytes, Received, Count, Datatype};
constexpr std::array kOfCollectiveDone{Request, Op, Comm, Root, Bytes, Received};
constexpr std::array kOfRequest{Request};

}  // namespace

std::string_view parameter_name(Parameter parameter) {
  return kTable[static_cast<std::size_t>(parameter)].name;
}

std::string_view action_name(ActionKind kind) {
  return kActionNames[static_cast<std::size_t>(kind)];
}

bool opens_request(ActionKind kind) {
  switch (kind) {
    case ActionKind::StartSend:
    case ActionKind::PostReceive:
    case ActionKind::StartCollective:
      return true;
    default:
      return false;
  }
}

bool closes_request(ActionKind kind) {
  switch (kind) {
    case ActionKind::SendDone:
    case ActionKind::ReceiveDone:
    case ActionKind::Cancelled:
    case ActionKind::CollectiveDone:
      return true;
    default:
      return false;
  }
}

std::span<const Parameter> parameters_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::Send:
    case ActionKind::StartSend:
      return kOfSend;
    case ActionKind::PostReceive:
      return kOfPost;
    case ActionKind::Receive:
      return kOfReceive;
    case ActionKind::ReceiveDone:
      return kOfReceiveDone;
    case ActionKind::Collective:
    case ActionKind::StartCollective:
      return kOfCollective;
    case ActionKind::CollectiveDone:
      return kOfCollectiveDone;
    case ActionKind::SendDone:
    case ActionKind::Cancelled:
      break;
  }
  return kOfRequest;
}

std::int64_t value_of(const Action& action, Parameter parameter) {
  const auto member = kTable[static_cast<std::size_t>(parameter)].member;
  return member == nullptr ? 0 : action.*member;
}

void set_value(Action& action, Parameter parameter, std::int64_t value) {
  const auto member = kTable[static_cast<std::size_t>(parameter)].member;
  if (member != nullptr) action.*member = value;
}

}  // namespace tarry::compressed
