# Everything that all targets share, and plateau_module(), which declares one library of the project.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Headers are included as "plateau/<module>/<file>.hpp" both here and once installed.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/lib ${PROJECT_BINARY_DIR}/include/plateau SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/slurm ${PROJECT_BINARY_DIR}/include/slurm SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/analysis ${PROJECT_BINARY_DIR}/include/analysis SYMBOLIC)

find_package(fmt REQUIRED)

add_library(plateau_options INTERFACE)
# Results must not depend on whether the compiler fused a multiplication with an addition.
# -Wno-restrict: GCC 12 reports std::string concatenation falsely (GCC bug 105651).
target_compile_options(plateau_options INTERFACE -Wall -Wextra -Wpedantic -Wno-restrict -ffp-contract=off)
if(PLATEAU_WARNINGS_AS_ERRORS)
  target_compile_options(plateau_options INTERFACE -Werror)
endif()
if(PLATEAU_SANITIZE)
  target_compile_options(plateau_options INTERFACE -fsanitize=${PLATEAU_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(plateau_options INTERFACE -fsanitize=${PLATEAU_SANITIZE})
endif()

# plateau_module(NAME SOURCES a.cpp ... [DEPENDS module ...] [LINK target ...] [PRIVATE_LINK target ...])
function(plateau_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINK;PRIVATE_LINK" ${ARGN})
  add_library(plateau_${name} STATIC ${arg_SOURCES})
  add_library(plateau::${name} ALIAS plateau_${name})
  set_target_properties(plateau_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(plateau_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM arg_DEPENDS PREPEND plateau::)
  target_link_libraries(plateau_${name} PUBLIC ${arg_DEPENDS} ${arg_LINK}
    PRIVATE $<BUILD_INTERFACE:plateau_options> ${arg_PRIVATE_LINK})
endfunction()
