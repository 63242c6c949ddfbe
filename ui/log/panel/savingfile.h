// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QSaveFile>

#include <functional>

namespace ui {

/// Writes a file that replaces its target as a whole in commit(), or not at all; can be canceled. Syncs to the disk
/// during writing, so that commit() of gigabytes is fast. One thread.
class SavingFile final
{
    Q_DISABLE_COPY_MOVE(SavingFile)

public:
    SavingFile(const QString &target, std::function<bool()> isWanted);

    bool write(QByteArrayView bytes); ///< false: failed, commit() returns the error; further calls have no effect
    /// Errors: IoError; Canceled without a message.
    [[nodiscard]] engine::Result<void> commit();

private:
    [[nodiscard]] bool sync();

    QSaveFile m_file;
    const std::function<bool()> m_isWanted;
    QString m_reason; ///< of an error that m_file does not report
    qint64 m_unsynced = 0;
    bool m_isGood;
};

} // namespace ui
