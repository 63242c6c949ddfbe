// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QtGlobal>

#include <deque>

namespace engine {

/// The speed of a run, over its last seconds and over all of it. Only the time in which bytes are brought counts: the
/// time before the first byte does not. One thread.
class TransferSpeed final
{
public:
    void begin(qint64 bytes); ///< forgets the past; \a bytes are brought already
    void restart() { begin(m_samples.back().bytes); } ///< as of now, with the bytes of the last sample
    void add(qint64 bytes); ///< as many are brought by now
    /// Bytes a second over the last 5 seconds; 0: too little time to tell.
    [[nodiscard]] qint64 current() const;
    /// Bytes a second from the first byte to the last; 0: too little time or bytes to tell.
    [[nodiscard]] qint64 mean() const;

private:
    struct Sample
    {
        qint64 ms = 0;
        qint64 bytes = 0;
    };

    std::deque<Sample> m_samples; // of the last seconds; one at least after begin()
    Sample m_first; // the last sample before a byte was brought
    Sample m_last; // the last sample in which the bytes had grown
};

} // namespace engine
