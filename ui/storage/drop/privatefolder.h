// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace ui {

/// A folder in the user's cache with mode 0700. Removed with its object, in a worker. Folders of killed processes are
/// removed when the next one is created.
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
    std::shared_ptr<QLockFile> m_lock; // lock file beside the folder, held while it is used
};

} // namespace ui
