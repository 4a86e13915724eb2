// SPDX-License-Identifier: BSD-3-Clause
// Reads the lines of a case that say what the analysis must find.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/case_lexer.h"

namespace tarry::trace::synthetic {

class ExpectationParser {
 public:
  // Both must outlive it.
  ExpectationParser(TokenReader& tokens, CaseBuilder& builder)
      : tokens_(tokens), builder_(builder) {}

  // Adds to the case the content of the statement that begins with `first`, an "expect" or
  // "expect-...".
  base::Status run(const Token& first);

 private:
  base::Status supposition(Expectation made, bool balance);
  base::Status finding(Expectation made);
  base::Status ranks_after_on(Expectation& made);
  base::Result<std::string> metric();
  base::Result<double> value(const Token& token, std::string_view prefix);
  base::Status cell(Expectation made);

  TokenReader& tokens_;
  CaseBuilder& builder_;
};

}  // namespace tarry::trace::synthetic
