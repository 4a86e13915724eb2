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
  bool may_be_unknown = false;
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
    {"count", &Action::count, true},
    {"datatype", &Action::datatype, true},
    {"window", &Action::window},
    {"target", &Action::target},
    {"at", &Action::at, true},
    {"size", &Action::size, true},
    {"unit", &Action::unit, true},
    {"mode", &Action::mode},
    {"reduction", &Action::reduction, true},
    {"file", &Action::file},
    {"name", &Action::name},
    {"extent", &Action::extent, true},
}};

struct Shape {
  std::string_view name;
  enum class Request : std::uint8_t { None, Opens, Closes } request;
  std::array<Parameter, 8> parameters;
  std::size_t count;
};

template <class... Parameters>
constexpr Shape shape(std::string_view name, Shape::Request request, Parameters... parameters) {
  return {name, request, {parameters...}, sizeof...(Parameters)};
}

constexpr auto kNone = Shape::Request::None;
constexpr auto kOpens = Shape::Request::Opens;
constexpr auto kCloses = Shape::Request::Closes;

// By ActionKind.
constexpr std::array<Shape, kActionKinds> kShapes{{
    shape("send", kNone, Comm, Peer, Tag, Bytes, Count, Datatype),
    shape("start-send", kOpens, Comm, Peer, Tag, Bytes, Count, Datatype),
    shape("send-done", kCloses, Request),
    shape("post-receive", kOpens, Comm, PostedPeer, PostedTag, Bytes, Count, Datatype),
    shape("receive", kNone, Comm, PostedPeer, PostedTag, Peer, Tag, Bytes, Count, Datatype),
    shape("receive-done", kCloses, Request, Comm, Peer, Tag, Bytes),
    shape("cancelled", kCloses, Request),
    shape("collective", kNone, Op, Comm, Root, Bytes, Received, Count, Datatype),
    shape("start-collective", kOpens, Op, Comm, Root, Bytes, Received, Count, Datatype),
    shape("collective-done", kCloses, Request, Op, Comm, Root, Bytes, Received),
    shape("make-window", kNone, Comm, Size, Unit),
    shape("free-window", kNone, Window),
    shape("synchronize", kNone, Window, Target, Mode),
    shape("access", kNone, Window, Target, At, Bytes, Received, Count, Datatype, Reduction),
    shape("start-access", kNone, Window, Target, At, Bytes, Received, Count, Datatype, Reduction),
    shape("access-done", kNone, Request),
    shape("open-file", kNone, Comm, Name, Size, Mode),
    shape("close-file", kNone, File),
    shape("set-file", kNone, File, At, Size, Unit, Extent, Mode),
    shape("transfer", kNone, File, At, Bytes, Received, Count, Datatype),
    shape("start-transfer", kNone, File, At, Bytes, Received, Count, Datatype),
    shape("delete-file", kNone, Name, Mode),
}};

const Shape& shape_of(ActionKind kind) { return kShapes[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view parameter_name(Parameter parameter) {
  return kTable[static_cast<std::size_t>(parameter)].name;
}

std::string_view action_name(ActionKind kind) { return shape_of(kind).name; }

bool opens_request(ActionKind kind) { return shape_of(kind).request == kOpens; }

bool closes_request(ActionKind kind) { return shape_of(kind).request == kCloses; }

std::span<const Parameter> parameters_of(ActionKind kind) {
  const Shape& shape = shape_of(kind);
  return std::span(shape.parameters).first(shape.count);
}

bool may_be_unknown(Parameter parameter) {
  return kTable[static_cast<std::size_t>(parameter)].may_be_unknown;
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
