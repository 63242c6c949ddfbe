// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/paths.h"

#include <QHash>
#include <QMutex>

namespace engine {

/// Reasons why files do not arrive, which are recorded before it is known that they did not. The first thousand are
/// kept. Paths are those in the staging folder. Any thread.
class Reasons final
{
public:
    void note(const QByteArray &path, const QString &words)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_words.size() >= mostNoted)
            m_isFull = true;
        else if (!m_words.contains(path))
            m_words.insert(path, words);
    }
    void noteEnd(const QByteArray &path) ///< a tool ended at this entry, and did not bring those behind it
    {
        const QMutexLocker lock(&m_mutex);
        m_ofOthers = QStringLiteral("the machine's tar ended at another one: %1").arg(shownPath(pathFromBytes(path)));
    }
    /// Of the nearest folder above that has a reason, as it could not be made; else the path's own.
    [[nodiscard]] QString of(const QByteArray &path) const
    {
        const QMutexLocker lock(&m_mutex);
        const QString own = m_words.value(path, m_ofOthers);
        for (qsizetype end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (const auto above = m_words.constFind(path.first(end)); above != m_words.cend())
                return *above;
        }
        return own;
    }
    [[nodiscard]] bool mayHave(const QByteArray &path) const ///< a reason is kept, or may have been dropped
    {
        const QMutexLocker lock(&m_mutex);
        return m_isFull || m_words.contains(path);
    }

private:
    static constexpr qsizetype mostNoted = 1000;
    mutable QMutex m_mutex;
    QHash<QByteArray, QString> m_words;
    QString m_ofOthers = QStringLiteral("it did not arrive as it was listed");
    bool m_isFull = false;
};

} // namespace engine
