// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/hosts/containerstore.h"
#include "tests/support/hosts/nodecontainers.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::TroubleFixture;

/// Jobs in containers of a podman that has no rights of root, which keeps name spaces of its own from its first
/// container on, beside what a job mounts.
class TstNodeContainers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void seesWhatWasMountedLater();
    void neverWritesBelowAMount();

private:
    void begin(const QString &before);
    [[nodiscard]] JobSnapshot run(const QString &name);

    std::unique_ptr<TroubleFixture> m_fixture;
};

void TstNodeContainers::initTestCase()
{
    SKIP_WITHOUT_NODES();
    SKIP_WITHOUT("sshfs");
    SKIP_WITHOUT("podman");
    SKIP_WITHOUT("runc");
    SKIP_WITHOUT("busybox");
    TroubleFixture::warmUp();
}

void TstNodeContainers::cleanup()
{
    if (!m_fixture)
        return;
    QTRY_COMPARE(testing::containersOn(m_fixture->node()), QByteArray());
    QCOMPARE(m_fixture->node().exec(u"grep -h ' /home/.*/jobs/' /proc/[0-9]*/mountinfo 2>/dev/null"_s).output,
             QByteArray());
    m_fixture->stop(); // podman's own first process stays, for all containers of the user
    m_fixture.reset();
}

void TstNodeContainers::begin(const QString &before)
{
    m_fixture = std::make_unique<TroubleFixture>();
    VERIFY_RESULT(m_fixture->begin(1));
    QVERIFY(
        m_fixture->node().exec(QString(before
                                       + u"mkdir -p /srv && chmod 777 /srv && cd /tmp && printf '#!/bin/sh\\nexec "
                                         "/usr/lib/openssh/sftp-server\\n' > file-server && chmod 755 file-server"_s)));
    QVERIFY(testing::addContainers(m_fixture->node())); // and podman has begun
}

JobSnapshot TstNodeContainers::run(const QString &name)
{
    const QJsonObject server{{u"mountCommand"_s, u"sshfs -o ssh_command=/tmp/file-server local:/srv"_s},
                             {u"relativeMountPath"_s, u"server"_s}};
    const QJsonObject registry{{u"image"_s, testing::ContainerStore::image()}};
    const QJsonObject properties{{u"containerSettings"_s, QJsonObject{{u"imageSourceRegistry"_s, registry}}},
                                 {u"mountVolumes"_s, QJsonObject{{u"unmanagedFileSystems"_s, QJsonArray{server}}}}};
    const auto submitted =
        m_fixture->submit(name, u"cat /etc/marker > $AZ_BATCHAI_JOB_MOUNT_ROOT/server/%1"_s.arg(name), properties);
    if (!submitted)
        qInfo("%s", qPrintable(submitted.error().message.englishText()));
    return m_fixture->finished(name);
}

void TstNodeContainers::seesWhatWasMountedLater()
{
    begin({});
    const JobSnapshot job = run(u"one"_s);
    QVERIFY2(TroubleFixture::ending(job) == u"succeeded 0"_s, qPrintable(job.reason.englishText()));
    QCOMPARE(m_fixture->node().exec(u"cat /srv/one"_s).output, "in the image\n");
}

void TstNodeContainers::neverWritesBelowAMount()
{
    begin(u"mount --make-rprivate / && "_s);
    const JobSnapshot job = run(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed FailedStartingContainer"_s);
    const QString words = job.errors.constFirst().message.englishText();
    QVERIFY2(words.contains(u"/temp/mounts/server"_s) && words.contains(u"\"podman system migrate\""_s),
             qPrintable(words));
    // What it advises helps.
    QVERIFY(m_fixture->node().exec(u"mount --make-rshared / && runuser -l alice -c 'podman system migrate'"_s));
    for (const QString &name : {u"two"_s, u"three"_s}) {
        QCOMPARE(TroubleFixture::ending(run(name)), u"succeeded 0"_s);
        QCOMPARE(m_fixture->node().exec(u"cat /srv/"_s + name).output, "in the image\n");
    }
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstNodeContainers)
#include "tst_nodecontainers.moc"
