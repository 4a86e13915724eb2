// SPDX-License-Identifier: BSD-3-Clause
#include "cli/view_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace tarry::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kPage =
    "<html><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "script-src 'sha256-x='\"></head></html>";

class ViewServiceTest : public testing::Test {
 protected:
  http::Answer get(http::Request request) {
    if (request.method.empty()) request.method = "GET";
    if (request.host.empty()) request.host = "127.0.0.1:81";
    return service.answer(request);
  }

  explorer::Session session{{}};
  ViewService service{session, kPage, "abc", 81};
};

TEST_F(ViewServiceTest, PageNeedsNoToken) {
  const http::Answer answer = get({.path = "/"});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, kPage);
  EXPECT_EQ(get({.path = "/", .host = "localhost:81"}).status, 200);
  EXPECT_EQ(service.address(), "http://127.0.0.1:81/?token=abc");
}

TEST_F(ViewServiceTest, DataNeedTheToken) {
  EXPECT_EQ(get({.path = "/api/session", .token = "abc"}).status, 200);
  for (const char* token : {"", "a", "abd", "abcd", "ABC"})
    EXPECT_EQ(get({.path = "/api/session", .token = token}).status, 403) << token;
  EXPECT_EQ(get({.path = "/api/session", .parameters = {{"token", "abc"}}}).status, 403);
}

TEST_F(ViewServiceTest, OtherNamesOfTheServerAreRefused) {
  for (const char* host : {"evil.example", "127.0.0.1", "127.0.0.1:82", "localhost", "localhost:8",
                           "127.0.0.1:81.evil.example", "[::1]:81"})
    for (const char* path : {"/", "/api/session"})
      EXPECT_EQ(get({.path = path, .host = host, .token = "abc"}).status, 403) << host;
}

TEST_F(ViewServiceTest, OnlyGetIsAnswered) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS"})
    EXPECT_EQ(get({.method = method, .path = "/api/session", .token = "abc"}).status, 405);
}

TEST_F(ViewServiceTest, NothingElseIsServed) {
  for (const char* path : {"", "/index.html", "/etc/passwd", "/../etc/passwd", "//", "/api",
                           "/api/../../etc/passwd", "/api/nothing"})
    EXPECT_EQ(get({.path = path, .token = "abc"}).status, 404) << path;
}

TEST_F(ViewServiceTest, EveryAnswerHasTheHeaders) {
  for (const char* path : {"/", "/nothing", "/api/session"}) {
    const http::Answer answer = get({.path = path});
    std::map<std::string, std::string> headers(answer.headers.begin(), answer.headers.end());
    EXPECT_EQ(headers["Content-Security-Policy"],
              "default-src 'none'; script-src 'sha256-x='; frame-ancestors 'none'");
    EXPECT_EQ(headers["X-Content-Type-Options"], "nosniff");
    EXPECT_EQ(headers["Referrer-Policy"], "no-referrer");
    EXPECT_EQ(headers["Cache-Control"], "no-store");
  }
}

TEST_F(ViewServiceTest, APageWithoutAPolicyMayDoNothing) {
  for (const char* page :
       {"<html></html>", "", "<meta http-equiv=\"Content-Security-Policy\" content=\"no end"}) {
    const ViewService other(session, page, "abc", 81);
    const http::Answer answer =
        other.answer({.method = "GET", .path = "/", .host = "localhost:81"});
    EXPECT_EQ(answer.headers[0].second, "default-src 'none'; frame-ancestors 'none'");
  }
}

}  // namespace
}  // namespace tarry::cli
