// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFile>

#include <string>

namespace engine {

/// The bytes of \a path as the file system has them, for code without Qt.
[[nodiscard]] inline std::string pathBytes(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

} // namespace engine
