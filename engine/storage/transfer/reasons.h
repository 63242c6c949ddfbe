// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QHash>
#include <QMutex>
#include <QString>

namespace engine {

/// Why files do not arrive, as far as it is known before it is known that they did not; of the first thousand. Any
/// thread.
class Reasons final
{
public:
    void note(const QByteArray &path, const QString &words)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_words.size() < mostNoted && !m_words.contains(path))
            m_words.insert(path, words);
    }
    [[nodiscard]] QString of(const QByteArray &path) const
    {
        const QMutexLocker lock(&m_mutex);
        return m_words.value(path, QStringLiteral("it did not arrive as it was listed"));
    }

private:
    static constexpr qsizetype mostNoted = 1000;
    mutable QMutex m_mutex;
    QHash<QByteArray, QString> m_words;
};

} // namespace engine
