// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <set>

namespace engine {

class DoublingTimer;

/// The spool files that this computer cannot write or read now. due() asks for a retry of all of them, with a growing
/// delay while retries fail. Thread: one with an event loop.
class StalledTails final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StalledTails)

public:
    StalledTails(std::chrono::milliseconds firstDelay, QObject *parent);

    [[nodiscard]] bool add(quint64 id); ///< true when \a id is new since files began to stall, and is to be reported
    void remove(quint64 id) { m_stalled.erase(id); }
    void clear(); ///< for a retry of all of them now
    [[nodiscard]] bool contains(quint64 id) const { return m_stalled.contains(id); }
    [[nodiscard]] bool isEmpty() const { return m_stalled.empty(); }
    [[nodiscard]] std::size_t count() const { return m_stalled.size(); }

signals:
    void due(); ///< all were removed from here and are to be retried

private:
    std::set<quint64> m_stalled;
    std::set<quint64> m_told; ///< ids added since files began to stall
    DoublingTimer *m_rest;
    QElapsedTimer m_sinceLast; ///< since the last add()
};

} // namespace engine
