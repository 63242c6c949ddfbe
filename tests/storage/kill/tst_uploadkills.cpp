// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/kill/killrows.h"
#include "tests/support/testmain.h"

/// Uploads that lose what they need at seeded moments.
class TstUploadKills final : public QObject
{
    Q_OBJECT

private slots:
    void survives_data() { testing::addKillRows({testing::Way::Up, testing::Way::UpBySftp}); }
    void survives() { m_rows.survive(); }
    void cleanupTestCase() { m_rows.end(); }

private:
    testing::KillRows m_rows;
};

BATCHDECK_TEST(QCoreApplication, TstUploadKills)

#include "tst_uploadkills.moc"
