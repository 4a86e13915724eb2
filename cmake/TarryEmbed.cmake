# SPDX-License-Identifier: BSD-3-Clause
# Files that become part of the program: style sheets and scripts of pages, and documents.

# tarry_embed(<target> <file>...): sources of <target> may write
#   constexpr std::string_view kStyle =
#   #include "<folder>/<file>.inc"
#   ;
# with <folder> below src/, or below the project where the file is not in src/: the text of the file from its
# first empty line on, without the comment at its head.
function(tarry_embed target)
  foreach(file IN LISTS ARGN)
    get_filename_component(file ${file} ABSOLUTE)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${file})
    string(REGEX REPLACE "^src/" "" name ${name})
    set(output ${PROJECT_BINARY_DIR}/embedded/${name}.inc)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -D INPUT=${file} -D OUTPUT=${output}
              -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
      DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
      COMMENT "Embedding ${name}"
      VERBATIM)
    target_sources(${target} PRIVATE ${output})
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
