// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace engine {

/// The copy of a machine's file: append only, opened at the first use. Bytes of a write that fails halfway stay; they
/// are a prefix, and size() counts them. Errors: IoError, with words for a full disk. Thread: any one.
class SpoolFile final
{
    Q_DISABLE_COPY_MOVE(SpoolFile)

public:
    explicit SpoolFile(QString path);
    ~SpoolFile();

    [[nodiscard]] bool exists() const;
    [[nodiscard]] qint64 size() const { return m_size; }
    [[nodiscard]] QByteArray end(qint64 length) const; ///< its last bytes; fewer where it cannot be read
    [[nodiscard]] Result<void> create(); ///< an empty one, with its folders, when there is none
    [[nodiscard]] Result<void> append(const QByteArray &bytes);

private:
    [[nodiscard]] Error error(int number) const;

    QString m_path;
    qint64 m_size = 0;
    int m_descriptor = -1;
};

} // namespace engine
