// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QSaveFile>

#include <functional>

namespace ui {

/// A file that takes the place of its target as a whole, or not at all, while somebody still wants it. What is written
/// goes to the disk on the way, so that the end of gigabytes comes soon. One thread.
class SavingFile final
{
    Q_DISABLE_COPY_MOVE(SavingFile)

public:
    SavingFile(const QString &target, std::function<bool()> isWanted);

    bool write(QByteArrayView bytes); ///< false: commit() says why; more has no effect
    /// Errors: IoError; Canceled without words, where nobody wants it.
    [[nodiscard]] engine::Result<void> commit();

private:
    [[nodiscard]] bool sync();

    QSaveFile m_file;
    const std::function<bool()> m_isWanted;
    QString m_reason; ///< where the file itself knows of none
    qint64 m_unsynced = 0;
    bool m_isGood;
};

} // namespace ui
