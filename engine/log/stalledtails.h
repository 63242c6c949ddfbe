// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <set>

namespace engine {

class DoublingTimer;

/// The files that this computer cannot write, or read, now. They rest, are tried again soon, and more rarely while that
/// leads to nothing. Thread: one with an event loop.
class StalledTails final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StalledTails)

public:
    StalledTails(std::chrono::milliseconds firstDelay, QObject *parent);

    [[nodiscard]] bool add(quint64 id); ///< true: for the first time since files began to stall
    void remove(quint64 id) { m_stalled.erase(id); }
    void clear(); ///< all of them are tried again now
    [[nodiscard]] bool contains(quint64 id) const { return m_stalled.contains(id); }
    [[nodiscard]] bool isEmpty() const { return m_stalled.empty(); }
    [[nodiscard]] std::size_t count() const { return m_stalled.size(); }

signals:
    void due(); ///< none is here any more: they are to be tried again

private:
    std::set<quint64> m_stalled;
    std::set<quint64> m_told; ///< all that add() was called for since files began to stall
    DoublingTimer *m_rest;
    QElapsedTimer m_sinceLast; ///< was added
};

} // namespace engine
