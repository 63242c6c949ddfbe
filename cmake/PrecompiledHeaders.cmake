# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Two precompiled headers serve product and tests. A target may reuse one that was made with a part of its macros: what
# does not link Qt Widgets takes qtcore_headers.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "")
add_library(qtcore_headers OBJECT ${PROJECT_BINARY_DIR}/empty.cpp)
target_link_libraries(qtcore_headers PRIVATE project_options Qt6::Core)
target_precompile_headers(qtcore_headers PRIVATE <QtCore/QtCore> <functional> <memory> <optional> <variant> <vector>)
add_library(qtwidgets_headers OBJECT ${PROJECT_BINARY_DIR}/empty.cpp)
target_link_libraries(qtwidgets_headers PRIVATE project_options Qt6::Widgets)
target_precompile_headers(qtwidgets_headers PRIVATE <QtWidgets/QtWidgets> <functional> <memory> <optional> <variant> <vector>)
set_target_properties(qtcore_headers qtwidgets_headers PROPERTIES AUTOMOC OFF UNITY_BUILD OFF)
