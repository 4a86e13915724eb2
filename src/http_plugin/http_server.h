// SPDX-License-Identifier: BSD-3-Clause
// The interface between `tarry view` and the library that speaks HTTP. It is a library of its own
// because what it needs is large, and every other verb would load it, too. Both sides are of one
// build.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tarry::http {

struct Request {
  std::string method{};  // "GET"
  std::string path{};    // without what follows the question mark; "%20" is a space
  std::vector<std::pair<std::string, std::string>> parameters{};
  std::string host{};   // header Host
  std::string token{};  // header X-Tarry-Token
};

struct Answer {
  int status = 200;
  std::string type;  // of the body, for example "text/html"
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

class Service {
 public:
  virtual ~Service() = default;
  // Throws nothing. Thread: any.
  virtual Answer answer(const Request& request) const = 0;
};

class Server {
 public:
  virtual ~Server() = default;
  [[nodiscard]] virtual int port() const = 0;
  // Answers requests until stop(). Returns false if that failed.
  virtual bool run(const Service& service) = 0;
  // Ends run(), which has been called or will be. Thread: any.
  virtual void stop() = 0;
};

// The function `tarry_open_server` takes a port of 127.0.0.1, any if `port` is 0. Returns nullptr
// if that failed.
inline constexpr const char* kOpenServer = "tarry_open_server";
using OpenServer = Server*(int port);

}  // namespace tarry::http
