# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Compiler policy is a target that one links; CMAKE_CXX_FLAGS stays the packager's.
# A user's build never stops on a warning; .ci/run and developers set BATCHDECK_WERROR=ON before a tree is configured.
set(BATCHDECK_WERROR "$ENV{BATCHDECK_WERROR}" CACHE BOOL "Treat warnings as errors")
set(BATCHDECK_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them")
set(BATCHDECK_NOT_SANITIZED "" CACHE STRING "What of them is left out, as -fno-sanitize takes it")

add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
target_include_directories(project_options INTERFACE ${PROJECT_SOURCE_DIR})
# QT_FORCE_ASSERTS: Q_ASSERT holds in what users run, too.
target_compile_definitions(project_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_USE_QSTRINGBUILDER QT_FORCE_ASSERTS
    BATCHDECK_VERSION="${PROJECT_VERSION}")
target_compile_options(project_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # a source that is included is taken for a header, in which such a member would be a fault
    target_compile_options(project_options INTERFACE -Wno-subobject-linkage)
endif()
if(BATCHDECK_WERROR)
    target_compile_options(project_options INTERFACE -Werror)
endif()
if(BATCHDECK_SANITIZE)
    target_compile_options(project_options INTERFACE -fsanitize=${BATCHDECK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    if(BATCHDECK_NOT_SANITIZED)
        target_compile_options(project_options INTERFACE -fno-sanitize=${BATCHDECK_NOT_SANITIZED})
    endif()
    target_link_options(project_options INTERFACE -fsanitize=${BATCHDECK_SANITIZE})
    # GCC takes two thirds of the time to compile where AddressSanitizer's checks are calls, and finds the same faults.
    if(BATCHDECK_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(project_options INTERFACE "SHELL:--param asan-instrumentation-with-call-threshold=0")
    endif()
endif()
# ccache needs to see macros through a precompiled header.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(project_options INTERFACE -fpch-preprocess)
endif()

# With CMAKE_UNITY_BUILD, the sources that one CMakeLists.txt lists are compiled together, at most two dozen at a time. So a name
# in an anonymous namespace has to be unique among those only. Call it once all sources of `target` are known.
function(unite_sources_by_folder target)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source)
        cmake_path(GET source PARENT_PATH folder)
        if(NOT source MATCHES "\\.cpp$")
            continue()
        endif()
        while(NOT EXISTS ${folder}/CMakeLists.txt)
            cmake_path(GET folder PARENT_PATH folder)
        endwhile()
        string(MD5 key ${folder})
        if(NOT DEFINED count_${key})
            set(count_${key} 0)
        endif()
        math(EXPR group "${count_${key}} / 24")
        math(EXPR count_${key} "${count_${key}} + 1")
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        string(REPLACE "/" "_" folder "${folder}")
        set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${folder}_${group})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
