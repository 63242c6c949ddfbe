// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What a person waits for at a terminal: batchctl from its start to its end, against what people type instead, to one
// real sshd, by turns, medians. The engine runs and is logged in, as it is once a command was given; the peers log in
// each time. bench_outside [ROUNDS [FILES]]; with BATCHDECK_LONG 9 and 8000.

#include "tests/bench/turns.h"
#include "tests/engine/installation.h"
#include "tests/support/real/sshserver.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace {

struct Command
{
    const char *name;
    QByteArray script;
    const char *goal = ""; // at least as many times ours
    QList<double> seconds = {};
};

class Bench
{
public:
    explicit Bench(int rounds) : m_rounds(rounds) { }

    [[nodiscard]] bool open()
    {
        if (!m_server.start())
            return false;
        const QString options =
            u" -F /dev/null -o BatchMode=yes -o IdentityAgent=none -i %1 -o UserKnownHostsFile=%2"_s.arg(
                m_server.identityFile(), m_server.knownHostsFile());
        const QString at = testing::SshServer::user() + u'@' + m_server.address();
        m_functions = u"B() { '%1/app/batchctl' --profile '%2' \"$@\"; }\n"
                      "S() { ssh -p %3%4 %5 \"$@\"; }\n"
                      "C() { scp -q -P %3%4 \"${@/#AT:/%5:}\"; }\n"
                      "R() { rsync -a -e 'ssh -p %3%4' \"${@/#AT:/%5:}\"; }\n"_s
                          .arg(QStringLiteral(BATCHDECK_BUILD_DIR), m_installation.profile())
                          .arg(m_server.port())
                          .arg(options, at)
                          .toUtf8();
        qputenv("XDG_DATA_HOME", m_installation.path(u"share"_s).toUtf8());
        QDir().mkpath(m_installation.path(u"here"_s));
        QDir().mkpath(m_installation.path(u"there"_s));
        const QByteArray failed =
            m_installation.makeCluster({u"--ssh"_s, m_server.destination(), u"--identity"_s, m_server.identityFile(),
                                        u"--accept-host-key"_s, m_server.fingerprint()});
        if (!failed.isEmpty())
            qWarning("%s", failed.constData());
        return failed.isEmpty();
    }

    void write(const QString &name, const QByteArray &text) const
    {
        if (!testing::writeFile(m_installation.path(name), text))
            qFatal("no file can be written");
    }

    /// In the folder with here and there.
    bool run(const QByteArray &script)
    {
        QProcess shell;
        shell.setWorkingDirectory(m_installation.path({}));
        shell.start(u"bash"_s, {u"-c"_s, QString::fromUtf8(m_functions + "at=$PWD; " + script)});
        const testing::Outcome outcome = testing::outcomeOf(shell);
        if (outcome.exitCode != 0)
            qWarning("%s", outcome.errorOutput.constData());
        return outcome.exitCode == 0;
    }

    void compare(const QByteArray &what, QList<Command> commands, const QByteArray &reset, const QByteArray &check)
    {
        for (int round = 0; round <= m_rounds; ++round) {
            for (Command &command : commands) {
                if (!run(reset))
                    qFatal("%s cannot begin", what.constData());
                QElapsedTimer clock;
                clock.start();
                const bool isGood = run("n=" + QByteArray::number(round) + "; " + command.script + " >/dev/null");
                if (round > 0) // the first warms up
                    command.seconds.append(double(clock.nsecsElapsed()) / 1e9);
                if (!isGood || !run(check))
                    qFatal("%s, %s: it is not what was asked for", what.constData(), command.name);
            }
        }
        bench::tell(what, commands);
    }

    [[nodiscard]] testing::Installation &installation() { return m_installation; }

private:
    int m_rounds;
    testing::SshServer m_server;
    testing::Installation m_installation;
    QByteArray m_functions; // B: batchctl with its profile; S, C and R: ssh, scp and rsync to the same machine
};

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const bool isLong = testing::isLongRun();
    const int rounds = argc > 1 ? QByteArray(argv[1]).toInt() : isLong ? 9 : 1;
    const int files = argc > 2 ? QByteArray(argv[2]).toInt() : isLong ? 8000 : 80;
    Bench bench(rounds);
    if (!bench.open())
        return 1;
    bench.write(u"here/one"_s, "abc");
    bench.compare("a file of 3 bytes",
                  {{"ours", "B storage upload here/one here:$at/there"}, {"scp", "C here/one AT:$at/there/", "1.67x"}},
                  "rm -f there/one", "cmp here/one there/one");
    bench.compare("a file of 3 bytes, back",
                  {{"ours", "B storage download here:$at/there/two here"}, {"scp", "C AT:$at/there/two here/two"}},
                  "rm -f here/two; echo ab > there/two", "cmp here/two there/two");

    // Two or three files in each of the last folders, which stand in folders of folders: 3,564 for 8,000 files.
    const QByteArray folders = QByteArray::number(files * 3408 / 8000);
    if (!bench.run(
            "mkdir here/deep && for i in $(seq " + folders
            + "); do d=here/deep/$((i % 12))/$((i % 144))/$i; mkdir -p $d; for f in a b; do echo $i > $d/$f; done; "
              "[ $((i % 3)) != 0 ] || echo $i > $d/c; done"))
        return 1;
    bench.compare(
        QByteArray::number(files) + " files in deep folders",
        {{"ours", "B storage upload here/deep here:$at/there"}, {"rsync", "R here/deep AT:$at/there/", "1.5x"}},
        "rm -rf there/deep", "diff -r here/deep there/deep");

    bench.write(u"job.json"_s, bench.installation().jobText(u"true"_s));
    bench.compare("a job that ends at once",
                  {{"ours", "B job create -n j$n -c desk -f job.json --wait"}, {"ssh HOST true", "S true", "1.0x"}},
                  "true", "true");
    return 0;
}
