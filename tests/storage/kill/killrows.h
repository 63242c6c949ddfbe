// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/storage/kill/killfixture.h"

namespace testing {

/// Adds a row for each way and seed, with columns "way", "victim" and "seed". Each way gets each of its victims.
void addKillRows(const QList<Way> &ways);

/// Common part of the kill tests: breaks a transfer and starts it again until it completes. Then both trees are equal,
/// no partial files are left, foreign files are unchanged, and few bytes were sent twice, compared with an undisturbed
/// run.
class KillRows
{
public:
    void survive(); ///< tests the current row
    void end(); ///< prints the bytes that were sent twice

private:
    struct Twice
    {
        int strikes = 0;
        qint64 bytes = 0; ///< sent twice by all runs
        qint64 most = 0; ///< the largest number for one strike
    };

    std::unique_ptr<KillFixture> m_fixture;
    [[nodiscard]] bool makeFixture(Way way);

    Way m_way = Way::Up;
    qint64 m_onceBytes = 0; // sent by an undisturbed run, which may or may not send holes
    QMap<Way, Twice> m_twice;
};

} // namespace testing

Q_DECLARE_METATYPE(testing::Way)
Q_DECLARE_METATYPE(testing::Victim)
