# SPDX-License-Identifier: BSD-3-Clause
# Traces that other tools wrote, one folder for each with traces.otf2 and, where known,
# reference.json and profile.cubex. They are not part of the source tree; without them the tests
# that need them are skipped. The variable of the same name in the environment of a test takes
# precedence.

set(TARRY_TRACES "" CACHE PATH "Folder of traces to test with; empty: ../shared/traces if there")
set(TARRY_TRACES_FOLDER "${TARRY_TRACES}")
get_filename_component(sibling ${PROJECT_SOURCE_DIR}/../shared/traces ABSOLUTE)
if(NOT TARRY_TRACES_FOLDER AND IS_DIRECTORY ${sibling})
  set(TARRY_TRACES_FOLDER ${sibling})
endif()

set(TARRY_TRACES_ARGUMENT ${TARRY_TRACES_FOLDER})
if(NOT TARRY_TRACES_ARGUMENT)
  set(TARRY_TRACES_ARGUMENT none)  # an empty argument would get lost
endif()
