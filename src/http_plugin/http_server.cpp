// SPDX-License-Identifier: BSD-3-Clause
// Speaks HTTP with cpp-httplib (http_plugin/http_server.h). Everything that is asked goes to one
// service; nothing else of the library's routes, files or uploads is used.
#include "http_plugin/http_server.h"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <type_traits>

namespace {

using tarry::http::Answer;
using tarry::http::Request;
using tarry::http::Service;

Request request_of(const httplib::Request& from) {
  Request request;
  request.method = from.method;
  request.path = from.path;
  for (const auto& [name, value] : from.params) request.parameters.emplace_back(name, value);
  request.host = from.get_header_value("Host");
  request.token = from.get_header_value("X-Tarry-Token");
  return request;
}

// A provider of content keeps the library from compressing it, which takes longer than sending.
void put(Answer answer, httplib::Response& to) {
  to.status = answer.status;
  for (const auto& [name, value] : answer.headers) to.set_header(name, value);
  const auto body = std::make_shared<const std::string>(std::move(answer.body));
  if (body->empty()) return;
  to.set_content_provider(body->size(), answer.type,
                          [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(body->data() + offset, length);
                          });
}

class LocalServer final : public tarry::http::Server {
 public:
  explicit LocalServer(int port) {
    constexpr time_t kIdleSeconds = 1;  // stop() waits as long
    server_.set_keep_alive_timeout(kIdleSeconds);
    server_.set_keep_alive_max_count(1000);
    server_.set_tcp_nodelay(true);
    server_.set_payload_max_length(0);
    // The library's own options would let another program take the same port.
    server_.set_socket_options([](int socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    constexpr const char* kHost = "127.0.0.1";
    if (port == 0)
      port_ = server_.bind_to_any_port(kHost);
    else
      port_ = server_.bind_to_port(kHost, port) ? port : -1;
  }

  [[nodiscard]] int port() const override { return port_; }
  bool run(const Service& service) override {
    server_.set_pre_routing_handler([&](const httplib::Request& from, httplib::Response& to) {
      put(service.answer(request_of(from)), to);
      return httplib::Server::HandlerResponse::Handled;
    });
    const bool served = server_.listen_after_bind();
    is_over_ = true;
    return served;
  }
  // The library does nothing if it has not begun to listen.
  void stop() override {
    while (!server_.is_running() && !is_over_)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server_.stop();
  }

 private:
  httplib::Server server_;
  int port_ = -1;
  std::atomic<bool> is_over_ = false;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) tarry::http::Server* tarry_open_server(int port) {
  auto server = std::make_unique<LocalServer>(port);
  return server->port() > 0 ? server.release() : nullptr;
}

static_assert(std::is_same_v<decltype(tarry_open_server), tarry::http::OpenServer>);
