// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/measure/resources.h"
#include "tests/support/patience.h"

#include <QThreadPool>

namespace testing {

/// An engine with machines n1, n2… that may lose power, cable, disk or sshd; checks at the end that nothing is left
/// behind. Must be the first object of a test, since it compares the resources of this process with those at its
/// construction.
class TroubleFixture : public SshFixture
{
public:
    TroubleFixture() { setOutputFolder(QStringLiteral("/tmp/out")); }

    [[nodiscard]] NodeFleet &fleet() { return m_fleet; }
    [[nodiscard]] Node &node(int index = 0) const { return m_fleet.node(index); }

    /// Starts \a count machines, all in the cluster "desk", and the engine.
    engine::Result<QJsonValue> begin(int count, const NodeOptions &options = {})
    {
        if (!m_fleet.up(count, options) || !start())
            return engine::Error::of(engine::ErrorCode::Internal, "The machines did not start.");
        QStringList names;
        for (int i = 0; i < count; ++i) {
            names.append(node(i).name());
            if (const auto added = addMachine(names.constLast(), Door::of(node(i))); !added)
                return added;
        }
        return makeCluster(names);
    }
    using EngineFixture::begin;

    [[nodiscard]] QString link(const QString &machine)
    {
        const auto answer = this->machine(machine);
        return answer ? extension(*answer).value(QStringLiteral("link")).toString() : QString();
    }
    [[nodiscard]] QString linkWords(const QString &machine)
    {
        const auto answer = this->machine(machine);
        return answer
            ? engine::Message::fromJson(extension(*answer).value(QStringLiteral("linkReason")).toObject()).englishText()
            : QString();
    }
    [[nodiscard]] static QJsonObject extension(const QJsonValue &document)
    {
        return document[QStringLiteral("properties")][QStringLiteral("x-batchdeck")].toObject();
    }

    /// State, error code and exit code of a job: "failed JobFailed 3", "succeeded 0", "running".
    [[nodiscard]] static QString ending(const engine::JobSnapshot &job)
    {
        QStringList words{engine::toString(job.state)};
        for (const engine::JobError &error : job.errors)
            words.append(error.code);
        if (job.exitCode)
            words.append(QString::number(*job.exitCode));
        return words.join(u' ');
    }

    /// The content of the job's file \a name on the machine.
    [[nodiscard]] static QByteArray original(const Node &node, const engine::JobSnapshot &job, const QString &name)
    {
        const QString folder = extension(job.document).value(QStringLiteral("directory")).toString();
        return node.exec(QString(QStringLiteral("cat '") + folder + QStringLiteral("/stdouterr/") + name + u'\''))
            .output;
    }

    /// True when the first attempt's exit record is on the machine.
    static bool hasEnded(const Node &node)
    {
        return bool(node.exec(QStringLiteral("[ -e ~alice/.batchdeck/jobs/*/*/a1/*/exit ]")));
    }

    /// Lets a job continue that waits for /tmp/go on \a node.
    static bool open(const Node &node) { return bool(node.exec(QStringLiteral("touch /tmp/go"))); }
    [[nodiscard]] static QString waitForGo() { return QStringLiteral("until [ -e /tmp/go ]; do sleep 0.1; done; "); }

    /// Ends engine and machines; returns what was left behind, or nothing.
    QByteArray end()
    {
        stop();
        QByteArray left;
        for (int i = 0; i < m_fleet.count(); ++i) {
            const auto isQuiet = [&] { return (left = leftOn(node(i))).isEmpty(); };
            if (!QTest::qWaitFor(isQuiet, testing::patience))
                return node(i).name().toLatin1() + " has " + left;
        }
        m_fleet.down();
        Resources now;
        const auto isBack = [&] {
            now = Resources();
            return now.descriptors <= m_before.descriptors && now.threads <= m_before.threads;
        };
        if (QTest::qWaitFor(isBack, testing::patience))
            return {};
        return QByteArray::number(now.descriptors - m_before.descriptors) + " descriptors, "
            + QByteArray::number(now.threads - m_before.threads) + " threads";
    }

    /// Creates what a process creates once and keeps, and makes idle threads end soon, so that neither counts as left
    /// behind.
    static void warmUp()
    {
        QThreadPool::globalInstance()->setExpiryTimeout(100);
        SshFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(!fixture.addMachine(QStringLiteral("none"), {QStringLiteral("127.0.0.1:1"), {}, {}, {}}));
    }

private:
    /// Sessions of sshd, and processes of the user that belong to no session.
    static QByteArray leftOn(const Node &node)
    {
        return node
            .exec(QStringLiteral("ps -e -o user=,args= | grep -E '^alice|sshd: (alice|unknown|\\[)' "
                                 "| grep -v grep"))
            .output;
    }

    Resources m_before; // the first member: measured before the fleet exists
    NodeFleet m_fleet;
};

} // namespace testing
