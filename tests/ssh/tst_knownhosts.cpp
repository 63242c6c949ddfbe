// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/knownhosts.h"

#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

using namespace engine;
using namespace Qt::StringLiterals;
using Kind = HostKeyVerdict::Kind;

/// Our reader of known_hosts beside the user's own ssh-keygen, on the same files.
class TstKnownHosts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void findsWhatSshFinds_data();
    void findsWhatSshFinds();
    void judgesAKey_data();
    void judgesAKey();
    void printsFingerprintsAsSshDoes();
    void asksForTheTypesItKnows();
    void addsALine();
    void refusesNamesThatAreNone_data();
    void refusesNamesThatAreNone();
    void losesNoLineOfAnotherWriter();
    void forgetsOnlyTheHost();
    void namesWhatIsNotItsToRemove();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1StringView(name)); }
    void write(const char *name, const QByteArray &text) const;
    QByteArray read(const char *name) const;
    QByteArray keygen(const QStringList &arguments) const;
    /// A key made by ssh-keygen, its line without the comment.
    HostKey makeKey(const char *name, const QString &type);

    QTemporaryDir m_keyFolder;
    std::unique_ptr<QTemporaryDir> m_folder;
    HostKey m_ed25519;
    HostKey m_other; // ed25519 as well
    HostKey m_ecdsa;
};

namespace {

QByteArray spelled(const HostKey &key)
{
    return QByteArray(key.type.toLatin1() + ' ' + key.blob.toBase64());
}

} // namespace

void TstKnownHosts::initTestCase()
{
    SKIP_WITHOUT("ssh");
    m_ed25519 = makeKey("one", u"ed25519"_s);
    m_other = makeKey("two", u"ed25519"_s);
    m_ecdsa = makeKey("three", u"ecdsa"_s);
}

void TstKnownHosts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TstKnownHosts::write(const char *name, const QByteArray &text) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

QByteArray TstKnownHosts::read(const char *name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray TstKnownHosts::keygen(const QStringList &arguments) const
{
    QProcess process;
    process.start(u"ssh-keygen"_s, arguments);
    return process.waitForFinished(testing::patience) ? process.readAllStandardOutput()
                                                      : QByteArray("ssh-keygen did not end");
}

HostKey TstKnownHosts::makeKey(const char *name, const QString &type)
{
    const QString file = m_keyFolder.filePath(QLatin1StringView(name));
    keygen({u"-q"_s, u"-t"_s, type, u"-N"_s, {}, u"-f"_s, file});
    QFile pub(file + u".pub"_s);
    const QByteArrayList words = pub.open(QIODevice::ReadOnly) ? pub.readAll().split(' ') : QByteArrayList();
    return words.size() < 2 ? HostKey()
                            : HostKey{QString::fromLatin1(words.at(0)), QByteArray::fromBase64(words.at(1))};
}

void TstKnownHosts::findsWhatSshFinds_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("hashed");
    for (const char *name : {"plain",        "second",       "third",  "upper.example", "x.lab",    "bad.lab",
                             "a.b.lab",      "lab",          "n1",     "n12",           "10.0.0.7", "[10.0.0.7]:3001",
                             "[plain]:2222", "[plain]:2223", "bare",   "[bare]:2222",   "only",     "::1",
                             "[::1]:2222",   "tabbed",       "crlf",   "commented",     "garbage",  "short",
                             "withoutkey",   "oldstyle",     "absent", "unknownmarker", "last"}) {
        QTest::newRow(name) << QString::fromLatin1(name) << false;
        QTest::addRow("%s, hashed", name) << QString::fromLatin1(name) << true;
    }
}

void TstKnownHosts::findsWhatSshFinds()
{
    QFETCH(QString, name);
    QFETCH(bool, hashed);
    const QByteArray key = spelled(m_ed25519);
    write("hosts",
          "# plain " + key + "\n\nplain,second,THIRD " + key + " a comment\n[plain]:2222 " + key + "\nUPPER.Example "
              + key + "\n*.lab,!bad.lab " + key + "\nn? " + key + "\n[10.0.0.*]:3001 " + key + "\nbare " + key
              + "\n10.0.0.7 " + key + "\n::1 " + key + "\n\ttabbed\t" + key.left(11) + '\t' + key.mid(12) + "\ncrlf "
              + key + "\r\n  #commented " + key
              + "\ngarbage\nshort ssh-ed25519\nwithoutkey ssh-ed25519 !!!!\noldstyle 1024 35 1234567\n@nonsense "
                "unknownmarker "
              + key + "\n|1|x|y " + key + "\nlast " + key);
    if (hashed) {
        keygen({u"-H"_s, u"-f"_s, path("hosts")});
        QVERIFY(read("hosts").contains("|1|"));
    }
    const bool theirs = keygen({u"-F"_s, name, u"-f"_s, path("hosts")}).contains(m_ed25519.blob.toBase64());
    const KnownHosts ours({path("hosts")}, path("own"));
    QCOMPARE(ours.check(name, m_ed25519).kind == Kind::Known, theirs);
    QCOMPARE(ours.elsewhere(name).isEmpty(), !theirs);
}

void TstKnownHosts::judgesAKey_data()
{
    QTest::addColumn<QByteArray>("own");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("global");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("file"); // of the first line that says so
    QTest::addColumn<int>("line");
    QTest::addColumn<bool>("authority");
    const QByteArray key = spelled(m_ed25519) + '\n';
    const QByteArray other = spelled(m_other) + '\n';
    const QByteArray ecdsa = spelled(m_ecdsa) + '\n';
    const QByteArray none;
    const auto row = [](const char *name) -> QTestData & { return QTest::newRow(name); };
    row("nothing is known") << none << none << none << int(Kind::Unknown) << QString() << 0 << false;
    row("the own file has it") << "h " + key << none << none << int(Kind::Known) << u"own"_s << 1 << false;
    row("the global file has it") << none << none << "#\nh " + key << int(Kind::Known) << u"global"_s << 2 << false;
    row("one of two keys") << none << "h " + other + "h " + key << none << int(Kind::Known) << u"user"_s << 2 << false;
    row("wrong in one file, right in another")
        << none << "h " + other << "h " + key << int(Kind::Known) << u"global"_s << 1 << false;
    row("another of its type") << none << "h " + ecdsa + "h " + other << none << int(Kind::Changed) << u"user"_s << 2
                               << false;
    row("other types only") << none << "h " + ecdsa << none << int(Kind::Changed) << u"user"_s << 1 << false;
    row("of another host") << none << "i " + other << none << int(Kind::Unknown) << QString() << 0 << false;
    row("revoked") << none << "@revoked h " + key << none << int(Kind::Revoked) << u"user"_s << 1 << false;
    row("revoked for all") << none << none << "@revoked * " + key << int(Kind::Revoked) << u"global"_s << 1 << false;
    row("revoked in one file, known in another")
        << "h " + key << "h " + key << "@revoked * " + key << int(Kind::Revoked) << u"global"_s << 1 << false;
    row("another one revoked") << none << "@revoked * " + other + "h " + key << none << int(Kind::Known) << u"user"_s
                               << 2 << false;
    row("revoked elsewhere") << none << "@revoked i " + key << none << int(Kind::Unknown) << QString() << 0 << false;
    row("an authority") << none << "@cert-authority * " + other << none << int(Kind::Unknown) << QString() << 0 << true;
    row("an authority is no key") << none << "@cert-authority * " + key << none << int(Kind::Unknown) << QString() << 0
                                  << true;
    row("another's authority") << none << "@cert-authority *.lab " + other << none << int(Kind::Unknown) << QString()
                               << 0 << false;
    row("a key of another type than the line says") // ssh-keygen -F shows such a line, ssh does not take it
        << none << QByteArray("h ssh-rsa " + key.mid(12)) << none << int(Kind::Unknown) << QString() << 0 << false;
    row("tabs behind a marker") << none << "@revoked\th\t" + key << none << int(Kind::Revoked) << u"user"_s << 1
                                << false;
}

void TstKnownHosts::judgesAKey()
{
    QFETCH(QByteArray, own);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, global);
    QFETCH(QString, file);
    QFETCH(int, line);
    QFETCH(bool, authority);
    write("own", own);
    write("user", user);
    write("global", global);
    const KnownHosts hosts({path("user"), path("absent"), path("global")}, path("own"));
    const HostKeyVerdict verdict = hosts.check(u"H"_s, m_ed25519);
    QTEST(int(verdict.kind), "kind");
    QCOMPARE(verdict.isOfAuthority, authority);
    QCOMPARE(verdict.places.isEmpty(), file.isEmpty());
    if (!file.isEmpty()) {
        QCOMPARE(verdict.places.constFirst().file, m_folder->filePath(file));
        QCOMPARE(verdict.places.constFirst().line, line);
    }
}

void TstKnownHosts::printsFingerprintsAsSshDoes()
{
    const QString line = QString::fromLatin1(keygen({u"-l"_s, u"-f"_s, m_keyFolder.filePath(u"three.pub"_s)}));
    QCOMPARE(m_ecdsa.fingerprint(), line.section(u' ', 1, 1));
}

void TstKnownHosts::asksForTheTypesItKnows()
{
    write("user", "h " + spelled(m_ecdsa) + "\n@revoked * " + spelled(m_other) + "\nh " + spelled(m_other) + '\n');
    write("own", "[h]:2222 " + spelled(m_ed25519) + "\n@cert-authority h " + spelled(m_ed25519) + '\n');
    const KnownHosts hosts({path("user")}, path("own"));
    QCOMPARE(hosts.keyTypes(u"h"_s), QStringList{u"ecdsa-sha2-nistp256"_s});
    QCOMPARE(hosts.keyTypes(u"[h]:2222"_s), QStringList{u"ssh-ed25519"_s});
    QVERIFY(hosts.keyTypes(u"i"_s).isEmpty());
}

void TstKnownHosts::addsALine()
{
    const KnownHosts hosts({}, path("deep/er/own"));
    VERIFY_RESULT(hosts.add(u"[Node]:2222"_s, m_ed25519));
    VERIFY_RESULT(hosts.add(u"[node]:2222"_s, m_ed25519));
    QCOMPARE(read("deep/er/own"), "[node]:2222 " + spelled(m_ed25519) + '\n');
    QCOMPARE(QFile::permissions(path("deep/er/own")),
             QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser);

    write("own", "torn ssh-ed25519 AAAA");
    const KnownHosts torn({}, path("own"));
    VERIFY_RESULT(torn.add(u"h"_s, m_ed25519));
    QCOMPARE(read("own"), "torn ssh-ed25519 AAAA\nh " + spelled(m_ed25519) + '\n');
    QVERIFY(keygen({u"-F"_s, u"h"_s, u"-f"_s, path("own")}).contains("found: line 2"));

    QVERIFY(QDir().mkdir(path("folder")));
    const auto refused = KnownHosts({}, path("folder")).add(u"h"_s, m_ed25519);
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::IoError));
}

void TstKnownHosts::refusesNamesThatAreNone_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"", "*", "a,b", "a b", "a\nb", "|1|x|y", "#h", "!h", "@revoked", "a\tb"})
        QTest::newRow(QByteArray(name).toPercentEncoding().constData()) << QString::fromLatin1(name);
}

void TstKnownHosts::refusesNamesThatAreNone()
{
    QFETCH(QString, name);
    const KnownHosts hosts({}, path("own"));
    const auto answer = hosts.add(name, m_ed25519);
    QVERIFY(!answer);
    QCOMPARE(int(answer.error().code), int(ErrorCode::InvalidArgument));
    QVERIFY(!hosts.add(u"h"_s, {u"ssh-rsa"_s, m_ed25519.blob}));
    QVERIFY(!QFile::exists(path("own")));
}

void TstKnownHosts::losesNoLineOfAnotherWriter()
{
    // Threads with descriptors of their own are to the file what two programs are.
    const auto work = [this](char who) {
        const KnownHosts hosts({}, path("own"));
        for (int i = 0; i < 50; ++i) {
            const QString name = QString(QLatin1Char(who) + QString::number(i));
            if (!hosts.add(name, m_ed25519) || (i % 5 == 4 && !hosts.forget(name)))
                return false;
        }
        return true;
    };
    bool first = false;
    std::unique_ptr<QThread> thread(QThread::create([&] { first = work('a'); }));
    thread->start();
    const bool second = work('b');
    thread->wait();
    QVERIFY(first && second);
    QCOMPARE(read("own").count('\n'), 80);
    const KnownHosts hosts({}, path("own"));
    for (int i = 0; i < 50; ++i) {
        for (const char who : {'a', 'b'})
            QCOMPARE(hosts.check(QString(QLatin1Char(who) + QString::number(i)), m_ed25519).kind == Kind::Known,
                     i % 5 != 4);
    }
}

void TstKnownHosts::forgetsOnlyTheHost()
{
    const QByteArray kept = "# ours\r\n\ngarbage\n@revoked h " + spelled(m_ed25519) + "\n[h]:2222 " + spelled(m_other)
        + "\n  i\t" + spelled(m_other) + "  comment";
    write("own", "h " + spelled(m_other) + '\n' + kept);
    const KnownHosts hosts({path("user")}, path("own"));
    const auto removed = hosts.forget(u"h"_s);
    VERIFY_RESULT(removed);
    QCOMPARE(*removed, 1);
    QCOMPARE(read("own"), kept);
    QCOMPARE(*hosts.forget(u"h"_s), 0);
    QCOMPARE(*KnownHosts({}, path("absent")).forget(u"h"_s), 0);
    QVERIFY(!QFile::exists(path("absent")));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{u"own"_s});
}

void TstKnownHosts::namesWhatIsNotItsToRemove()
{
    write("own", "h " + spelled(m_ecdsa) + '\n');
    write("user", "#\nh,i " + spelled(m_other) + "\n@revoked h " + spelled(m_ecdsa) + '\n');
    const auto places = KnownHosts({path("user"), path("own")}, path("own")).elsewhere(u"h"_s);
    QCOMPARE(places.size(), 1);
    QCOMPARE(places.constFirst().file, path("user"));
    QCOMPARE(places.constFirst().line, 2);
    QVERIFY(places.constFirst().key == m_other);
}

BATCHDECK_TEST(QCoreApplication, TstKnownHosts)

#include "tst_knownhosts.moc"
