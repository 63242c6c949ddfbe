// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace ui {

/// A folder in the user's cache that only they can look into. It goes with its object, in a thread of its own; what a
/// program left behind that was killed goes when the next one is made.
class PrivateFolder final
{
    Q_DISABLE_COPY_MOVE(PrivateFolder)

public:
    PrivateFolder();
    ~PrivateFolder();

    [[nodiscard]] bool isValid() const { return !m_path.isEmpty(); }
    [[nodiscard]] QString path() const { return m_path; }

private:
    QString m_path;
    std::shared_ptr<QLockFile> m_lock; // beside it: held as long as it is used
};

} // namespace ui
