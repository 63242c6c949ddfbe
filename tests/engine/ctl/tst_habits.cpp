// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDirIterator>

using namespace Qt::StringLiterals;
using testing::Installation;
using testing::Outcome;

/// The built batchctl by the lines of data/habits.sh, as people type them who know scp, rsync, ssh and az batchai.
class TstHabits final : public QObject
{
    Q_OBJECT

private slots:
    void endAsTheirAuthorExpects();
};

namespace {

/// Of every file below \a folder its bytes, by its path from there; of an empty folder nothing, and a slash behind it.
QMap<QString, QByteArray> tree(const QString &folder)
{
    QMap<QString, QByteArray> files;
    QDirIterator walk(folder, QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QFileInfo entry(walk.next());
        const QString name = QDir(folder).relativeFilePath(entry.filePath());
        if (entry.isFile())
            files.insert(name, testing::contentOf(entry.filePath()));
        else if (QDir(entry.filePath()).isEmpty())
            files.insert(name + u'/', {});
    }
    return files;
}

} // namespace

void TstHabits::endAsTheirAuthorExpects()
{
    SKIP_WITHOUT("sshd");
    testing::SshServer server;
    QVERIFY(server.start());
    const Installation installation;
    const QString here = installation.path(u"here"_s);
    const QString data = QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/engine/data/habits.");
    QVERIFY(QDir().mkpath(here + u"/d/e"_s));
    QVERIFY(testing::writeFile(here + u"/f"_s, "one\n"));
    QVERIFY(testing::writeFile(here + u"/d/e/g"_s, "two\n"));
    QVERIFY(testing::writeFile(here + u"/a b:c"_s, "three\n"));
    const QByteArray job = installation.jobText(u"echo printed"_s);
    QVERIFY(testing::writeFile(here + u"/job.json"_s, job));

    QProcess shell;
    shell.setWorkingDirectory(here);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto &[name, value] : {std::pair{u"DEST"_s, server.destination()},
                                      {u"KEY"_s, server.identityFile()},
                                      {u"FINGERPRINT"_s, server.fingerprint()},
                                      {u"WORK"_s, installation.path(u"work"_s)},
                                      {u"BATCHDECK_PROFILE"_s, installation.profile()}})
        environment.insert(name, value);
    environment.remove(u"UNSET"_s);
    shell.setProcessEnvironment(environment);
    shell.start(u"bash"_s,
                {u"-c"_s,
                 u"b() { '%1/app/batchctl' \"$@\"; }\naz() { b \"$@\"; }\n. '%2sh'"_s.arg(
                     QStringLiteral(BATCHDECK_BUILD_DIR), data)});
    const Outcome done = testing::outcomeOf(shell);
    QVERIFY2(done.output == testing::contentOf(data + u"txt"_s), QByteArray(done.output + "----\n" + done.errorOutput));

    const QByteArray one = "one\n", two = "two\n", three = "three\n", edited = "edited\n", printed = "printed\n";
    QCOMPARE(tree(server.home()),
             (QMap<QString, QByteArray>{{u"f"_s, one},
                                        {u"sub/d/e/g"_s, two},
                                        {u"sub/a b:c"_s, three},
                                        {u"inbox/f"_s, one},
                                        {u"mirror/d/e/g"_s, edited},
                                        {u"kept/f"_s, one},
                                        {u"moved/f"_s, one},
                                        {u"served/in/f"_s, one},
                                        {u"results/stdout.txt"_s, printed}}));
    QCOMPARE(tree(here),
             (QMap<QString, QByteArray>{{u"f"_s, one},
                                        {u"d/e/g"_s, edited},
                                        {u"a b:c"_s, three},
                                        {u"job.json"_s, job},
                                        {u"g"_s, two},
                                        {u"back/sub/f"_s, one},
                                        {u"back/sub/d/e/g"_s, two},
                                        {u"back/sub/a b:c"_s, three},
                                        {u"lab:here/f"_s, one}}));
}

BATCHDECK_TEST(QCoreApplication, TstHabits)

#include "tst_habits.moc"
