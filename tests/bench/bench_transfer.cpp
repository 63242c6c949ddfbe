// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Uploads and downloads against what people use for them, to one real sshd, by turns, medians: a large file, a tree of
// small files, and that tree again after a thousandth of it changed. All with the same cipher and with host keys
// checked; ours with progress, verification and a part name on top. The console stays logged in, and keeps the sessions
// of a transfer, or of its preview, for the next: "after a pause" there are none, and each is a login. bench_transfer
// [MIB [FILES [ROUNDS]]]; with BATCHDECK_LONG 2048, 20000 and 5. TMPDIR should be in memory. "farlink 10 bench_transfer
// …" does it over a way of 20 ms, for which there are goals of its own (docs/measurements.md).

#include "engine/storage/transfer/queue/preview.h"
#include "tests/bench/turns.h"
#include "tests/storage/transferfixture.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <sys/resource.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

double processorTime()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

struct Peer
{
    enum class Start { Kept, Preview, Pause }; // whose sessions there are; none

    const char *name;
    std::function<bool()> go;
    Start start = Start::Kept;
    const char *goal = ""; // at least as many times ours, on a short way
    QList<double> seconds = {};
};

class Bench
{
public:
    Bench() : m_options(" -F /dev/null -c aes128-gcm@openssh.com -o IdentityAgent=none -o BatchMode=yes") { }

    [[nodiscard]] bool open()
    {
        if (!m_fixture.start())
            return false;
        m_options += " -i " + m_fixture.server().identityFile().toLatin1()
            + " -o UserKnownHostsFile=" + m_fixture.server().knownHostsFile().toLatin1();
        m_port = QByteArray::number(m_fixture.server().port());
        m_at = testing::SshServer::user().toLatin1() + '@' + m_fixture.server().address().toLatin1();
        m_remote = ":sftp,host=" + m_fixture.server().address().toLatin1() + ",port=" + m_port + ",user="
            + testing::SshServer::user().toLatin1() + ",key_file=" + m_fixture.server().identityFile().toLatin1()
            + ",known_hosts_file=" + m_fixture.server().knownHostsFile().toLatin1() + ':';
        return true;
    }

    bool upload(const QByteArray &name, ConflictRule rule = ConflictRule::Replace)
    {
        return run(*m_fixture.copy(testing::TransferWay::Up, plan(true, name, rule)));
    }

    bool download(const QByteArray &name, ConflictRule rule = ConflictRule::Replace)
    {
        return run(*m_fixture.copy(testing::TransferWay::Down, plan(false, name, rule)));
    }

    void preview(const QByteArray &name)
    {
        const std::shared_ptr<RemoteHost> target = m_fixture.machine().host();
        const Preview preview(m_fixture.plan(true, {name}), {}, bulkTo(target), preparationFor({{}, target}));
        while (!preview.isDone())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    bool run(TransferRun &transfer)
    {
        const double before = processorTime();
        const auto done = transfer.run();
        m_processor.append(processorTime() - before);
        if (!done)
            qWarning().noquote() << done.error().message.englishText() << done.error().technical;
        return done && transfer.failed().count() == 0;
    }

    bool shell(const QByteArray &script)
    {
        QByteArray line = script;
        line.replace("RCLONE", "rclone --config /dev/null -q --sftp-disable-hashcheck copyto")
            .replace("REMOTE", m_remote)
            .replace("SFTP", QByteArray("sftp -q -b - -P " + m_port + m_options + ' '))
            .replace("SSHP", QByteArray("ssh -p " + m_port + m_options + ' '))
            .replace("SCP", QByteArray("scp -q -P " + m_port + m_options + ' '))
            .replace("AT", m_at);
        return m_fixture.run("{ " + line + " ;} >/dev/null 2>errors && echo good").trimmed() == "good";
    }

    void compare(const QByteArray &what, QList<Peer> ways, int rounds, const QByteArray &reset, const QByteArray &name)
    {
        for (int round = 0; round <= rounds; ++round) {
            for (Peer &way : ways) {
                m_fixture.run(reset);
                if (way.start != Peer::Start::Kept && !m_fixture.machine().reconnect())
                    qFatal("no way to the machine");
                if (way.start == Peer::Start::Preview)
                    preview(name);
                QElapsedTimer clock;
                clock.start();
                if (!way.go())
                    qFatal("%s failed: %s", way.name, m_fixture.run("cat errors").constData());
                if (round > 0) // the first warms up
                    way.seconds.append(double(clock.nsecsElapsed()) / 1e9);
                if (m_fixture.run("diff -r here/" + name + " there/" + name + " && echo same") != "same\n")
                    qFatal("%s brought something else", way.name);
            }
        }
        bench::tell(what, ways);
        testing::measured("processor time here, ours", u"%1 s"_s.arg(bench::median(m_processor), 0, 'f', 3));
        m_processor.clear();
    }

    testing::TransferFixture &fixture() { return m_fixture; }

private:
    /// Of a transfer of its own, which puts what it replaces into a folder of its own.
    TransferPlan plan(bool isUpload, const QByteArray &name, ConflictRule rule)
    {
        TransferPlan plan = m_fixture.plan(isUpload, {name}, rule);
        plan.stage += QByteArray::number(++m_transfers);
        return plan;
    }

    testing::TransferFixture m_fixture;
    int m_transfers = 0;
    QByteArray m_options;
    QByteArray m_port, m_at;
    QByteArray m_remote; // for rclone
    QList<double> m_processor;
};

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

void compareDownloads(Bench &bench, int mebibytes, int files, int rounds)
{
    auto &fixture = bench.fixture();
    const QByteArray there = fixture.there().toUtf8();
    fixture.run("rm -rf here/* there/*");
    if (mebibytes > 0) {
        fixture.run("head -c " + number(qint64(mebibytes) * 1024 * 1024) + " /dev/urandom > there/large");
        bench.compare(
            "back: a file of " + number(mebibytes) + " MiB",
            {{"ours", [&] { return bench.download("large"); }},
             {"ours after a pause", [&] { return bench.download("large"); }, Peer::Start::Pause},
             {"ssh cat", [&] { return bench.shell("SSHP AT 'cat " + there + "/large' > here/large"); },
              Peer::Start::Kept, "1.0x"},
             {"scp", [&] { return bench.shell("SCP AT:" + there + "/large here/large"); }},
             {"sftp", [&] { return bench.shell("echo get " + there + "/large here/large | SFTP AT"); }},
             {"rclone", [&] { return bench.shell("RCLONE REMOTE" + there + "/large here/large"); }},
             {"rsync", [&] { return bench.shell("rsync -a -W -e 'SSHP' AT:" + there + "/large here/large"); }}},
            rounds, "rm -f here/large", "large");
    }
    if (files > 0) {
        fixture.run("mkdir there/tree; cd there/tree; for d in $(seq " + number(qMax(files / 20, 1))
                    + "); do mkdir $d; head -c 81920 /dev/urandom | split -b 4096 -a 2 - $d/f; done");
        const QList<Peer> ways{{"ours", [&] { return bench.download("tree"); }},
                               {"ours after a pause", [&] { return bench.download("tree"); }, Peer::Start::Pause},
                               {"rsync", [&] { return bench.shell("rsync -a -e 'SSHP' AT:" + there + "/tree here/"); }},
                               {"tar | ssh tar", [&] {
                                    return bench.shell("SSHP AT 'tar -C " + there + " -cf - tree' | tar -C here -xf -");
                                }}};
        bench.compare("back: " + number(files) + " files of 4 KiB", ways, rounds, "rm -rf here/tree", "tree");
        const QByteArray change =
            "cd here && rm -rf tree && cp -a ../there/tree tree && cd ../there/tree && n=0; for f in "
            "*/faa; do n=$((n+1)); [ $((n % 50)) = 1 ] || continue; head -c 4096 /dev/urandom > $f; "
            "touch -d @$((1500000000 + RANDOM * 9000 + RANDOM)) $f; done";
        bench.compare("back: a thousandth of them changed", ways.first(3), rounds, change, "tree");
    }
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const bool isLong = testing::isLongRun();
    const int mebibytes = argc > 1 ? QByteArray(argv[1]).toInt() : isLong ? 2048 : 64;
    const int files = argc > 2 ? QByteArray(argv[2]).toInt() : isLong ? 20'000 : 200;
    const int rounds = argc > 3 ? QByteArray(argv[3]).toInt() : isLong ? 5 : 1;
    Bench bench;
    if (!bench.open())
        return 1;
    auto &fixture = bench.fixture();
    const QByteArray there = fixture.there().toUtf8();
    if (mebibytes > 0) {
        fixture.run("head -c " + QByteArray::number(qint64(mebibytes) * 1024 * 1024) + " /dev/urandom > here/large");
        bench.compare(
            "a file of " + QByteArray::number(mebibytes) + " MiB",
            {{"ours", [&] { return bench.upload("large"); }},
             {"ours after a pause", [&] { return bench.upload("large"); }, Peer::Start::Pause},
             {"ssh cat", [&] { return bench.shell("SSHP AT 'cat > " + there + "/large' < here/large"); },
              Peer::Start::Kept, "1.25x"},
             {"scp", [&] { return bench.shell("SCP here/large AT:" + there + "/large"); }, Peer::Start::Kept, "1.5x"},
             {"sftp", [&] { return bench.shell("echo put here/large " + there + "/large | SFTP AT"); }},
             {"rclone", [&] { return bench.shell("RCLONE here/large REMOTE" + there + "/large"); }},
             {"rsync", [&] { return bench.shell("rsync -a -W -e 'SSHP' here/large AT:" + there + "/large"); }}},
            rounds, "rm -f there/large", "large");
    }
    if (files > 0) {
        fixture.run("mkdir here/tree; cd here/tree; head -c 4096 /dev/urandom > /dev/null; for d in $(seq "
                    + QByteArray::number(qMax(files / 20, 1))
                    + "); do mkdir $d; head -c 81920 /dev/urandom | split -b 4096 -a 2 - $d/f; done");
        bench.compare(QByteArray::number(files) + " files of 4 KiB",
                      {{"ours", [&] { return bench.upload("tree"); }},
                       {"ours behind a preview", [&] { return bench.upload("tree"); }, Peer::Start::Preview},
                       {"ours after a pause", [&] { return bench.upload("tree"); }, Peer::Start::Pause},
                       {"rsync", [&] { return bench.shell("rsync -a -e 'SSHP' here/tree AT:" + there + "/"); },
                        Peer::Start::Kept, "2x"},
                       {"tar | ssh tar",
                        [&] { return bench.shell("tar -C here -cf - tree | SSHP AT 'tar -xf - -C " + there + "'"); },
                        Peer::Start::Kept, "1.6x"}},
                      rounds, "rm -rf there/tree", "tree");
        const QByteArray change = "cd there && rm -rf tree && cp -a ../here/tree tree && cd ../here/tree && n=0; for f "
                                  "in */faa; do n=$((n+1)); "
                                  "[ $((n % 50)) = 1 ] || continue; head -c 4096 /dev/urandom > $f; touch -d "
                                  "@$((1500000000 + RANDOM * 9000 + RANDOM)) $f; done";
        bench.compare("a thousandth of them changed",
                      {{"ours", [&] { return bench.upload("tree"); }},
                       {"ours after a pause", [&] { return bench.upload("tree"); }, Peer::Start::Pause},
                       {"rsync", [&] { return bench.shell("rsync -a -e 'SSHP' here/tree AT:" + there + "/"); },
                        Peer::Start::Kept, "2x"}},
                      rounds, change, "tree");
    }
    compareDownloads(bench, mebibytes, files, rounds);
    return 0;
}
