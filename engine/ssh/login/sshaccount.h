// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// The local user as ssh determines it: by the system's user database, not by $HOME and $USER. Any thread.
struct SshAccount
{
    QString name;
    QString home;
    uint id = 0;

    [[nodiscard]] static SshAccount own();
    /// \a path with a leading "~/" replaced.
    [[nodiscard]] QString expandTilde(const QString &path) const;
};

} // namespace engine
