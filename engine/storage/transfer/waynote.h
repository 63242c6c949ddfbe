// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"

#include <QMutex>

namespace engine {

/// Which way the bytes of a run go, where there is more than one. Any thread.
class WayNote final
{
public:
    void setDirect()
    {
        set(QT_TRANSLATE_NOOP("engine",
                              "Large files go from machine to machine, without passing through this computer."));
    }
    void setThroughHere(const QString &why)
    {
        set({QT_TRANSLATE_NOOP("engine",
                               "All passes through this computer, as there is no way between the machines: %1"),
             {why}});
    }
    void setRestThroughHere(const QString &why) ///< after setDirect()
    {
        set({QT_TRANSLATE_NOOP(
                 "engine", "What was left passes through this computer, as the way between the machines was lost: %1"),
             {why}});
    }
    [[nodiscard]] Message words() const ///< empty: there is one way only, or none was needed yet
    {
        const QMutexLocker lock(&m_mutex);
        return m_words;
    }

private:
    void set(const Message &words)
    {
        const QMutexLocker lock(&m_mutex);
        m_words = words;
    }

    mutable QMutex m_mutex;
    Message m_words;
};

} // namespace engine
