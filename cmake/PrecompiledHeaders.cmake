# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# precompile_qt(headers Core|Widgets): the module's headers, precompiled with the flags of this folder's targets, which take
# them with REUSE_FROM. A target may reuse one that was made with a part of its macros: what does not link Qt Widgets takes
# that of Core.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "")
function(precompile_qt headers module)
    add_library(${headers} OBJECT ${PROJECT_BINARY_DIR}/empty.cpp)
    target_link_libraries(${headers} PRIVATE project_options Qt6::${module})
    target_precompile_headers(${headers} PRIVATE <Qt${module}/Qt${module}> <functional> <memory> <optional> <variant> <vector>)
    set_target_properties(${headers} PROPERTIES AUTOMOC OFF UNITY_BUILD OFF)
endfunction()
precompile_qt(qtcore_headers Core)
precompile_qt(qtwidgets_headers Widgets)
