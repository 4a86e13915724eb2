# SPDX-License-Identifier: BSD-3-Clause
# CPack runs this on the installed tree before it packs it. The tarball gets libraries that a bare
# Debian lacks, in lib/tarry/private, which the run paths of the command, of the libraries that read
# traces and of the server of `tarry view` name. The .deb depends on packages instead; its run paths
# are removed, and files that Debian wants compressed are compressed.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(root ${CPACK_TEMPORARY_DIRECTORY}/usr)
  file(RPATH_REMOVE FILE ${root}/bin/tarry)
  file(RPATH_REMOVE FILE ${root}/lib/libtarry-reader.so)
  file(RPATH_REMOVE FILE ${root}/lib/libtarry-trace.so)
  file(RPATH_REMOVE FILE ${root}/lib/tarry/libtarry-http.so)
  file(RPATH_REMOVE FILE ${root}/lib/tarry/tarry-send)
  file(GLOB modules ${root}/lib/tarry/python/tarry_trace/*.so)
  foreach(module IN LISTS modules)
    file(RPATH_REMOVE FILE ${module})
  endforeach()
  string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${root}/share/doc/tarry/changelog
       "tarry (${CPACK_PACKAGE_VERSION}) stable; urgency=medium\n\n  * CHANGELOG.md says what is new.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${day}\n")
  file(GLOB texts ${root}/share/man/man1/*.1)
  execute_process(COMMAND gzip -9n ${texts} ${root}/share/doc/tarry/changelog
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND strip --strip-debug --enable-deterministic-archives
                          ${root}/lib/libtarry-pomp2.a COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

file(GLOB_RECURSE commands ${CPACK_TEMPORARY_DIRECTORY}/tarry ${CPACK_TEMPORARY_DIRECTORY}/*/tarry)
list(FILTER commands INCLUDE REGEX "/bin/tarry$")
list(GET commands 0 command)
get_filename_component(root ${command}/../.. ABSOLUTE)
set(private ${root}/lib/tarry/private)
file(GET_RUNTIME_DEPENDENCIES RESOLVED_DEPENDENCIES_VAR libraries
     EXECUTABLES ${command}
     LIBRARIES ${root}/lib/libtarry-reader.so ${root}/lib/libtarry-trace.so
               ${root}/lib/tarry/libtarry-http.so
     # libraries of the base system, and those that others load into the same process
     POST_EXCLUDE_REGEXES "/lib(c|m|stdc\\+\\+|gcc_s|z|lzma|bz2)\\.so" "/ld-linux")
foreach(library IN LISTS libraries)
  file(INSTALL ${library} DESTINATION ${private} FOLLOW_SYMLINK_CHAIN)
  # The licenses of the libraries must be passed on.
  file(REAL_PATH ${library} real)
  execute_process(COMMAND dpkg-query -S ${real} OUTPUT_VARIABLE owner ERROR_QUIET)
  string(REGEX MATCH "^[^:]+" owner "${owner}")
  if(owner AND EXISTS /usr/share/doc/${owner}/copyright)
    file(COPY_FILE /usr/share/doc/${owner}/copyright ${root}/share/doc/tarry/copyright.${owner})
  endif()
endforeach()
