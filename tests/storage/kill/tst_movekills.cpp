// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/kill/killrows.h"
#include "tests/support/testmain.h"

/// Moves that lose what they need at seeded moments.
class TstMoveKills final : public QObject
{
    Q_OBJECT

private slots:
    void survives_data()
    {
        using testing::Way;
        testing::addKillRows({Way::MoveUp, Way::MoveDown, Way::MoveDownBySftp, Way::MoveWithin, Way::MoveHere});
    }
    void survives() { m_rows.survive(); }
    void cleanupTestCase() { m_rows.end(); }

private:
    testing::KillRows m_rows;
};

BATCHDECK_TEST(QCoreApplication, TstMoveKills)

#include "tst_movekills.moc"
