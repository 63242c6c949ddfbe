// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/kill/killrows.h"
#include "tests/support/testmain.h"

/// Downloads that lose what they need at seeded moments.
class TstDownloadKills final : public QObject
{
    Q_OBJECT

private slots:
    void survives_data() { testing::addKillRows({testing::Way::Down, testing::Way::DownBySftp}); }
    void survives() { m_rows.survive(); }
    void cleanupTestCase() { m_rows.end(); }

private:
    testing::KillRows m_rows;
};

BATCHDECK_TEST(QCoreApplication, TstDownloadKills)

#include "tst_downloadkills.moc"
