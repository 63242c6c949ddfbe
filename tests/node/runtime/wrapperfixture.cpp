// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/runtime/wrapperfixture.h"

#include "tests/support/parts.h"
#include "tests/support/patience.h"

using namespace Qt::StringLiterals;
using testing::Bench;

void WrapperFixture::initTestCase_data()
{
    QTest::addColumn<QByteArray>("shell");
    for (const QByteArray &shell : testing::shells)
        QTest::newRow(shell.constData()) << shell;
}

void WrapperFixture::init()
{
    QFETCH_GLOBAL(QByteArray, shell);
    m_bench = std::make_unique<Bench>(shell);
    m_attempt = m_bench->attempt(u"machine"_s);
    if (shell != m_shell)
        SKIP_WITHOUT_PART(QString::fromLatin1(shell.split(' ').constFirst()));
    m_shell = shell;
}

void WrapperFixture::cleanup()
{
    // What looks around every five seconds is waited for once, not in every test.
    const bool isMounted = !m_mount.isEmpty();
    if (!QTest::qWaitFor([this] { return m_bench->leftOver().isEmpty(); }, isMounted ? testing::patience : 500)) {
        QVERIFY2(!isMounted, m_bench->leftOver().join('\n').constData());
        m_busy.push_back(std::move(m_bench));
    }
    if (isMounted)
        QCOMPARE(m_bench->sh("umount " + m_mount.toLocal8Bit())->exitCode, 0);
    m_mount.clear();
    m_bench.reset();
}

void WrapperFixture::cleanupTestCase()
{
    for (const auto &bench : m_busy) {
        const bool allGone = QTest::qWaitFor([&bench] { return bench->leftOver().isEmpty(); }, 2 * testing::patience);
        QVERIFY2(allGone, bench->leftOver().join('\n').constData());
    }
    for (const QString &attempt : std::as_const(m_gone))
        QVERIFY2(!QFile::exists(attempt), qPrintable(attempt));
    m_busy.clear();
}

bool WrapperFixture::mountTmpfs(const char *options)
{
    const QString folder = m_bench->home() + u"/jobs"_s;
    if (!QDir().mkpath(folder)
        || m_bench->sh(QByteArray("mount -t tmpfs -o ") + options + " none " + folder.toLocal8Bit())->exitCode != 0)
        return false;
    m_mount = folder;
    return true;
}
