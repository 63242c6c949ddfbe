// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/kill/killrows.h"
#include "tests/support/testmain.h"

/// Copies that lose what they need at seeded moments.
class TstCopyKills final : public QObject
{
    Q_OBJECT

private slots:
    void survives_data()
    {
        using testing::Way;
        testing::addKillRows(
            {Way::Between, Way::BetweenDirect, Way::Within, Way::Here, Way::BetweenBySftp, Way::WithinBySftp});
    }
    void survives() { m_rows.survive(); }
    void cleanupTestCase() { m_rows.end(); }

private:
    testing::KillRows m_rows;
};

BATCHDECK_TEST(QCoreApplication, TstCopyKills)

#include "tst_copykills.moc"
