// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/storage/kill/killfixture.h"

namespace testing {

/// A row a seed and way: "way", "victim", "seed". Each way sees each of its victims.
void addKillRows(const QList<Way> &ways);

/// What the tests of kills have in common: a transfer is struck, and begun again, until it is through. Then both trees
/// are one, nothing half-made is left, what is foreign was not touched, and little was sent twice: more than by a run
/// that nothing struck.
class KillRows
{
public:
    void survive(); ///< the current row
    void end(); ///< tells what was sent twice

private:
    struct Twice
    {
        int strikes = 0;
        qint64 bytes = 0; ///< by all runs
        qint64 most = 0; ///< of it a strike
    };

    std::unique_ptr<KillFixture> m_fixture;
    [[nodiscard]] bool makeFixture(Way way);

    Way m_way = Way::Up;
    qint64 m_onceBytes = 0; // what a run sends that nothing strikes: holes may go, or not
    QMap<Way, Twice> m_twice;
};

} // namespace testing

Q_DECLARE_METATYPE(testing::Way)
Q_DECLARE_METATYPE(testing::Victim)
