// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "tests/engine/job/troublefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/log/failurefinder.h"

using namespace Qt::StringLiterals;
using engine::FailureKind;
using engine::JobSnapshot;
using testing::Node;
using testing::TroubleFixture;

Q_DECLARE_METATYPE(engine::FailureKind)

/// Rank 1 of three really crashes, as the product starts it: what is said of that, and in whose log.
class TstFirstFailure final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void isFoundWithItsRank_data();
    void isFoundWithItsRank();

private:
    /// A group in which alice's processes may take 64 MiB together; empty: the system has none.
    [[nodiscard]] static QByteArray makeMemoryGroup(const Node &node);
    engine::Result<QJsonValue> submit(int nodes);

    std::unique_ptr<TroubleFixture> m_fixture;
};

namespace {

// All lose a tracker, and go on.
const QByteArray program = R"(
import os, socket, sys, time
for epoch in range(40):
    print("epoch", epoch, "loss", 1 / (epoch + 1), flush=True)
try: socket.create_connection(("127.0.0.1", 1))
except OSError as error: print("tensorboard:", error, file=sys.stderr, flush=True)
rank = int(os.environ["RANK"])
)";
const QByteArray others = "while rank != 1: time.sleep(0.1)\n";
// Of which those that go on lose a peer.
const QByteArray sums = "import torch, torch.distributed as d\nd.init_process_group('gloo')\nt = torch.ones(4)\n"
                        "d.all_reduce(t)\nif rank != 1: d.all_reduce(t)\n";

const auto removeGroups =
    u"for g in /sys/fs/cgroup/memory/bd-test /sys/fs/cgroup/bd-test; do [ ! -d $g ] || rmdir $g; done"_s;

} // namespace

void TstFirstFailure::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
    engine::workerPool().setExpiryTimeout(100); // it is waited for after each
}

void TstFirstFailure::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
}

void TstFirstFailure::cleanup()
{
    if (m_fixture && m_fixture->fleet().count() > 0)
        QTRY_VERIFY(m_fixture->node().exec(removeGroups));
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

QByteArray TstFirstFailure::makeMemoryGroup(const Node &node)
{
    return node
        .exec(u"cd /sys/fs/cgroup\n"
              "if [ -e memory/memory.limit_in_bytes ]; then\n"
              "  mkdir memory/bd-test && cd memory/bd-test && echo 64M > memory.limit_in_bytes\n"
              "else\n"
              "  echo +memory > cgroup.subtree_control && mkdir bd-test && cd bd-test && echo 64M > memory.max\n"
              "fi 2> /dev/null && chown alice cgroup.procs && printf %s \"$PWD\""_s)
        .output;
}

engine::Result<QJsonValue> TstFirstFailure::submit(int nodes)
{
    const QJsonObject properties{{u"nodeCount"_s, nodes},
                                 {u"stdOutErrPathPrefix"_s, u"/tmp/out"_s},
                                 {u"pyTorchSettings"_s,
                                  QJsonObject{{u"pythonScriptFilePath"_s, u"/tmp/work.py"_s},
                                              {u"pythonInterpreterPath"_s, u"/usr/bin/python3"_s},
                                              {u"processCount"_s, 3},
                                              {u"communicationBackend"_s, u"gloo"_s}}}};
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
    return m_fixture->call(
        u"job.create"_s,
        {{u"id"_s, TroubleFixture::jobId(u"one"_s)}, {u"cluster"_s, u"desk"_s}, {u"text"_s, QString::fromUtf8(text)}});
}

void TstFirstFailure::isFoundWithItsRank_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QByteArray>("crash"); // of rank 1; GROUP is one of memory
    QTest::addColumn<FailureKind>("kind");
    QTest::addColumn<QString>("words"); // in its log; empty: it has none
    QTest::addColumn<QString>("reason"); // that the job gives; empty: a peer may be quicker to end
    const QByteArray fault = "import ctypes; ctypes.string_at(1)";
    const auto ended = [](int code) { return u"Rank 1 ended with exit code %1."_s.arg(code); };
    for (const int nodes : {1, 3}) {
        const auto row = [nodes](const char *name) -> QTestData & {
            return QTest::addRow("%s, %d", name, nodes) << nodes;
        };
        row("segmentation fault") << fault << FailureKind::SegmentationFault << QString()
                                  << u"Rank 1 was ended by a segmentation fault (exit code 139)."_s;
        row("out of memory") << "open('GROUP/cgroup.procs', 'w').write(str(os.getpid()))\nall = bytearray(256 << 20)"_ba
                             << FailureKind::KilledByKernel << QString()
                             << u"Rank 1 was killed while memory ran out (exit code 137)."_s;
        row("killed by somebody") << "os.kill(os.getpid(), 9)"_ba << FailureKind::KilledBySignal << QString()
                                  << u"Rank 1 was killed by signal 9 (exit code 137)."_s;
    }
    const auto row = [](const char *name) -> QTestData & { return QTest::newRow(name) << 3; };
    row("exception") << "raise ValueError('loss is NaN')"_ba << FailureKind::PythonTraceback
                     << u"ValueError: loss is NaN"_s << ended(1);
    row("import error") << "import nowhere"_ba << FailureKind::ImportError << u"No module named 'nowhere'"_s
                        << ended(1);
    row("module to run") << "os.execlp('python3', 'python3', '-m', 'nowhere')"_ba << FailureKind::ImportError
                         << u"No module named nowhere"_s << ended(1);
    row("disk full") << "open('/small/checkpoint', 'wb').write(bytes(4 << 20))"_ba << FailureKind::DiskFull
                     << u"No space left on device"_s << ended(1);
    row("traceback in a subprocess")
        << "import subprocess\nsubprocess.run([sys.executable, '-c', 'print(1/0)'], check=True)"_ba
        << FailureKind::PythonTraceback << u"ZeroDivisionError"_s << ended(1);
    row("exception that its peers tell of, too")
        << "raise ValueError('loss is NaN')  # torch"_ba << FailureKind::PythonTraceback << u"ValueError: loss is NaN"_s
        << QString();
    row("exit of which only its peers tell")
        << "os._exit(3)  # torch"_ba << FailureKind::PeerLost << u"peer"_s << ended(3);
    row("segmentation fault in a script")
        << "os.execlp('bash', 'bash', '-c', 'python3 -c \"import ctypes; ctypes.string_at(1)\"; exit 3')"_ba
        << FailureKind::SegmentationFault << u"Segmentation fault"_s << ended(3);
}

void TstFirstFailure::isFoundWithItsRank()
{
    QFETCH(int, nodes);
    QFETCH(QByteArray, crash);
    QFETCH(FailureKind, kind);
    QFETCH(QString, words);
    QFETCH(QString, reason);
    const bool isSumming = crash.endsWith("torch");
    if (isSumming)
        SKIP_WITHOUT("torch");
    VERIFY_RESULT(m_fixture->begin(nodes));
    const Node &node = m_fixture->node(nodes == 1 ? 0 : 1);
    QVERIFY(node.exec(u"mkdir /small && mount -t tmpfs -o size=1m,mode=777 none /small"_s));
    if (crash.contains("GROUP")) {
        const QByteArray group = makeMemoryGroup(node);
        if (group.isEmpty())
            SKIP_UNLESS_ALL("no control group of memory can be made here");
        crash.replace("GROUP", group);
    }
    for (int i = 0; i < nodes; ++i)
        QVERIFY(m_fixture->node(i).exec(
            QString(u"cat > /tmp/work.py <<'END'\n"_s
                    + QString::fromUtf8(program + (isSumming ? sums : others) + crash + "\nEND\n"))));
    VERIFY_RESULT(submit(nodes));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QVERIFY(job.state == engine::JobState::Failed);
    if (!reason.isEmpty())
        QCOMPARE(job.reason.englishText(), QString((nodes == 1 ? QString() : u"On n2: "_s) + reason));
    ui::FailureFinder finder(nullptr);
    finder.setJob(job);
    QTRY_VERIFY(finder.isSettled());
    QVERIFY(finder.failure());
    QVERIFY2(finder.failure()->kind == kind, qPrintable(finder.failure()->words));
    QVERIFY2(finder.failure()->words.contains(words), qPrintable(finder.failure()->words));
    QCOMPARE(finder.failure()->line >= 0, !words.isEmpty());
    if (kind == FailureKind::PeerLost) { // which the first one did not
        QVERIFY(job.firstFailure);
        QCOMPARE(job.firstFailure->node, node.name());
        QCOMPARE(job.firstFailure->process, 1);
        QVERIFY2(finder.failure()->file.node != node.name(), qPrintable(finder.failure()->file.node));
        QVERIFY2(finder.failure()->file.name.startsWith(u"stderr-"_s), qPrintable(finder.failure()->file.name));
        return;
    }
    QCOMPARE(QString(finder.failure()->file.node + u'/' + finder.failure()->file.name),
             QString(node.name() + u"/stderr-1.txt"_s));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstFirstFailure)
#include "tst_firstfailure.moc"
