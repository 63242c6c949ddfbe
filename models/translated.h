// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QCoreApplication>

/// Words of functions that belong to no class, in the reader's language, by the contexts that translations know.
namespace models {

[[nodiscard]] inline QString translated(const char *source)
{
    return QCoreApplication::translate("models", source);
}

namespace documents {

[[nodiscard]] inline QString tr(const char *text)
{
    return QCoreApplication::translate("models::Documents", text);
}

} // namespace documents

namespace transfers {

[[nodiscard]] inline QString tr(const char *text)
{
    return QCoreApplication::translate("models::transfer", text);
}

} // namespace transfers

} // namespace models
