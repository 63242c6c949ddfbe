// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTimer>

namespace engine {

/// Single-shot timer whose interval doubles with each startNext(), from the first interval up to the longest. Thread:
/// one with an event loop.
class DoublingTimer final : public QTimer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DoublingTimer)

public:
    static constexpr std::chrono::milliseconds longest = std::chrono::seconds(60);

    DoublingTimer(std::chrono::milliseconds first, QObject *parent);

    void startNext(); ///< starts with the next interval
    void reset() { m_next = m_first; } ///< the next interval is the first one again

private:
    const std::chrono::milliseconds m_first;
    std::chrono::milliseconds m_next;
};

} // namespace engine
