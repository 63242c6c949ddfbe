// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobloop.h"
#include "engine/blob/blobservice.h"
#include "engine/client/engineclient.h"
#include "tests/engine/ctl/ctlfixture.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/await.h"
#include "tests/support/measure/leaks.h"
#include "tests/support/parts.h"
#include "tests/support/real/azurite.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"

#include <QMessageAuthenticationCode>
#include <QTcpServer>
#include <QTcpSocket>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::await;
using testing::Installation;
using testing::Outcome;
using testing::words;

namespace {

const QString goodKey = QString::fromLatin1(QByteArray(64, 'k').toBase64());

/// The error of \a result, "Done" without one.
template <typename T> QString resultCode(const Result<T> &result)
{
    return result ? u"Done"_s : toString(result.error().code);
}

QByteArray signedBy(const QString &key, const QStringList &lines)
{
    return QMessageAuthenticationCode::hash(lines.join(u'\n').toUtf8(), QByteArray::fromBase64(key.toLatin1()),
                                            QCryptographicHash::Sha256)
        .toBase64()
        .toPercentEncoding();
}

} // namespace

/// Storage accounts from the first key to their removal, in the engine and by batchctl, with a real blob service.
class TstStorageAccounts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void storesOnlyWhatAnswered();
    void takesSignatures();
    void listsAndChangesContainers();
    void removesBlobsThatWereCounted();
    void takesANewKey();
    void forgetsTheKeyWithTheAccount();
    void isDrivenByBatchctl();
    void keepsTheKeyForTheNextEngine(); // last: from then on there is a keyring

private:
    [[nodiscard]] AddStorageAccount account() const
    {
        AddStorageAccount request;
        request.name = m_azurite.name();
        request.endpoint = m_azurite.endpoint().toString();
        request.key.text = m_azurite.key();
        return request;
    }
    [[nodiscard]] Location at(const QString &path) const { return {blobPlace(m_azurite.name()), path}; }
    [[nodiscard]] EngineClient &client() const { return *m_client; }
    [[nodiscard]] bool startEngine();
    /// The service itself, without an engine.
    [[nodiscard]] BlobService &service();
    [[nodiscard]] QStringList listed(const Location &folder, QString *code = nullptr);
    [[nodiscard]] QStringList secrets();
    [[nodiscard]] FileTaskSnapshot run(FileTaskRequest::Kind kind, const QString &path, const FileCount &counted = {});
    [[nodiscard]] Outcome ctl(const QString &line, const QStringList &more = {}, const QByteArray &input = {});

    testing::Azurite m_azurite;
    QTemporaryDir m_session;
    std::unique_ptr<testing::EngineFixture> m_engine;
    std::unique_ptr<EngineClient> m_client;
    std::unique_ptr<BlobService> m_service;
    std::unique_ptr<Installation> m_installation;
    QByteArray m_said; // by batchctl
};

void TstStorageAccounts::initTestCase()
{
    SKIP_WITHOUT("azurite");
    qputenv("XDG_RUNTIME_DIR", m_session.path().toUtf8());
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    QVERIFY(m_azurite.start());
}

void TstStorageAccounts::init()
{
    m_engine = std::make_unique<testing::EngineFixture>();
    QVERIFY(startEngine());
}

void TstStorageAccounts::cleanup()
{
    m_client.reset();
    m_engine.reset();
}

bool TstStorageAccounts::startEngine()
{
    m_client.reset();
    m_engine->stop();
    if (!m_engine->start())
        return false;
    m_client = std::make_unique<EngineClient>(m_engine->link());
    return true;
}

BlobService &TstStorageAccounts::service()
{
    if (!m_service) {
        const BlobAccount account = m_azurite.account();
        m_service = std::make_unique<BlobService>(std::make_shared<BlobLoop>(), [account] {
            return QtFuture::makeReadyFuture(Result<BlobAccount>(account));
        });
    }
    return *m_service;
}

// The names in \a folder; \a code: "Done", or the code of the error.
QStringList TstStorageAccounts::listed(const Location &folder, QString *code)
{
    QStringList names;
    const auto done = await(client().storage.list(folder, 1000, [&names](const QList<StorageEntry> &entries) {
        for (const StorageEntry &entry : entries)
            names.append(entry.isFolder ? QString(entry.name + u'/') : entry.name);
    }));
    if (code)
        *code = resultCode(done);
    return names;
}

QStringList TstStorageAccounts::secrets()
{
    const auto answer = m_engine->call(u"secret.list"_s);
    return answer ? testing::valuesOf(*answer, u"name"_s) : QStringList{u"no answer"_s};
}

FileTaskSnapshot TstStorageAccounts::run(FileTaskRequest::Kind kind, const QString &path, const FileCount &counted)
{
    FileTaskRequest request;
    request.kind = kind;
    request.place = blobPlace(m_azurite.name());
    request.paths = {path};
    request.counted = counted;
    request.algorithm = u"sha256"_s;
    const auto done = await(client().storage.runTask(request, [](const FileTaskSnapshot &) {}));
    FileTaskSnapshot failed;
    if (!done)
        failed.error = done.error();
    return done ? *done : failed;
}

Outcome TstStorageAccounts::ctl(const QString &line, const QStringList &more, const QByteArray &input)
{
    const Outcome outcome = m_installation->batchctl(words(line, more), input);
    m_said += outcome.output + outcome.errorOutput;
    return outcome;
}

void TstStorageAccounts::refusesWhatCannotBe_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("endpoint");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("sas");
    QTest::addColumn<QString>("code");
    const QString here = u"http://127.0.0.1:1/cells"_s;
    const QString sas = u"sv=2018-11-09&sp=rl&sig=c2VjcmV0&"_s;
    const auto row = [](const char *what, const QString &name, const QString &endpoint, const QString &key,
                        const QString &signature, const QString &code = u"InvalidArgument"_s) {
        QTest::newRow(what) << name << endpoint << key << signature << code;
    };
    row("capitals", u"Cells"_s, here, goodKey, {}, u"InvalidDocument"_s);
    row("neither", u"cells"_s, here, {}, {});
    row("both", u"cells"_s, here, goodKey, sas);
    row("no base64", u"cells"_s, here, u"c2VjcmV0!"_s, {});
    row("connection string", u"cells"_s, here, u"AccountName=cells;AccountKey="_s + goodKey, {});
    row("no address", u"cells"_s, u"127.0.0.1:1"_s, goodKey, {});
    row("another scheme", u"cells"_s, u"ftp://127.0.0.1/"_s, goodKey, {});
    row("signature in the endpoint", u"cells"_s, u"https://host/?"_s + sas, goodKey, {});
    row("in the clear", u"cells"_s, u"http://storage.example"_s, goodKey, {});
    row("signature in the clear", u"cells"_s, u"http://storage.example"_s, {}, sas + u"ss=b&srt=sco"_s);
    row("no signature", u"cells"_s, here, {}, u"sv=2018-11-09&sp=rl"_s);
    row("expired", u"cells"_s, here, {}, sas + u"se=2020-01-01T00%3A00%3A00Z&ss=b&srt=sco"_s,
        u"AuthenticationFailed"_s);
    row("of queues", u"cells"_s, here, {}, sas + u"ss=q&srt=sco"_s);
    row("of one blob", u"cells"_s, here, {}, sas + u"sr=b"_s);
    row("of a container without a name", u"cells"_s, here, {}, sas + u"sr=c"_s);
    row("of objects alone", u"cells"_s, here, {}, sas + u"ss=b&srt=o"_s);
    row("of another host", u"cells"_s, here, {}, u"https://storage.example/c?"_s + sas + u"sr=c"_s);
}

void TstStorageAccounts::refusesWhatCannotBe()
{
    QFETCH(const QString, name);
    QFETCH(const QString, endpoint);
    QFETCH(const QString, key);
    QFETCH(const QString, sas);
    const auto answer = m_engine->call(
        u"storageAccount.add"_s, {{u"name"_s, name}, {u"endpoint"_s, endpoint}, {u"key"_s, key}, {u"sas"_s, sas}});
    QTEST(resultCode(answer), "code");
    const QByteArray error = QJsonDocument(answer.error().toJson()).toJson();
    QVERIFY2(!error.contains("c2VjcmV0") && !error.contains(goodKey.toLatin1()), error);
    QCOMPARE(secrets(), QStringList());
}

void TstStorageAccounts::storesOnlyWhatAnswered()
{
    AddStorageAccount wrong = account();
    wrong.key.text = goodKey;
    QCOMPARE(resultCode(await(client().storageAccounts.add(wrong))), u"AuthenticationFailed"_s);

    QTcpServer nobody;
    QVERIFY(nobody.listen(QHostAddress::LocalHost));
    const quint16 port = nobody.serverPort();
    nobody.close();
    wrong = account();
    wrong.endpoint = u"http://127.0.0.1:%1/%2"_s.arg(port).arg(wrong.name);
    QCOMPARE(resultCode(await(client().storageAccounts.add(wrong))), u"Unreachable"_s);

    QTcpServer another;
    connect(&another, &QTcpServer::newConnection, this, [&another] {
        QTcpSocket *socket = another.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: 17\r\nConnection: close\r\n\r\n<html>hi!</html>\n");
            socket->disconnectFromHost();
        });
    });
    QVERIFY(another.listen(QHostAddress::LocalHost));
    wrong.endpoint = u"http://127.0.0.1:%1/%2"_s.arg(another.serverPort()).arg(wrong.name);
    QCOMPARE(resultCode(await(client().storageAccounts.add(wrong))), u"Unreachable"_s);

    QCOMPARE(m_engine->call(u"resource.list"_s, {{u"kind"_s, u"storage-account"_s}})->toArray(), QJsonArray());
    QCOMPARE(secrets(), QStringList());

    const auto added = await(client().storageAccounts.add(account()));
    VERIFY_RESULT(added);
    QVERIFY(added->kind() == ResourceKind::StorageAccount);
    QCOMPARE(added->name(), m_azurite.name());
    QCOMPARE(secrets(), QStringList{u"storage-account:"_s + m_azurite.name()});
    QCOMPARE(resultCode(await(client().storageAccounts.add(account()))), u"AlreadyExists"_s);
    const auto shown = await(client().resources.get(*added));
    VERIFY_RESULT(shown);
    const auto snapshot = StorageAccountSnapshot::fromDocument(*shown);
    QCOMPARE(snapshot.endpoint, m_azurite.endpoint().toString());
    QVERIFY(snapshot.credential == StorageAccountSnapshot::Credential::Key);
    QVERIFY(!QJsonDocument(*shown).toJson().contains(m_azurite.key().toLatin1()));
    const auto places = await(client().storage.listPlaces());
    VERIFY_RESULT(places);
    QVERIFY(places->constLast().kind == StoragePlace::Kind::StorageAccount);
    QCOMPARE(places->constLast().root, at(u"/"_s));
}

// One of the account, and one of a container, whose root has that container alone.
void TstStorageAccounts::takesSignatures()
{
    const QString name = m_azurite.name();
    const QString expiry = QDateTime::currentDateTimeUtc().addSecs(3600).toString(Qt::ISODate);
    const QString common = u"sv=2018-11-09&sp=rwdlac&se="_s + expiry;
    VERIFY_RESULT(await(service().createContainer(u"one"_s)));
    VERIFY_RESULT(await(service().createContainer(u"two"_s)));
    VERIFY_RESULT(await(service().put(u"one"_s, u"a/b"_s, "bytes")));

    AddStorageAccount request = account();
    request.key.text.clear();
    const QByteArray whole =
        signedBy(m_azurite.key(), {name, u"rwdlac"_s, u"b"_s, u"sco"_s, {}, expiry, {}, {}, u"2018-11-09"_s, {}});
    request.sas.text = u'?' + common + u"&ss=b&srt=sco&sig="_s + QString::fromLatin1(whole) + u'\n';
    const auto added = await(client().storageAccounts.add(request));
    VERIFY_RESULT(added);
    QVERIFY(listed(at(u"/"_s)).contains(u"two/"_s));
    QCOMPARE(resultCode(await(client().storageAccounts.linkTo(at(u"/one/a/b"_s), 5))), u"Conflict"_s); // without a key
    VERIFY_RESULT(await(client().resources.remove(*added)));

    const QByteArray ofOne = signedBy(m_azurite.key(),
                                      {u"rwdlac"_s,
                                       {},
                                       expiry,
                                       u"/blob/%1/one"_s.arg(name),
                                       {},
                                       {},
                                       {},
                                       u"2018-11-09"_s,
                                       u"c"_s,
                                       {},
                                       {},
                                       {},
                                       {},
                                       {},
                                       {}});
    request.sas.text =
        m_azurite.endpoint().toString() + u"/one?"_s + common + u"&sr=c&sig="_s + QString::fromLatin1(ofOne);
    request.endpoint.clear();
    VERIFY_RESULT(await(client().storageAccounts.add(request)));
    QCOMPARE(listed(at(u"/"_s)), QStringList{u"one/"_s});
    QCOMPARE(listed(at(u"/one"_s)), QStringList{u"a/"_s});
    QString code;
    QCOMPARE(listed(at(u"/two"_s), &code), QStringList());
    QCOMPARE(code, u"AuthenticationFailed"_s);
    VERIFY_RESULT(await(service().removeContainer(u"one"_s)));
    VERIFY_RESULT(await(service().removeContainer(u"two"_s)));
}

void TstStorageAccounts::listsAndChangesContainers()
{
    VERIFY_RESULT(await(client().storageAccounts.add(account())));
    const QString name = m_azurite.name();
    VERIFY_RESULT(await(client().storageAccounts.createContainer(name, u"plates"_s)));
    QCOMPARE(resultCode(await(client().storageAccounts.createContainer(name, u"plates"_s))), u"AlreadyExists"_s);
    QCOMPARE(resultCode(await(client().storageAccounts.createContainer(name, u"Plates!"_s))), u"InvalidArgument"_s);
    QCOMPARE(resultCode(await(client().storageAccounts.createContainer(u"nobody"_s, u"plates"_s))), u"NotFound"_s);
    QVERIFY(listed(at(u"/"_s)).contains(u"plates/"_s));
    VERIFY_RESULT(await(service().put(u"plates"_s, u"day/one.tif"_s, "bytes")));
    QCOMPARE(listed(at(u"/plates"_s)), QStringList{u"day/"_s});
    QCOMPARE(listed(at(u"/plates/day"_s)), QStringList{u"one.tif"_s});
    const auto bytes = await(client().storage.read(at(u"/plates/day/one.tif"_s), 1, 3));
    VERIFY_RESULT(bytes);
    QCOMPARE(*bytes, "yte");
    const auto located =
        m_engine->call(u"storage.locate"_s, {{u"place"_s, blobPlace(name.toUpper())}, {u"path"_s, u"/plates//day/"_s}});
    VERIFY_RESULT(located);
    QCOMPARE(*located, QJsonValue(at(u"/plates/day"_s).toJson()));
    const auto link = await(client().storageAccounts.linkTo(at(u"/plates/day/one.tif"_s), 5));
    VERIFY_RESULT(link);
    QVERIFY(link->contains(u"/plates/day/one.tif?"_s) && link->contains(u"sig="_s));
    QCOMPARE(resultCode(await(client().storageAccounts.linkTo(at(u"/plates"_s), 5))), u"InvalidArgument"_s);
    QCOMPARE(resultCode(await(client().storageAccounts.linkTo(at(u"/plates/x"_s), 0))), u"InvalidArgument"_s);
    VERIFY_RESULT(await(client().storageAccounts.removeContainer(name, u"plates"_s)));
    QVERIFY(!listed(at(u"/"_s)).contains(u"plates/"_s));
}

void TstStorageAccounts::removesBlobsThatWereCounted()
{
    using Kind = FileTaskRequest::Kind;
    VERIFY_RESULT(await(client().storageAccounts.add(account())));
    VERIFY_RESULT(await(service().createContainer(u"tasks"_s)));
    const QStringList blobs{u"data"_s,       u"data-2/x"_s,      u"data/a/b/1"_s, u"data/a/b/2"_s,
                            u"data/a/c/1"_s, u"data/d/very/3"_s, u"data/e"_s};
    for (const QString &blob : blobs)
        VERIFY_RESULT(await(service().put(u"tasks"_s, blob, "12345")));

    const FileTaskSnapshot counted = run(Kind::Measure, u"/tasks/data"_s);
    QVERIFY(counted.isDone && !counted.error);
    const FileCount below{6, 6, 30}; // data and a, a/b, a/c, d, d/very
    QCOMPARE(counted.count.files, below.files);
    QCOMPARE(counted.count.folders, below.folders);
    QCOMPARE(counted.count.bytes, below.bytes);
    QVERIFY(run(Kind::Measure, u"/tasks"_s).count == (FileCount{7, 8, 35})); // and the container, data-2
    QCOMPARE(toString(run(Kind::Measure, u"/tasks/nothing"_s).error->code), u"NotFound"_s);
    QCOMPARE(toString(run(Kind::Measure, u"/nothing"_s).error->code), u"NotFound"_s);
    QCOMPARE(toString(run(Kind::Trash, u"/tasks/data"_s).error->code), u"IoError"_s);
    QCOMPARE(toString(run(Kind::Checksum, u"/tasks/data"_s).error->code), u"InvalidArgument"_s);
    QCOMPARE(toString(run(Kind::Remove, u"/"_s, below).error->code), u"InvalidArgument"_s);
    QCOMPARE(toString(run(Kind::Remove, u"/tasks/data"_s, {5, 6, 30}).error->code), u"Conflict"_s);
    QCOMPARE(listed(at(u"/tasks/data"_s)).size(), 3);

    const FileTaskSnapshot removed = run(Kind::Remove, u"/tasks/data"_s, below);
    QVERIFY2(!removed.error, removed.error ? qPrintable(removed.error->message.englishText()) : "");
    QCOMPARE(removed.itemsDone, 12);
    QCOMPARE(listed(at(u"/tasks"_s)), QStringList{u"data-2/"_s});
    QVERIFY(!run(Kind::Remove, u"/tasks"_s, {1, 2, 5}).error);
    QVERIFY(!listed(at(u"/"_s)).contains(u"tasks/"_s));
}

void TstStorageAccounts::takesANewKey()
{
    const QString name = m_azurite.name();
    AddStorageAccount unseen = account();
    unseen.key.text = goodKey;
    unseen.test = false;
    VERIFY_RESULT(await(client().storageAccounts.add(unseen)));
    QString code;
    QCOMPARE(listed(at(u"/"_s), &code), QStringList());
    QCOMPARE(code, u"AuthenticationFailed"_s);
    QCOMPARE(resultCode(await(client().storageAccounts.setCredential({name, {goodKey}, {}}))),
             u"AuthenticationFailed"_s);
    VERIFY_RESULT(await(client().storageAccounts.setCredential({name, {m_azurite.key()}, {}})));
    (void)listed(at(u"/"_s), &code);
    QCOMPARE(code, u"Done"_s);
    QCOMPARE(resultCode(await(client().storageAccounts.setCredential({u"nobody"_s, {goodKey}, {}}))), u"NotFound"_s);
}

void TstStorageAccounts::forgetsTheKeyWithTheAccount()
{
    const auto added = await(client().storageAccounts.add(account()));
    VERIFY_RESULT(added);
    VERIFY_RESULT(await(client().storageAccounts.createContainer(added->name(), u"stays"_s)));
    VERIFY_RESULT(await(client().resources.remove(*added)));
    QCOMPARE(secrets(), QStringList());
    QString code;
    QCOMPARE(listed(at(u"/"_s), &code), QStringList());
    QCOMPARE(code, u"NotFound"_s);
    QCOMPARE(m_engine->call(u"resource.list"_s, {{u"kind"_s, u"storage-account"_s}})->toArray(), QJsonArray());
    const auto containers = await(service().listContainers({}));
    VERIFY_RESULT(containers);
    QVERIFY(std::any_of(containers->entries.cbegin(), containers->entries.cend(),
                        [](const BlobEntry &entry) { return entry.name == u"stays"; }));
    VERIFY_RESULT(await(service().removeContainer(u"stays"_s)));
}

// A key that is no other's is in no file of the profile, in no command line, and in nothing that batchctl says.
void TstStorageAccounts::isDrivenByBatchctl()
{
    const QString name = m_azurite.name();
    const QByteArray key = m_azurite.key().toLatin1();
    const testing::LeakSearch search({key, goodKey.toLatin1()});
    m_installation = std::make_unique<Installation>();
    testing::ProcessWatch watch(search);
    const QStringList endpoint{u"--endpoint"_s, m_azurite.endpoint().toString()};

    QCOMPARE(ctl(u"storage account add"_s, QStringList{name} + endpoint).exitCode, 2);
    QCOMPARE(
        ctl(u"storage account add --account-key-stdin"_s, QStringList{name} + endpoint, goodKey.toLatin1()).exitCode,
        6);
    QCOMPARE(ctl(u"storage account list"_s).json(), QJsonValue(QJsonArray()));
    const Outcome added = ctl(u"storage account add --account-key-stdin"_s, QStringList{name} + endpoint, key + '\n');
    VERIFY_DONE(added);
    QVERIFY2(added.errorOutput.contains("in memory only"), added.errorOutput); // as there is no keyring here
    QCOMPARE(testing::at(added.json(), u"properties.primaryEndpoints.blob"_s), m_azurite.endpoint().toString());
    QCOMPARE(ctl(u"storage account add --account-key-stdin"_s, QStringList{name} + endpoint, key).exitCode, 5);
    QCOMPARE(testing::valuesOf(ctl(u"storage account list"_s).json(), u"name"_s), QStringList{name});
    QCOMPARE(ctl(u"storage account show -o tsv"_s, {name}).output,
             QByteArray(name.toUtf8() + '\t' + m_azurite.endpoint().toString().toUtf8() + "\tkey\t\n"));
    VERIFY_DONE(ctl(u"storage account update --account-key-stdin"_s, {name}, key));

    const QStringList ofAccount{u"--account-name"_s, name};
    VERIFY_DONE(ctl(u"storage container create -n cells"_s, ofAccount));
    QCOMPARE(ctl(u"storage container create -n cells"_s, ofAccount).exitCode, 5);
    QVERIFY(testing::valuesOf(ctl(u"storage container list"_s, ofAccount).json(), u"name"_s).contains(u"cells"_s));
    const QString place = u"blob://"_s + name;
    VERIFY_RESULT(await(service().put(u"cells"_s, u"day/one.tif"_s, "bytes")));
    const QJsonValue listed = ctl(u"storage list"_s, {place + u"/cells"_s}).json();
    QCOMPARE(testing::valuesOf(listed, u"name"_s), QStringList{u"day"_s});
    QCOMPARE(testing::valuesOf(listed, u"lastModified"_s), QStringList{QString()}); // a folder has no time there
    QCOMPARE(ctl(u"storage cat"_s, {place + u"/cells/day/one.tif"_s}).output, "bytes");
    QCOMPARE(ctl(u"storage stat"_s, {place + u"/cells/day/one.tif"_s}).json()[u"size"_s], 5);
    VERIFY_DONE(ctl(u"storage mkdir"_s, {place + u"/more"_s}));
    const QString link =
        ctl(u"storage link --minutes 5"_s, {place + u"/cells/day/one.tif"_s}).json()[u"url"_s].toString();
    QVERIFY2(link.contains(u"sig="_s), qPrintable(link));
    QCOMPARE(ctl(u"storage list"_s, {u"blob://nobody/"_s}).exitCode, 3);
    QCOMPARE(ctl(u"storage checksum"_s, {place + u"/cells/day/one.tif"_s}).exitCode, 4);
    VERIFY_DONE(ctl(u"storage remove -y"_s, {place + u"/cells/day"_s}));
    QCOMPARE(ctl(u"storage list"_s, {place + u"/cells"_s}).json(), QJsonValue(QJsonArray()));
    const Outcome asked = ctl(u"storage container delete -n cells"_s, ofAccount);
    QCOMPARE(asked.exitCode, 2);
    QVERIFY2(asked.errorOutput.contains("cells") && asked.errorOutput.contains("all of its blobs"), asked.errorOutput);
    VERIFY_DONE(ctl(u"storage container delete -y -n cells"_s, ofAccount));
    VERIFY_DONE(ctl(u"storage container delete -y -n more"_s, ofAccount));
    QCOMPARE(search.leaksBelow(m_installation->path({})), QByteArrayList());

    QVERIFY(ctl(u"storage account remove"_s, {name}).errorOutput.contains("containers and blobs stay"));
    VERIFY_DONE(ctl(u"storage account remove -y"_s, {name}));
    QCOMPARE(ctl(u"secret list"_s).json(), QJsonValue(QJsonArray()));
    QCOMPARE(ctl(u"storage list"_s, {place + u"/"_s}).exitCode, 3);

    QVERIFY(watch.rounds() > 5);
    QByteArrayList leaks = watch.leaks();
    leaks.removeIf([](const QByteArray &leak) { return leak.contains(" environ: "); }); // the service has its key there
    QCOMPARE(leaks, QByteArrayList());
    QCOMPARE(search.leakIn(m_said), QByteArray());
    m_installation.reset();
}

void TstStorageAccounts::keepsTheKeyForTheNextEngine()
{
    SKIP_WITHOUT("dbus");
    SKIP_WITHOUT("gnome-keyring");
    testing::PrivateKeyring keyring;
    QVERIFY(keyring.start());
    VERIFY_RESULT(await(client().storageAccounts.add(account())));
    QString code;
    QVERIFY(startEngine());
    QCOMPARE(secrets(), QStringList{u"storage-account:"_s + m_azurite.name()});
    (void)listed(at(u"/"_s), &code);
    QCOMPARE(code, u"Done"_s);

    QVERIFY(keyring.lock());
    QVERIFY(startEngine());
    const auto locked = await(client().storage.stat(at(u"/nothing/x"_s)));
    QVERIFY(!locked);
    QVERIFY2(locked.error().message.englishText().contains(u"Unlock the keyring"_s),
             qPrintable(locked.error().message.englishText()));
    QVERIFY(keyring.startKeyring());
    (void)listed(at(u"/"_s), &code);
    QCOMPARE(code, u"Done"_s);
    m_client.reset();
    m_engine.reset(); // before its keyring
}

BATCHDECK_TEST(QCoreApplication, TstStorageAccounts)
#include "tst_storageaccounts.moc"
