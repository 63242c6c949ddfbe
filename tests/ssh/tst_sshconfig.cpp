// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/config/sshconfig.h"
#include "engine/ssh/login/sshaccount.h"

#include "tests/support/await.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// What the user's own ssh makes of configurations, as we read it.
class TstSshConfig final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void readsDestinations_data();
    void readsDestinations();
    void readsAHost();
    void asksSshForWhatOnlySshKnows();
    void expandsTokens();
    void findsTheAgent_data();
    void findsTheAgent();
    void keepsOnlyAllowedAuthentications_data();
    void keepsOnlyAllowedAuthentications();
    void keepsOnlyAlgorithmsThatExistHere();
    void followsJumpHosts();
    void takesTheJumpsOfTheSpec();
    void refusesJumpsWithoutEnd();
    void runsAProxyOnlyForTheFirstHop();
    void saysWhatItDoesNotDo_data();
    void saysWhatItDoesNotDo();
    void passesOnWhatSshRefuses();
    void stopsWithSsh();
    void livesWithoutSsh();
    void isQuickWithManyHosts();
    void listsHosts();
    void listsHostsOfNoFile();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1StringView(name)); }
    void write(const char *name, const QByteArray &text) const;
    Result<SshRoute> resolve(const QString &destination, const QString &agent = {}) const;
    SshHop hop(const QString &destination, const QByteArray &config) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstSshConfig::initTestCase()
{
    SKIP_WITHOUT("ssh");
}

void TstSshConfig::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TstSshConfig::write(const char *name, const QByteArray &text) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

Result<SshRoute> TstSshConfig::resolve(const QString &destination, const QString &agent) const
{
    return resolveRoute({destination, {}, path("config"), {}}, agent, 30s, {});
}

SshHop TstSshConfig::hop(const QString &destination, const QByteArray &config) const
{
    write("config", config);
    const auto route = resolve(destination);
    if (!route)
        qWarning("%s", qPrintable(route.error().message.englishText()));
    return route ? route->hops.constLast() : SshHop();
}

void TstSshConfig::readsDestinations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("host"); // empty: refused
    QTest::addColumn<int>("port");
    const auto row = [](const char *text, const char *user, const char *host, int port) {
        QTest::newRow(QByteArray(text).replace('\n', ' ').constData())
            << QString::fromUtf8(text) << QString::fromUtf8(user) << QString::fromUtf8(host) << port;
    };
    row("node", "", "node", 0);
    row("ann@node", "ann", "node", 0);
    row("ann@node:2222", "ann", "node", 2222);
    row("ann@corp.example@node", "ann@corp.example", "node", 0);
    row("CORP\\ann@node", "CORP\\ann", "node", 0);
    row("10.0.0.1:22", "", "10.0.0.1", 22);
    row("fe80::1%eth0", "", "fe80::1%eth0", 0);
    row("ann@[fe80::1]:2222", "ann", "fe80::1", 2222);
    row("[::1]", "", "::1", 0);
    row("ssh://ann@node:2222", "ann", "node", 2222);
    for (const char *bad : {"",           "@node",     "ann@",      "-oProxyCommand=x",
                            "ann@-node",  "-ann@node", "node:",     "node:0",
                            "node:65536", "node:x",    "node:+1",   "[::1",
                            "[::1]x",     "a b",       "a;b",       "a$(b)",
                            "a`b`",       "a\nb",      "an n@node", "a|b@node",
                            "a'b",        "a,b",       "../x",      "ann\\@node"})
        row(bad, "", "", 0);
}

void TstSshConfig::readsDestinations()
{
    QFETCH(QString, text);
    QFETCH(QString, host);
    const auto destination = SshDestination::parse(text);
    QCOMPARE(destination.has_value(), !host.isEmpty());
    if (!destination) {
        QCOMPARE(int(destination.error().code), int(ErrorCode::InvalidArgument));
        QCOMPARE(int(resolve(text).error().code), int(ErrorCode::InvalidArgument));
        return;
    }
    QCOMPARE(destination->host, host);
    QTEST(destination->user, "user");
    QTEST(destination->port, "port");
}

void TstSshConfig::readsAHost()
{
    const SshHop node = hop(u"Lab"_s,
                            "Host lab\n HostName node1.example\n User ann\n Port 2200\n IdentityFile /k/one\n"
                            " IdentityFile \"/k/two words\"\n CertificateFile /k/one-cert.pub\n IdentitiesOnly yes\n"
                            " HostKeyAlias The-Lab\n UserKnownHostsFile /k/h1 \"/k/h two\"\n"
                            " GlobalKnownHostsFile none\n ConnectTimeout 7\n ServerAliveInterval 20\n"
                            " AddressFamily inet6\n BindAddress 127.0.0.1\nHost Lab\n IdentityFile /k/three\n"
                            " HostName node1.example\n User ann\n Port 2200\n");
    QCOMPARE(node.host, u"Lab"_s);
    QCOMPARE(node.hostName, u"node1.example"_s);
    QCOMPARE(node.identity(), u"ann@node1.example:2200"_s);
    // "Host" tells upper from lower case, so this is the second block alone.
    QCOMPARE(node.identityFiles, QStringList{u"/k/three"_s});
    const auto route = resolve(u"bob@lab:2300"_s);
    VERIFY_RESULT(route);
    QCOMPARE(route->hops.size(), 1);
    const SshHop &lab = route->hops.constFirst();
    QCOMPARE(lab.identity(), u"bob@node1.example:2300"_s);
    const auto six = resolve(u"bob@[fe80::1%eth0]:2300"_s);
    VERIFY_RESULT(six);
    const QString typed = six->hops.constFirst().identity();
    QCOMPARE(typed, u"bob@[fe80::1%eth0]:2300"_s);
    QCOMPARE(SshDestination::parse(typed)->host, u"fe80::1%eth0"_s);
    QCOMPARE(lab.identityFiles, (QStringList{u"/k/one"_s, u"/k/two words"_s}));
    QCOMPARE(lab.certificateFiles, QStringList{u"/k/one-cert.pub"_s});
    QVERIFY(lab.identitiesOnly);
    QCOMPARE(lab.knownHostsName(), u"the-lab"_s);
    QCOMPARE(lab.userKnownHosts, (QStringList{u"/k/h1"_s, u"/k/h two"_s}));
    QCOMPARE(lab.globalKnownHosts, QStringList());
    QCOMPARE(lab.connectTimeout, 7s);
    QCOMPARE(lab.aliveInterval, 20s);
    QCOMPARE(lab.addressFamily, u"inet6"_s);
    QCOMPARE(lab.bindAddress, u"127.0.0.1"_s);
    QVERIFY(route->notHonoured.isEmpty());

    const auto own = resolveRoute({u"lab"_s, u"/k/two words"_s, path("config"), {}}, {}, 30s, {});
    VERIFY_RESULT(own);
    QCOMPARE(own->hops.constFirst().identityFiles, (QStringList{u"/k/two words"_s, u"/k/one"_s}));
}

void TstSshConfig::asksSshForWhatOnlySshKnows()
{
    write("user.conf", "User included\n");
    const QByteArray config = "Host a\n Include " + path("us*.conf").toUtf8()
        + "\nMatch host b exec \"test -n '%h'\"\n"
          " User exec\nMatch host c user ann\n Port 2222\nMatch originalhost d\n HostName d-%h.example\n";
    QCOMPARE(hop(u"a"_s, config).user, u"included"_s);
    QCOMPARE(hop(u"b"_s, config).user, u"exec"_s);
    QCOMPARE(hop(u"ann@c"_s, config).port, 2222);
    QCOMPARE(hop(u"bob@c"_s, config).port, 22);
    QCOMPARE(hop(u"d"_s, config).hostName, u"d-d.example"_s);
}

void TstSshConfig::expandsTokens()
{
    const SshAccount account = SshAccount::own();
    qputenv("BATCHDECK_TEST_KEYS", "/keys");
    const SshHop node = hop(u"lab"_s,
                            "Host lab\n HostName node1\n User ann\n Port 2200\n IdentityFile ~/k\n IdentityFile %d/k2\n"
                            " IdentityFile /k/%h_%r_%p_%u_%n_%i_%k_%%h\n IdentityFile /k/%l\n IdentityFile "
                            "${BATCHDECK_TEST_KEYS}/k\n IdentityFile ${BATCHDECK_TEST_UNSET}/k\n IdentityFile none\n");
    qunsetenv("BATCHDECK_TEST_KEYS");
    const QString names = u"/k/node1_ann_2200_%1_lab_%2_lab_%h"_s.arg(account.name).arg(account.id);
    QCOMPARE(node.identityFiles,
             (QStringList{account.home + u"/k"_s, account.home + u"/k2"_s, names,
                          u"/k/"_s + QSysInfo::machineHostName(), u"/keys/k"_s}));
    QCOMPARE(hop(u"lab"_s, "Host lab\n IdentityFile none\n").identityFiles, QStringList());
    QVERIFY(hop(u"lab"_s, {}).identityFiles.contains(account.home + u"/.ssh/id_ed25519"_s));
    QVERIFY(hop(u"lab"_s, {}).userKnownHosts.contains(account.home + u"/.ssh/known_hosts"_s));
}

void TstSshConfig::findsTheAgent_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("socket");
    QTest::newRow("not said") << QByteArray() << u"/asked"_s;
    QTest::newRow("none") << QByteArray("IdentityAgent none") << QString();
    QTest::newRow("the usual one") << QByteArray("IdentityAgent SSH_AUTH_SOCK") << u"/asked"_s;
    QTest::newRow("the usual variable") << QByteArray("IdentityAgent $SSH_AUTH_SOCK") << u"/asked"_s;
    QTest::newRow("a path") << QByteArray("IdentityAgent /a/%r") << u"/a/ann"_s;
    QTest::newRow("a variable") << QByteArray("IdentityAgent $BATCHDECK_TEST_AGENT") << u"/named"_s;
    QTest::newRow("part of a path") << QByteArray("IdentityAgent ${BATCHDECK_TEST_AGENT}/x") << u"/named/x"_s;
}

void TstSshConfig::findsTheAgent()
{
    QFETCH(QByteArray, line);
    write("config", line + '\n');
    qputenv("BATCHDECK_TEST_AGENT", "/named");
    const auto route = resolve(u"ann@lab"_s, u"/asked"_s);
    qunsetenv("BATCHDECK_TEST_AGENT");
    VERIFY_RESULT(route);
    QTEST(route->hops.constFirst().agentSocket, "socket");
}

void TstSshConfig::keepsOnlyAllowedAuthentications_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QStringList>("kinds");
    QTest::newRow("nothing said") << QByteArray() << QStringList();
    QTest::newRow("an order") << QByteArray("PreferredAuthentications password,publickey")
                              << QStringList{u"password"_s, u"publickey"_s};
    QTest::newRow("no keys") << QByteArray("PubkeyAuthentication no")
                             << QStringList{u"keyboard-interactive"_s, u"password"_s};
    QTest::newRow("keys only") << QByteArray("PasswordAuthentication no\nKbdInteractiveAuthentication no")
                               << QStringList{u"publickey"_s};
    QTest::newRow("nothing left") << QByteArray("PreferredAuthentications publickey\nPubkeyAuthentication no")
                                  << QStringList{u"none"_s};
}

void TstSshConfig::keepsOnlyAllowedAuthentications()
{
    QFETCH(QByteArray, config);
    QTEST(hop(u"lab"_s, config + '\n').authentications, "kinds");
}

void TstSshConfig::keepsOnlyAlgorithmsThatExistHere()
{
    const SshHop usual = hop(u"lab"_s, {});
    QVERIFY(usual.hostKeyAlgorithms.contains(u"ssh-ed25519"_s));
    QVERIFY(usual.keyExchanges.contains(u"curve25519-sha256"_s));
    QVERIFY(usual.ciphers.isEmpty()); // ours are as many, the fastest first
    QCOMPARE(hop(u"lab"_s, "Ciphers aes256-ctr,aes128-gcm@openssh.com\n").ciphers,
             (QStringList{u"aes256-ctr"_s, u"aes128-gcm@openssh.com"_s}));
    QCOMPARE(hop(u"lab"_s, "Ciphers ^aes256-ctr\n").ciphers.constFirst(), u"aes256-ctr"_s);
    QVERIFY(!hop(u"lab"_s, "Ciphers -*gcm*\n").ciphers.isEmpty());
    QVERIFY(!usual.macs.contains(u"umac-64@openssh.com"_s)); // ssh's own, not in libssh
    QCOMPARE(hop(u"lab"_s, "HostKeyAlgorithms ssh-rsa,ssh-ed25519\n").hostKeyAlgorithms,
             (QStringList{u"ssh-rsa"_s, u"ssh-ed25519"_s}));

    write("config", "MACs umac-64@openssh.com\n");
    const auto route = resolve(u"lab"_s);
    VERIFY_RESULT(route);
    QCOMPARE(route->hops.constFirst().macs, QStringList());
    QCOMPARE(route->notHonoured.size(), 1);
    QVERIFY(route->notHonoured.constFirst().englishText().contains("umac-64@openssh.com"_L1));
}

namespace {

QStringList identities(const Result<SshRoute> &route)
{
    QStringList list;
    for (const SshHop &hop : route ? route->hops : QList<SshHop>())
        list.append(hop.identity());
    return route ? list : QStringList{route.error().message.englishText()};
}

} // namespace

void TstSshConfig::followsJumpHosts()
{
    write("config",
          "Host inner\n ProxyJump mid,eve@last:2022\nHost mid\n ProxyJump outer\n HostName mid.example\n"
          "Host last\n ProxyJump nowhere\nHost outer\n Port 2200\nHost direct bastion\n ProxyJump none\n"
          "Host token\n ProxyJump gate-%h\nHost *\n User ann\n ProxyJump bastion\n");
    // Only the outermost jump's own ProxyJump counts, as ssh has it; "outer" goes over the bastion like everything.
    QCOMPARE(identities(resolve(u"inner"_s)),
             (QStringList{u"ann@bastion:22"_s, u"ann@outer:2200"_s, u"ann@mid.example:22"_s, u"eve@last:2022"_s,
                          u"ann@inner:22"_s}));
    QCOMPARE(identities(resolve(u"direct"_s)), QStringList{u"ann@direct:22"_s});
    QCOMPARE(identities(resolve(u"bastion"_s)), QStringList{u"ann@bastion:22"_s});
    QCOMPARE(identities(resolve(u"token"_s)).value(1), u"ann@gate-token:22"_s);
}

void TstSshConfig::takesTheJumpsOfTheSpec()
{
    write("config", "Host inner\n ProxyJump configured\nHost one\n ProxyJump outer\n");
    write("other", "User eve\n");
    const SshSpec one{u"ann@one"_s, u"/k/one"_s, path("config"), {}};
    const SshSpec two{u"two"_s, {}, path("other"), {}};
    const auto route = resolveRoute({u"ann@inner"_s, {}, path("config"), {one, two}}, {}, 30s, {});
    QCOMPARE(identities(route).mid(1), (QStringList{u"ann@one:22"_s, u"eve@two:22"_s, u"ann@inner:22"_s}));
    QCOMPARE(route->hops.at(0).hostName, u"outer"_s);
    QCOMPARE(route->hops.at(1).identityFiles.constFirst(), u"/k/one"_s);
    QVERIFY(!route->hops.at(3).identityFiles.contains(u"/k/one"_s));
}

void TstSshConfig::refusesJumpsWithoutEnd()
{
    write("config", "Host a\n ProxyJump b\nHost b\n ProxyJump c\nHost c\n ProxyJump b\n");
    const auto circle = resolve(u"a"_s);
    QVERIFY(!circle);
    QCOMPARE(int(circle.error().code), int(ErrorCode::InvalidArgument));
    QVERIFY2(circle.error().message.englishText().contains(u"a → b → c → b"_s),
             qPrintable(circle.error().message.englishText()));

    QByteArray chain;
    for (int i = 1; i < 20; ++i)
        chain += "Host n" + QByteArray::number(i) + "\n ProxyJump n" + QByteArray::number(i + 1) + '\n';
    write("config", chain);
    QCOMPARE(int(resolve(u"n1"_s).error().code), int(ErrorCode::InvalidArgument));
    QCOMPARE(identities(resolve(u"n13"_s)).size(), 8);
    write("config", "Host a\n ProxyJump b,c,d,e,f,g,h,i\n");
    QCOMPARE(int(resolve(u"a"_s).error().code), int(ErrorCode::InvalidArgument));
}

void TstSshConfig::runsAProxyOnlyForTheFirstHop()
{
    const SshHop proxied =
        hop(u"lab"_s, "Host lab\n HostName node1\n User ann\n ProxyCommand nc -X 5 %n %h %p %r %%h '100 %%'\n");
    QCOMPARE(proxied.proxyCommand, u"nc -X 5 lab node1 22 ann %h '100 %'"_s);
    QCOMPARE(hop(u"lab"_s, "Host lab\n ProxyCommand none\nHost *\n ProxyCommand nc\n").proxyCommand, QString());
    write("config", "Host inner\n ProxyJump one,two\nHost one two\n ProxyCommand nc %h\n");
    const auto route = resolve(u"inner"_s);
    VERIFY_RESULT(route);
    QCOMPARE(route->hops.at(0).proxyCommand, u"nc one"_s);
    QCOMPARE(route->hops.at(1).proxyCommand, QString());
    QCOMPARE(route->hops.at(2).proxyCommand, QString());
}

void TstSshConfig::saysWhatItDoesNotDo_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<bool>("isSaid");
    for (const char *line :
         {"ForwardAgent yes", "ForwardX11 yes", "RemoteCommand tmux", "RequestTTY force", "PKCS11Provider /p.so",
          "GSSAPIDelegateCredentials yes", "LocalForward 8080 web:80", "RemoteForward 8080 web:80",
          "DynamicForward 1080", "StrictHostKeyChecking no", "StrictHostKeyChecking accept-new", "VerifyHostKeyDNS yes",
          "PermitLocalCommand yes\nLocalCommand x", "SetEnv A=1", "SendEnv SECRET_*", "RevokedHostKeys /r",
          "KnownHostsCommand /k", "BindInterface lo", "ProxyUseFdpass yes"})
        QTest::newRow(QByteArray(line).replace('\n', ' ').constData()) << QByteArray(line) << true;
    for (const char *line :
         {"", "ForwardAgent no", "ControlMaster auto\nControlPath /c", "SendEnv LANG LC_*", "GSSAPIAuthentication yes",
          "StrictHostKeyChecking ask", "LocalCommand x", "LocalForward 8080 web:80\nClearAllForwardings yes",
          "Compression yes", "RequestTTY no", "HashKnownHosts yes", "RekeyLimit 1G", "ServerAliveInterval 5"})
        QTest::newRow(*line ? QByteArray(line).replace('\n', ' ').constData() : "nothing") << QByteArray(line) << false;
}

void TstSshConfig::saysWhatItDoesNotDo()
{
    QFETCH(QByteArray, config);
    QFETCH(bool, isSaid);
    write("config", "Host lab\n ProxyJump gate\nHost *\n" + config + '\n');
    const auto route = resolve(u"lab"_s);
    VERIFY_RESULT(route);
    QCOMPARE(route->hops.size(), 2);
    QCOMPARE(route->notHonoured.size(), isSaid ? 1 : 0); // once for the whole way
    if (isSaid)
        QVERIFY(route->notHonoured.constFirst().englishText().contains(
            QString::fromLatin1(config.split('\n').constLast().split(' ').constFirst())));
}

void TstSshConfig::passesOnWhatSshRefuses()
{
    write("config", "Host lab\n  Nonsense \x1b[31m yes\n");
    const auto broken = resolve(u"lab"_s);
    QVERIFY(!broken);
    QCOMPARE(int(broken.error().code), int(ErrorCode::InvalidArgument));
    const QString words = broken.error().message.englishText();
    QVERIFY2(words.contains("line 2: Bad configuration option: nonsense"_L1), qPrintable(words));
    QVERIFY(std::all_of(words.cbegin(), words.cend(), [](QChar c) { return c.isPrint(); }));
    QVERIFY2(!words.contains("seudo-terminal"_L1) && !words.contains("terminating"_L1), qPrintable(words));

    QByteArray faults;
    for (int i = 2; i <= 100; ++i)
        faults += "  Nonsense" + QByteArray::number(i) + " yes\n";
    write("config", "Host lab\n" + faults);
    const auto many = resolve(u"lab"_s);
    QVERIFY(!many);
    const QString last = u"line 100: Bad configuration option: nonsense100"_s; // where ssh's own words end
    QVERIFY2(many.error().message.englishText().endsWith(last), qPrintable(many.error().message.englishText()));
    QVERIFY2(many.error().technical.contains("line 2: Bad"_L1) && many.error().technical.contains(last),
             qPrintable(many.error().technical));

    QVERIFY(QFile::remove(path("config")));
    QCOMPARE(int(resolve(u"lab"_s).error().code), int(ErrorCode::InvalidArgument));
}

void TstSshConfig::stopsWithSsh()
{
    write("config", "Match exec \"echo $$ > " + path("pid").toUtf8() + "; sleep 1000\"\n User never\n");
    const SshSpec spec{u"lab"_s, {}, path("config"), {}};
    const auto pid = [this] { return testing::contentOf(path("pid")).trimmed().toLongLong(); };
    const auto late = resolveRoute(spec, {}, 1s, {});
    QVERIFY(!late);
    QCOMPARE(int(late.error().code), int(ErrorCode::Timeout));
    QTRY_VERIFY(!testing::isRunning(pid()));
    QFile::remove(path("pid"));

    std::stop_source stop;
    Result<SshRoute> answer;
    std::unique_ptr<QThread> thread(QThread::create([&] { answer = resolveRoute(spec, {}, 1h, stop.get_token()); }));
    thread->start();
    QTRY_VERIFY(pid() > 0);
    stop.request_stop();
    QVERIFY(thread->wait(testing::patience)); // long before its deadline
    QCOMPARE(int(answer.error().code), int(ErrorCode::Canceled));
    QTRY_VERIFY(!testing::isRunning(pid()));
}

void TstSshConfig::livesWithoutSsh()
{
    write("config", "Host lab\n HostName other\n");
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", m_folder->path().toLocal8Bit());
    const SshSpec jump{u"gate:2200"_s, {}, {}, {}};
    const auto route = resolveRoute({u"ann@lab"_s, u"/k"_s, path("config"), {jump}}, u"/agent"_s, 30s, {});
    qputenv("PATH", before);
    const SshAccount account = SshAccount::own();
    QCOMPARE(identities(route), (QStringList{account.name + u"@gate:2200"_s, u"ann@lab:22"_s}));
    const SshHop &lab = route->hops.constLast();
    QCOMPARE(lab.identityFiles.constFirst(), u"/k"_s);
    QVERIFY(lab.identityFiles.contains(account.home + u"/.ssh/id_ed25519"_s));
    QVERIFY(lab.userKnownHosts.contains(account.home + u"/.ssh/known_hosts"_s));
    QCOMPARE(lab.agentSocket, u"/agent"_s);
    QCOMPARE(route->notHonoured.size(), 1);
    QVERIFY(route->notHonoured.constFirst().englishText().contains("ssh program"_L1));
}

void TstSshConfig::isQuickWithManyHosts()
{
    QByteArray config;
    for (int i = 0; i < 2000; ++i)
        config += "Host node" + QByteArray::number(i) + "\n HostName 10.0.0.1\n User u" + QByteArray::number(i) + '\n';
    QCOMPARE(hop(u"node1999"_s, config).user, u"u1999"_s); // before its deadline
    const testing::CpuTimer timer;
    const auto hosts = listConfigHosts(path("config"));
    VERIFY_RESULT(hosts);
    QCOMPARE(hosts->size(), 2000);
    QVERIFY2(timer.seconds() < 5, timer.words());
}

void TstSshConfig::listsHosts()
{
    const QDir home(SshAccount::own().home + u"/.ssh"_s);
    QVERIFY(QDir(m_folder->path()).mkdir(u"conf.d"_s));
    write("conf.d/10", "Host ten\n");
    write("conf.d/20", "Host one twenty\nInclude " + path("config").toUtf8() + '\n');
    write("relative", "Host below\n");
    write(
        "config",
        "# Host commented\nHost one two\n HostName x\nhost=three\nHOST = \"four\" 'five'\nHost *.lab n? !six * seven\n"
        "Host eight # Host nine\r\nMatch host ten\nHost one\nInclude \""
            + path("conf.d").toUtf8() + "/*\" " + path("absent").toUtf8() + "\nInclude "
            + home.relativeFilePath(path("relative")).toUtf8() + "\nHost -bad a;b last\nHostName no\n");
    const auto hosts = listConfigHosts(path("config"));
    VERIFY_RESULT(hosts);
    QStringList names;
    for (const ConfigHost &host : *hosts)
        names.append(QString(host.name + u' ' + QFileInfo(host.file).fileName() + u':' + QString::number(host.line)));
    QCOMPARE(names,
             (QStringList{u"one config:2"_s, u"two config:2"_s, u"three config:4"_s, u"four config:5"_s,
                          u"five config:5"_s, u"seven config:6"_s, u"eight config:7"_s, u"ten 10:1"_s, u"twenty 20:1"_s,
                          u"below relative:1"_s, u"last config:12"_s}));
}

void TstSshConfig::listsHostsOfNoFile()
{
    QCOMPARE(int(listConfigHosts(path("absent")).error().code), int(ErrorCode::NotFound));
    QCOMPARE(int(listConfigHosts(m_folder->path()).error().code), int(ErrorCode::IoError));
    write("config", {});
    QVERIFY(listConfigHosts(path("config"))->isEmpty());
}

BATCHDECK_TEST(QCoreApplication, TstSshConfig)

#include "tst_sshconfig.moc"
