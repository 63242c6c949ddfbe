// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QThread>

#include <algorithm>
#include <vector>

namespace bench {

/// Measures the time of each event in the GUI thread; nested events count as part of the outer one.
class TimedApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (QThread::currentThread() != thread())
            return QApplication::notify(receiver, event);
        if (m_depth++ == 0)
            m_clock.start();
        const bool result = QApplication::notify(receiver, event);
        if (--m_depth == 0)
            m_times.push_back(double(m_clock.nsecsElapsed()) / 1e6);
        return result;
    }

    /// The events since the last call.
    struct Work
    {
        size_t events = 0; ///< of at least 0.2 ms: shorter ones only deliver
        double p50 = 0, p95 = 0, longest = 0; ///< ms
    };
    [[nodiscard]] Work takeWork()
    {
        std::vector<double> times;
        times.swap(m_times);
        constexpr double delivery = 0.2;
        std::erase_if(times, [](double time) { return time < delivery; });
        std::sort(times.begin(), times.end());
        const auto at = [&times](double share) {
            return times.empty() ? 0.0 : times[size_t(share * double(times.size() - 1))];
        };
        return {times.size(), at(0.5), at(0.95), at(1.0)};
    }

private:
    QElapsedTimer m_clock;
    int m_depth = 0;
    std::vector<double> m_times; // ms
};

} // namespace bench
