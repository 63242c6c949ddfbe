// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/sshfleet.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;

/// The fixture itself, seen by the usual client.
class TstSshFleet final : public QObject
{
    Q_OBJECT

private slots:
    void letsOneKeyInEverywhere()
    {
        SKIP_WITHOUT("sshd");
        const int count = testing::isLongRun() ? 128 : 8;
        testing::SshFleet fleet(count);
        QVERIFY(fleet.start());
        QSet<QString> fingerprints;
        for (int i = 0; i < count; ++i) {
            const testing::SshServer &server = fleet.server(i);
            fingerprints.insert(server.fingerprint());
            QProcess ssh;
            ssh.start(u"ssh"_s,
                      {u"-F"_s, u"/dev/null"_s, u"-i"_s, fleet.identityFile(), u"-o"_s,
                       QString(u"UserKnownHostsFile="_s + fleet.knownHostsFile()), u"-o"_s, u"IdentitiesOnly=yes"_s,
                       u"-o"_s, u"IdentityAgent=none"_s, u"-o"_s, u"BatchMode=yes"_s, u"-o"_s,
                       u"StrictHostKeyChecking=yes"_s, QString(u"ssh://"_s + server.destination()), u"echo in"_s});
            QVERIFY(ssh.waitForFinished(testing::patience));
            QCOMPARE(ssh.readAllStandardOutput(), "in\n");
        }
        QCOMPARE(fingerprints.size(), count);
    }
};

BATCHDECK_TEST(QCoreApplication, TstSshFleet)
#include "tst_sshfleet.moc"
