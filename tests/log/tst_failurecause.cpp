// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/failurecause.h"

#include "tests/support/measure/cputime.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace engine::logcore;
using namespace Qt::StringLiterals;

/// Logs of real crashes, made here, and what is said of them.
class TstFailureCause final : public QObject
{
    Q_OBJECT

private slots:
    void namesTheCause_data();
    void namesTheCause();
    void saysNothingOfOthers_data();
    void saysNothingOfOthers();
    void readsWhatLaunchersPutBefore();
    void leavesWhatWasSurvived();
    void readsManyOfTheSame();
    void prefersTheCauseToItsConsequences();
    void readsWhatCouldNotStart_data();
    void readsWhatCouldNotStart();
    void readsTheExitCode_data();
    void readsTheExitCode();

private:
    /// What a script says, on both streams.
    [[nodiscard]] static std::string logOf(const QByteArray &script)
    {
        QTemporaryDir folder;
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.setWorkingDirectory(folder.path());
        process.start(u"/bin/sh"_s, {u"-c"_s, QString::fromUtf8(script)});
        return process.waitForFinished(2 * testing::patience) ? process.readAll().toStdString() : "it does not end";
    }
};

namespace {

std::string lineOf(const std::string &log, std::int64_t number)
{
    return QByteArray::fromStdString(log).split('\n').value(number).toStdString();
}

std::string repeated(const std::string &text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

void TstFailureCause::namesTheCause_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<FailureKind>("kind");
    QTest::addColumn<bool>("isConsequence");
    QTest::addColumn<QByteArray>("words"); // in the line
    const QString none;
    QTest::newRow("import error") << none << "python3 -c 'print(1)\nimport nowhere.at_all'"_ba
                                  << FailureKind::ImportError << false << "No module named 'nowhere'"_ba;
    QTest::newRow("import error, told as another") << none
                                                   << "python3 -c 'try:\n import nowhere\nexcept ImportError as e:\n"
                                                      " raise RuntimeError(\"install nowhere\") from e'"_ba
                                                   << FailureKind::ImportError << false << "No module named"_ba;
    QTest::newRow("shared library") << none
                                    << "cp /bin/true t && python3 -c \"b = open('t', 'rb').read();"
                                       "open('t', 'wb').write(b.replace(b'libc.so.6', b'libx.so.6'))\"; ./t"_ba
                                    << FailureKind::ImportError << false << "libx.so.6"_ba;
    QTest::newRow("traceback") << none << "python3 -c 'def f(): return {}[\"epoch\"]\nf()'"_ba
                               << FailureKind::PythonTraceback << false << "KeyError: 'epoch'"_ba;
    QTest::newRow("traceback of a worker") << none << R"(python3 -c '
import multiprocessing as m
def work(n): raise ValueError("bad image %d" % n)
if __name__ == "__main__":
    with m.get_context("fork").Pool(2) as pool: pool.map(work, [7])')"_ba
                                           << FailureKind::PythonTraceback << false << "ValueError: bad image 7"_ba;
    QTest::newRow("disk full") << none
                               << "python3 -c 'f = open(\"/dev/full\", \"w\")\nf.write(\"x\" * 100000)\nf.flush()'"_ba
                               << FailureKind::DiskFull << false << "No space left on device"_ba;
    QTest::newRow("disk full, in a shell") << none << "echo begin; head -c 5000 /dev/zero > /dev/full"_ba
                                           << FailureKind::DiskFull << false << "No space left"_ba;
    QTest::newRow("segmentation fault") << none
                                        << "bash -c 'python3 -c \"import ctypes; ctypes.string_at(1)\"; exit 3'"_ba
                                        << FailureKind::SegmentationFault << false << "Segmentation fault"_ba;
    QTest::newRow("segmentation fault, told by Python")
        << none << "python3 -X faulthandler -c 'import ctypes; ctypes.string_at(1)'"_ba
        << FailureKind::SegmentationFault << false << "Fatal Python error: Segmentation fault"_ba;
    QTest::newRow("killed by somebody") << none
                                        << "bash -c 'python3 -c \"import os; os.kill(os.getpid(), 9)\"; exit 3'"_ba
                                        << FailureKind::KilledBySignal << false << "Killed"_ba;
    QTest::newRow("traceback in a subprocess")
        << none
        << "python3 -c 'import subprocess, sys\n"
           "subprocess.run([sys.executable, \"-c\", \"print(1/0)\"], check=True)'"_ba
        << FailureKind::PythonTraceback << false << "ZeroDivisionError: division by zero"_ba;
    QTest::newRow("segmentation fault of a subprocess")
        << none
        << "python3 -c 'import subprocess, sys\n"
           "subprocess.run([sys.executable, \"-c\", \"import ctypes; ctypes.string_at(1)\"], check=True)'"_ba
        << FailureKind::SegmentationFault << false << "SIGSEGV"_ba;
    QTest::newRow("no such module to run")
        << none << "python3 -m nowhere.train"_ba << FailureKind::ImportError << false << "nowhere"_ba;
    QTest::newRow("no such top module to run")
        << none << "python3 -m nowhere"_ba << FailureKind::ImportError << false << "No module named nowhere"_ba;
    QTest::newRow("syntax error") << none << "printf 'def f(:\\n    pass\\n' > t.py; python3 t.py"_ba
                                  << FailureKind::PythonTraceback << false << "SyntaxError: "_ba;
    QTest::newRow("indentation error") << none << "printf 'def f():\\npass\\n' > t.py; python3 t.py"_ba
                                       << FailureKind::PythonTraceback << false << "IndentationError: "_ba;
    QTest::newRow("under what a tracker sums up")
        << none
        << "python3 -c 'import atexit, sys\n"
           "@atexit.register\ndef end():\n for i in range(90): print(\"wandb: \", i, file=sys.stderr)\n"
           "raise ValueError(\"loss is NaN\")'"_ba
        << FailureKind::PythonTraceback << false << "loss is NaN"_ba;
    QTest::newRow("far above the end, as the last thing that mattered")
        << none
        << "python3 -c 'import atexit, sys\n"
           "for i in range(50): print(f\"epoch {i} loss {1/(i+1)}\", flush=True)\n"
           "@atexit.register\ndef end():\n for w in dir(str) + dir(bytes): print(\"released\", w, flush=True)\n"
           "raise ValueError(\"loss is NaN\")'"_ba
        << FailureKind::PythonTraceback << false << "loss is NaN"_ba;
    const auto gloo = [](const char *rankOne) -> QByteArray {
        return QByteArray("MASTER_ADDR=127.0.0.1 MASTER_PORT=$(python3 -c 'import socket; s = socket.socket(); "
                          "s.bind((\"127.0.0.1\", 0)); print(s.getsockname()[1])'); export MASTER_ADDR MASTER_PORT "
                          "GLOO_SOCKET_IFNAME=lo; "
                          "cat > r.py << 'END'\nimport os, sys, torch, torch.distributed as d\n"
                          "rank = int(sys.argv[1])\nd.init_process_group('gloo', rank=rank, world_size=2)\n"
                          "t = torch.ones(4)\nd.all_reduce(t)\nif rank == 1:\n    ")
            + rankOne + "\nd.all_reduce(t)\nEND\n/usr/bin/python3 r.py 1 > 1.log 2>&1 & /usr/bin/python3 r.py 0; wait";
    };
    QTest::newRow("peer lost") << u"torch"_s << gloo("os._exit(3)") << FailureKind::PeerLost << true << "by peer"_ba;
    QTest::newRow("traceback of a rank, and its peer's")
        << u"torch"_s << QByteArray(gloo("raise ValueError('loss is NaN')") + "; cat 1.log")
        << FailureKind::PythonTraceback << false << "loss is NaN"_ba;
    // A stand-in for NCCL, which takes GPUs.
    QTest::newRow("NCCL") << none
                          << "python3 -c 'class DistBackendError(RuntimeError): pass\n"
                             "raise DistBackendError(\"NCCL error in: ProcessGroupNCCL.cpp:1691, unhandled system "
                             "error, NCCL version 2.19.3\\nncclSystemError: System call failed\")'"_ba
                          << FailureKind::Nccl << false << "NCCL version"_ba;
    // A stand-in for a GPU that is full.
    QTest::newRow("no memory on a GPU")
        << none
        << "python3 -c 'class OutOfMemoryError(RuntimeError): pass\n"
           "raise OutOfMemoryError(\"CUDA out of memory. Tried to allocate 2.00 GiB\")'"_ba
        << FailureKind::CudaOutOfMemory << false << "Tried to allocate"_ba;
}

void TstFailureCause::namesTheCause()
{
    QFETCH(QString, part);
    if (!part.isEmpty())
        SKIP_WITHOUT_PART(part);
    QFETCH(QByteArray, script);
    QFETCH(FailureKind, kind);
    QFETCH(bool, isConsequence);
    QFETCH(QByteArray, words);
    const std::string log = logOf(script);
    const auto cause = failureCause(log);
    QVERIFY2(cause, log.c_str());
    QVERIFY2(cause->kind == kind, (std::to_string(int(cause->kind)) + ' ' + log).c_str());
    QCOMPARE(cause->isConsequence, isConsequence);
    QVERIFY2(cause->words.find(words.toStdString()) != std::string::npos, cause->words.c_str());
    QCOMPARE(lineOf(log, cause->line), cause->words);
}

void TstFailureCause::saysNothingOfOthers_data()
{
    QTest::addColumn<QByteArray>("script");
    const std::pair<const char *, const char *> ordinary[] = {
        {"nothing", "true"},
        {"a count", "seq 5000"},
        {"a listing", "ls -la /etc /usr/bin"},
        {"mounts", "cat /proc/mounts /proc/meminfo /proc/cpuinfo"},
        {"environment", "env"},
        {"an epoch a line", "python3 -c 'for e in range(300): print(f\"epoch {e} loss {1/(e+1):.4f} error 0.1\")'"},
        {"a progress bar", "python3 -c 'for i in range(200): print(f\"\\r{i/2:.1f}% killed time\", end=\"\")'"},
        {"warnings", "python3 -W always -c 'import warnings\nfor i in range(9): warnings.warn(\"memory is short\")'"},
        {"logging",
         "python3 -c 'import logging\nlogging.basicConfig(level=10)\nfor i in range(50): "
         "logging.error(\"attempt %d failed, again\", i)'"},
        {"usage", "tar --help; python3 --help; sh -c 'ls --no-such-option'"},
        {"a script that is traced", "set -x; for i in 1 2 3; do test -d /tmp; done"},
        {"a version", "python3 -VV; uname -a; df ."},
        {"a source with all words in it", "printf 'if line == \"Traceback\":\\n  raise x\\n'"},
        {"JSON", "python3 -c 'import json, sys; json.dump({\"rank\": 1, \"error\": None, \"killed\": 0}, sys.stdout)'"},
        {"CSV", "python3 -c 'for i in range(999): print(i, i * i, \"ImportError,Killed\", sep=\",\")'"},
        {"processes", "ps u -p $$,$PPID"},
        {"bytes", "head -c 100000 /dev/urandom"},
        {"a tree", "find /usr/lib/python3 -maxdepth 3 | head -2000"},
        {"a checksum", "sha256sum /bin/*"},
        {"an exit code alone", "echo begin; exit 3"},
        // What tempts: the words are there, and are not why it failed.
        {"a tracker that cannot be reached",
         "python3 -c 'import socket, sys, time\n"
         "for i in range(5):\n print(f\"epoch {i} loss 0.1\")\n"
         " try: socket.create_connection((\"127.0.0.1\", 1))\n"
         " except OSError as e: print(f\"tensorboard: {e}, again later\", file=sys.stderr)\nsys.exit(3)'"},
        {"a tracker's own words",
         "echo \"wandb: Network error (ConnectionError: [Errno 104] Connection reset by peer), entering retry loop.\" "
         "; echo wandb: done; exit 3"},
        {"a program that is shown",
         "cat <<'END'\ntry:\n    step()\nexcept RuntimeError as error:\n"
         "    if \"CUDA out of memory\" in str(error): halve()\n"
         "    if 'No space left on device' in str(error): clean()\nEND\nexit 3"},
        {"a script that looks for words", "set -x; grep -q 'Segmentation fault' /dev/null || exit 3"},
        {"a survived exception",
         "python3 -c 'import logging, sys\n"
         "for i in range(120):\n print(f\"epoch {i} loss {1/(i+1):.4f}\", file=sys.stderr)\n"
         " if i == 40:\n  try: {}[1]\n  except KeyError: logging.exception(\"no checkpoint yet\")\nsys.exit(3)'"},
        {"a full GPU that was survived",
         "for i in $(seq 20); do echo step $i; done; echo 'CUDA out of memory, halving the batch'; "
         "for i in $(seq 21 50); do echo step $i; done; exit 3"},
        {"a full disk that was survived",
         "for i in $(seq 20); do echo step $i; done; head -c 5000 /dev/zero > /dev/full; "
         "for i in $(seq 21 50); do echo step $i; done; exit 3"},
        {"an optional module", "echo 'WARNING: apex is not used: No module named apex'; exit 3"},
        {"a test that passes", "echo 'test_import_error (tests.TestKilled) ... ok'; echo Killed time: 3 s; exit 3"},
        {"what NCCL says of itself",
         "echo 'NCCL INFO NET/Plugin : No plugin found, using internal implementation'; "
         "echo 'NCCL error handling: enabled'; exit 3"},
        {"a port that is not open yet",
         "bash -c 'for i in 1 2 3; do (echo > /dev/tcp/127.0.0.1/1) || echo again; done; exit 3'"},
        {"signals by their names", "bash -c 'kill -l; trap -l; exit 3'"},
        {"the kernel's messages, long ago",
         "echo '[12.3] Out of memory: Killed process 4711 (chrome)'; for i in $(seq 100); do echo step $i; done; exit "
         "3"},
    };
    for (const auto &[name, script] : ordinary)
        QTest::newRow(name) << QByteArray(script);
}

void TstFailureCause::saysNothingOfOthers()
{
    QFETCH(QByteArray, script);
    const std::string log = logOf(script);
    const auto cause = failureCause(log);
    QVERIFY2(!cause, cause ? cause->words.c_str() : "");
}

void TstFailureCause::readsWhatLaunchersPutBefore()
{
    const std::string log = "[1,0]<stderr>:epoch 3\n[1,1]<stderr>:Traceback (most recent call last):\n"
                            "[1,0]<stderr>:epoch 4\n[1,1]<stderr>:  File \"t.py\", line 1, in <module>\n"
                            "[1,1]<stderr>:ModuleNotFoundError: No module named 'x'\n"
                            "mpirun detected that one or more processes exited with non-zero status\n";
    const auto cause = failureCause(log);
    QVERIFY(cause);
    QCOMPARE(int(cause->kind), int(FailureKind::ImportError));
    QCOMPARE(cause->line, 4);
    QCOMPARE(cause->words, "ModuleNotFoundError: No module named 'x'");
}

void TstFailureCause::leavesWhatWasSurvived()
{
    const std::string traceback =
        "Traceback (most recent call last):\n  File \"a.py\", line 1\nOSError: no such host\n";
    const std::string work = repeated("epoch 1 loss 0.1\n", 100);
    QVERIFY(!failureCause(traceback + work));
    const auto cause =
        failureCause(traceback + work + "Traceback (most recent call last):\n  File \"b.py\"\nValueError: nan\n");
    QVERIFY(cause);
    QCOMPARE(cause->words, "ValueError: nan");
}

// Each is a candidate, and each has all others behind it: in no time all the same.
void TstFailureCause::readsManyOfTheSame()
{
    const std::string line = "torch.cuda.OutOfMemoryError: CUDA out of memory.\n";
    const std::string log = repeated(line, int(1024 * 1024 / line.size()));
    const testing::CpuTimer timer;
    QVERIFY(failureCause(log));
    QVERIFY2(timer.seconds() < 5, timer.words());
}

void TstFailureCause::prefersTheCauseToItsConsequences()
{
    const std::string peer =
        "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:598] Connection closed by peer\n";
    const std::string child = "Traceback (most recent call last):\n  File \"run.py\"\n"
                              "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n";
    const auto cause = failureCause(peer + "OSError: [Errno 28] No space left on device\n" + child);
    QVERIFY(cause);
    QCOMPARE(int(cause->kind), int(FailureKind::DiskFull));
    QCOMPARE(cause->line, 1);
    const auto alone = failureCause(peer + child);
    QVERIFY(alone && alone->isConsequence);
    QCOMPARE(int(alone->kind), int(FailureKind::PeerLost));
}

void TstFailureCause::readsWhatCouldNotStart_data()
{
    QTest::addColumn<QByteArray>("script");
    for (const QByteArray shell : {"sh", "bash"}) {
        const auto row = [&shell](const char *name, const QByteArray &before, const QByteArray &command) {
            QTest::addRow("%s, %s", name, shell.constData())
                << QByteArray(before + shell + " -c '" + command + "; code=$?; echo ends; exit $code'");
        };
        row("missing", {}, "no-such-program --x");
        row("a script of nobody's", "printf '#!/no/such\\n' > run; chmod +x run; ", "./run");
        row("no right to run it", "echo > run; ", "./run");
        row("a folder", "mkdir run; ", "./run");
        row("no program", "head -c 100 /dev/zero > run; chmod +x run; ", "./run");
        row("a word too long", {}, "/bin/true $(head -c 140000 /dev/zero | tr \"\\0\" x)");
        row("another's word", {}, "env no-such-program");
    }
}

void TstFailureCause::readsWhatCouldNotStart()
{
    QFETCH(QByteArray, script);
    const std::string log = logOf(script);
    const auto cause = unstartedProgram(log);
    QVERIFY2(cause && cause->kind == FailureKind::NotStarted, log.c_str());
    QVERIFY(!unstartedProgram("epoch 1\nValueError: x\n"));
}

void TstFailureCause::readsTheExitCode_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("outOfMemoryKills");
    QTest::addColumn<int>("kind"); // -1: it says nothing
    QTest::newRow("segmentation fault") << 139 << 1 << int(FailureKind::SegmentationFault);
    QTest::newRow("killed while memory ran out") << 137 << 1 << int(FailureKind::KilledByKernel);
    QTest::newRow("killed") << 137 << 0 << int(FailureKind::KilledBySignal);
    QTest::newRow("asked to end") << 143 << 1 << int(FailureKind::KilledBySignal);
    QTest::newRow("aborted") << 134 << 0 << -1;
    QTest::newRow("interrupted") << 130 << 0 << -1;
    QTest::newRow("a code of its own") << 3 << 1 << -1;
    QTest::newRow("the last one") << 255 << 1 << -1;
}

void TstFailureCause::readsTheExitCode()
{
    QFETCH(int, code);
    QFETCH(int, outOfMemoryKills);
    const auto kind = failureOfExit(code, outOfMemoryKills);
    QTEST(kind ? int(*kind) : -1, "kind");
}

BATCHDECK_TEST(QCoreApplication, TstFailureCause)
#include "tst_failurecause.moc"
