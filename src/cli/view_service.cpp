// SPDX-License-Identifier: BSD-3-Clause
#include "cli/view_service.h"

#include <string_view>
#include <utility>

#include "base/caught.h"

namespace tarry::cli {
namespace {

// Returns the content security policy that the page demands of itself; if it has none, one that
// allows nothing.
std::string policy_of(std::string_view page) {
  constexpr std::string_view kBegin = R"(<meta http-equiv="Content-Security-Policy" content=")";
  constexpr std::string_view kNobodysFrame = "; frame-ancestors 'none'";  // only a header can ask
  const std::size_t at = page.find(kBegin);
  const std::size_t begin = at == std::string_view::npos ? page.size() : at + kBegin.size();
  const std::size_t end = page.find_first_of("\"\r\n", begin);
  if (end == std::string_view::npos) return "default-src 'none'" + std::string(kNobodysFrame);
  return std::string(page.substr(begin, end - begin)) + std::string(kNobodysFrame);
}

// The time it takes does not tell how many letters are right.
bool is_same(std::string_view secret, std::string_view given) {
  unsigned difference = secret.size() == given.size() ? 0 : 1;
  for (std::size_t i = 0; i < secret.size(); ++i)
    difference |= static_cast<unsigned char>(secret[i]) ^
                  static_cast<unsigned char>(i < given.size() ? given[i] : '\0');
  return difference == 0;
}

}  // namespace

ViewService::ViewService(const explorer::Session& session, std::string page, std::string token,
                         int port)
    : session_(session),
      page_(std::move(page)),
      policy_(policy_of(page_)),
      token_(std::move(token)),
      port_(port) {}

std::string ViewService::address() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + token_;
}

explorer::Answer ViewService::unprotected(const http::Request& request) const {
  const std::string port = ':' + std::to_string(port_);
  if (request.host != "127.0.0.1" + port && request.host != "localhost" + port)
    return explorer::failure(403, "this server has another name");
  if (request.method != "GET") return explorer::failure(405, "nothing can be changed here");
  if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  if (!request.path.starts_with("/api/")) return explorer::failure(404, "nothing has this address");
  if (!is_same(token_, request.token))
    return explorer::failure(403, "the token is wrong; open the address that tarry view printed");
  explorer::Parameters parameters;
  for (const auto& [name, value] : request.parameters) parameters.try_emplace(name, value);
  try {
    return session_.answer(request.path, parameters);
  } catch (const std::exception& caught) {  // memory can run out anywhere
    return explorer::failure(500, base::error_of(caught, "").message());
  }
}

http::Answer ViewService::answer(const http::Request& request) const {
  explorer::Answer answer = unprotected(request);
  http::Answer sent{.status = answer.status,
                    .type = std::move(answer.type),
                    .body = std::move(answer.body),
                    .headers = {{"Content-Security-Policy", policy_},
                                {"X-Content-Type-Options", "nosniff"},
                                {"X-Frame-Options", "DENY"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"Cache-Control", "no-store"}}};
  if (sent.status == 405) sent.headers.emplace_back("Allow", "GET");
  return sent;
}

}  // namespace tarry::cli
