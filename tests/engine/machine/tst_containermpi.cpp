// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/engine/recipe/samplefixture.h"
#include "tests/support/hosts/containerstore.h"
#include "tests/support/hosts/nodecontainers.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::linesWith;
using testing::TroubleFixture;

namespace {

// The machine's own Open MPI, ssh and bash, with what they need, on top of the image of all tests, and a program that
// adds up. Without the ways of the fast networks, whose libraries are many.
constexpr char mpiImageScript[] = R"sh(
cd /tmp; mkdir mpi; tar -x -C mpi
cat > sum.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, ranks, length, share, sum = 0;
    char host[MPI_MAX_PROCESSOR_NAME], marker[64] = "";
    FILE *file = fopen("/etc/marker", "r");
    if (!file || !fgets(marker, sizeof marker, file))
        return 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Get_processor_name(host, &length);
    share = (rank + 1) * atoi(argv[1]);
    MPI_Allreduce(&share, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d of %d on %s, node %s, %s: %d %s", rank, ranks, host, getenv("AZ_BATCH_NODE_ID"), argv[2], sum, marker);
    MPI_Finalize();
    return 0;
}
END
mkdir -p mpi/usr/bin; mpicc -o mpi/usr/bin/sum sum.c; rm sum.c
plugins=$(find /usr/lib/*/openmpi/lib/openmpi3 /usr/lib/*/pmix2/lib/pmix -name '*.so' | grep -v -e ucx -e ofi -e openib -e psm -e romio)
programs="$(command -v mpirun) $(command -v orted) $(command -v ssh) $(command -v bash)"
cp -L --parents $programs $plugins mpi
cp -rL --parents /usr/share/openmpi /etc/openmpi /usr/lib/*/pmix2/share mpi
cp -L --parents $(ldd $programs $plugins mpi/usr/bin/sum | grep -o '/[^ ]*\.so[^ ]*' | grep -v :$ | sort -u) mpi
tar -C mpi -c .; rm -rf mpi
)sh";

} // namespace

/// MPI over two machines, in containers of a podman that has no rights of root: ranks of a real Open MPI, which starts
/// them from container to container by SSH.
class TstContainerMpi final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void cleanup();

    void addsUp();
    void endsOnAllNodes();
    void saysWhatTheImageLacks();

private:
    [[nodiscard]] static QString image() { return u"localhost/batchdeck-mpi:1"_s; }
    [[nodiscard]] static bool addImage(const testing::Node &node);
    void submit(const QString &name, const QString &image, const QString &line, QJsonObject more = {});
    [[nodiscard]] static QByteArray story(const JobSnapshot &job);

    std::unique_ptr<TroubleFixture> m_fixture;
};

void TstContainerMpi::initTestCase()
{
    SKIP_WITHOUT_NODES();
    for (const QString &part : {u"podman"_s, u"runc"_s, u"busybox"_s, u"openmpi"_s, u"mpicc"_s})
        SKIP_WITHOUT_PART(part);
    TroubleFixture::warmUp();
    m_fixture = std::make_unique<TroubleFixture>();
    testing::NodeOptions options;
    options.diskMiB = 512;
    VERIFY_RESULT(m_fixture->begin(2, options));
    for (int i = 0; i < 2; ++i) {
        QVERIFY(testing::addContainers(m_fixture->node(i)));
        QVERIFY(addImage(m_fixture->node(i)));
    }
}

void TstContainerMpi::cleanupTestCase()
{
    if (m_fixture)
        m_fixture->stop(); // podman's own first process stays, for all containers of the user
    m_fixture.reset();
}

// No container, no process but podman's own, no key, no mount. What has ended and waits for its parent does not run.
void TstContainerMpi::cleanup()
{
    if (!m_fixture)
        return;
    const QString processes =
        u"ps -u alice -o stat=,args= | sed -n '/^Z/!s/^[^ ]* *//p' | grep -v -e '^podman$' -e catatonit -e dbus-daemon -e '^sshd: alice' -e '^sleep [0-9]' -e '/agent/'"_s;
    const QString files =
        u"grep -l batchdeck: ~alice/.ssh/authorized_keys; ls -d ~alice/.batchdeck/jobs/*/*/a*/*/temp/ssh"
        " ~alice/.batchdeck/jobs/*/*/a*/*/container; grep -h ' /home/.*/jobs/' "
        "/proc/[0-9]*/mountinfo"_s;
    for (int i = 0; i < 2; ++i) {
        const testing::Node &node = m_fixture->node(i);
        QTRY_COMPARE(testing::containersOn(node), QByteArray());
        QTRY_COMPARE(node.exec(processes).output, QByteArray());
        QTRY_COMPARE(node.exec(u"{ "_s + files + u"; } 2>/dev/null"_s).output, QByteArray());
    }
}

bool TstContainerMpi::addImage(const testing::Node &node)
{
    const QString script = u"set -e -o pipefail; mkdir /tmp/image; (set -- /tmp/image\n"_s
        + QString::fromLatin1(testing::ContainerStore::imageScript()) + u") | (set -e\n"_s
        + QString::fromLatin1(mpiImageScript) + u") | runuser -l alice -s /bin/sh -c 'podman import -q - "_s + image()
        + u"' && rmdir /tmp/image"_s;
    const testing::Node::Executed done = node.exec(script, 2 * testing::patience);
    if (!done)
        qInfo("%s", done.output.constData());
    return bool(done);
}

void TstContainerMpi::submit(const QString &name, const QString &image, const QString &line, QJsonObject more)
{
    more[u"nodeCount"_s] = 2;
    more[u"stdOutErrPathPrefix"_s] = u"/tmp/out"_s;
    more[u"containerSettings"_s] = QJsonObject{{u"imageSourceRegistry"_s, QJsonObject{{u"image"_s, image}}}};
    more[u"customMpiSettings"_s] = QJsonObject{{u"commandLine"_s, line}, {u"processCount"_s, 4}};
    const auto submitted =
        m_fixture->call(u"job.create"_s,
                        {{u"id"_s, TroubleFixture::jobId(name)},
                         {u"cluster"_s, u"desk"_s},
                         {u"text"_s, QString::fromUtf8(QJsonDocument(QJsonObject{{u"properties"_s, more}}).toJson())}});
    QVERIFY2(submitted, qPrintable(submitted ? QString() : submitted.error().message.englishText()));
}

QByteArray TstContainerMpi::story(const JobSnapshot &job)
{
    QByteArray text = TroubleFixture::ending(job).toUtf8() + ": " + job.reason.englishText().toUtf8() + '\n';
    for (const engine::LogFileSnapshot &log : job.logs)
        text += "-- " + log.name.toUtf8() + '\n' + testing::contentOf(log.spoolPath);
    return text;
}

// A variable of the document's that would lead podman astray is for the ranks all the same.
void TstContainerMpi::addsUp()
{
    const auto variable = [](const QString &name, const QString &value) {
        return QJsonObject{{u"name"_s, name}, {u"value"_s, value}};
    };
    const QJsonObject more{{u"environmentVariables"_s,
                            QJsonArray{variable(u"FACTOR"_s, u"7\n\"it's\""_s), variable(u"HOME"_s, u"/nowhere"_s)}},
                           {u"secrets"_s, QJsonArray{variable(u"KEY"_s, u"s3 cret"_s)}}};
    submit(u"sum"_s, image(), u"sum \"$FACTOR\" \"$KEY\""_s, more);
    const JobSnapshot job = m_fixture->finished(u"sum"_s);
    QVERIFY2(TroubleFixture::ending(job) == u"succeeded 0"_s, story(job));
    QCOMPARE(linesWith(TroubleFixture::log(job, u"stdout.txt"_s), "rank"),
             (QByteArrayList{"rank 0 of 4 on n1, node n1, s3 cret: 70 in the image",
                             "rank 1 of 4 on n1, node n1, s3 cret: 70 in the image",
                             "rank 2 of 4 on n2, node n2, s3 cret: 70 in the image",
                             "rank 3 of 4 on n2, node n2, s3 cret: 70 in the image"}));
}

void TstContainerMpi::endsOnAllNodes()
{
    submit(u"long"_s, image(), u"sum 1 1 && exec sleep 6000"_s);
    for (int i = 0; i < 2; ++i)
        QTRY_COMPARE_WITH_TIMEOUT(m_fixture->node(i).exec(u"pgrep -cfx 'sleep 6000'"_s).output, "2\n",
                                  2 * testing::patience);
    QVERIFY(m_fixture->call(u"job.terminate"_s, {{u"id"_s, TroubleFixture::jobId(u"long"_s)}}));
    const JobSnapshot job = m_fixture->finished(u"long"_s);
    QVERIFY2(TroubleFixture::ending(job) == u"failed JobTerminatedByUser"_s, story(job));
    for (int i = 0; i < 2; ++i)
        QCOMPARE(m_fixture->node(i).exec(u"pgrep -fx 'sleep 6000'"_s).output, QByteArray());
}

void TstContainerMpi::saysWhatTheImageLacks()
{
    submit(u"bare"_s, testing::ContainerStore::image(), u"sum 1 1"_s);
    const JobSnapshot job = m_fixture->finished(u"bare"_s);
    QVERIFY2(TroubleFixture::ending(job) == u"failed FailedStartingContainer"_s, story(job));
    const QString words = job.errors.constFirst().message.englishText();
    QVERIFY2(words.contains(testing::ContainerStore::image() + u" has no bash, mpirun, ssh"_s), qPrintable(words));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstContainerMpi)
#include "tst_containermpi.moc"
