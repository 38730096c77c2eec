# Text files as strings of the program: octomatch_embed_text(OUTPUT.cpp FUNCTION FILE...) makes a source file with
#   std::vector<std::pair<std::string, std::string>> octomatch::FUNCTION()
# that returns the name (without folder and extension) and the text of each file, in the order given. It is made again
# whenever a file changes, by this same file run as a script.

function(octomatch_embed_text output function)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake)
  add_custom_command(OUTPUT ${output} DEPENDS ${files} ${script}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${function} "-DFILES=${files}" -P ${script}
    COMMENT "Embedding text files for ${function}()" VERBATIM)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  set(entries "")
  foreach(file ${FILES})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME_WE)
    string(APPEND entries "        {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Made by cmake/embed_text.cmake.
#include <string>
#include <utility>
#include <vector>

namespace octomatch {

std::vector<std::pair<std::string, std::string>> ${FUNCTION}() {
    return {
${entries}    };
}

}  // namespace octomatch
")
endif()
