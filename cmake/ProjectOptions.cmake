# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Compiler policy is a target that one links; CMAKE_CXX_FLAGS stays the packager's.
option(BATCHDECK_WERROR "Treat warnings as errors" OFF)
set(BATCHDECK_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them")

add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
target_include_directories(project_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(project_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_USE_QSTRINGBUILDER
    BATCHDECK_VERSION="${PROJECT_VERSION}")
target_compile_options(project_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(BATCHDECK_WERROR)
    target_compile_options(project_options INTERFACE -Werror)
endif()
if(BATCHDECK_SANITIZE)
    target_compile_options(project_options INTERFACE -fsanitize=${BATCHDECK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(project_options INTERFACE -fsanitize=${BATCHDECK_SANITIZE})
endif()
# ccache needs to see macros through a precompiled header.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(project_options INTERFACE -fpch-preprocess)
endif()
