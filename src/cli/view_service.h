// SPDX-License-Identifier: BSD-3-Clause
// Who gets an answer from `tarry view`, and with which headers. Every page that a browser has open
// can send requests to a local port, so three things are asked for: that the browser was told this
// address and not the name of another site (Host), that whoever asks for data knows the token that
// was printed, and that nothing is to be changed (GET).
#pragma once

#include <string>

#include "explorer/session.h"
#include "http_plugin/http_server.h"

namespace tarry::cli {

// Thread: any.
class ViewService final : public http::Service {
 public:
  // `page` is the explorer; `session` must outlive the service.
  ViewService(const explorer::Session& session, std::string page, std::string token, int port);

  http::Answer answer(const http::Request& request) const override;

  [[nodiscard]] std::string address() const;

 private:
  [[nodiscard]] explorer::Answer unprotected(const http::Request& request) const;

  const explorer::Session& session_;
  std::string page_;
  std::string policy_;
  std::string token_;
  int port_;
};

}  // namespace tarry::cli
