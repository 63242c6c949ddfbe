// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QList>

namespace engine {

/// Where something about a spool file is kept: FOLDER/NAME beside it. Hidden folders are no part of the spool.
[[nodiscard]] QString besideSpool(const QString &spoolPath, const QString &folder);

/// What a spool file is made of. A file on a machine that was rotated, or cut, goes on as another part of its copy.
/// Kept beside it, in .parts/NAME, so that who goes on with the copy knows where. Errors: IoError. Thread: any one.
class SpoolParts final
{
public:
    struct Part
    {
        qint64 begin = 0; ///< in the spool file
        QByteArray inode{}; ///< number of the machine's file, decimal; empty: not known
        bool isAfterLoss = false; ///< of the file before some may be missing
    };
    /// Bytes that are no longer here, but on the machine. Both are beginnings of lines, mostly.
    struct Gap
    {
        qint64 begin = 0;
        qint64 end = 0;
    };

    [[nodiscard]] static SpoolParts of(const QString &spoolPath); ///< one part, from 0 on, when nothing is known
    [[nodiscard]] Result<void> save(const QString &spoolPath) const;

    [[nodiscard]] const Part &last() const { return m_parts.constLast(); }
    [[nodiscard]] const QList<Part> &parts() const { return m_parts; }
    [[nodiscard]] const std::optional<Gap> &gap() const { return m_gap; }

    void setInode(const QByteArray &inode) { m_parts.last().inode = inode; }
    void begin(const Part &part); ///< one that has no bytes yet is replaced
    [[nodiscard]] const QString &source() const { return m_source; } ///< the machine's file; empty: not known
    void setSource(const QString &path) { m_source = path; }
    void setGap(const Gap &gap) { m_gap = gap; }

private:
    QList<Part> m_parts{Part{}};
    std::optional<Gap> m_gap;
    QString m_source;
};

} // namespace engine
