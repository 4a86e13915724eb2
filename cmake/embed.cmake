# SPDX-License-Identifier: BSD-3-Clause
# cmake -D INPUT=<file> -D OUTPUT=<file> -P embed.cmake: the text of INPUT as a string literal of C++, from
# its first empty line on.
file(READ ${INPUT} text)
string(FIND "${text}" "\n\n" head)
if(head EQUAL -1)
  message(FATAL_ERROR "${INPUT}: no empty line behind the comment at the head")
endif()
math(EXPR begin "${head} + 1")
string(SUBSTRING "${text}" ${begin} -1 text)
if(text MATCHES "\\)embedded\"")
  message(FATAL_ERROR "${INPUT}: has the end of the string literal that it becomes")
endif()
file(WRITE ${OUTPUT} "R\"embedded(${text})embedded\"\n")
