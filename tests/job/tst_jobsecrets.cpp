// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/job/jobsecrets.h"
#include "engine/secret/secretstore.h"

#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::await;
using Place = SecretStore::Place;

namespace {

const QString uuid = u"0b7c4a52-6f0e-4f4e-9c39-4f3c2f0f7f11"_s;

QJsonObject document()
{
    return QJsonDocument::fromJson(R"({"properties":{
        "secrets":[{"name":"TOKEN","value":"t0ken"},
                   {"name":"KEPT","x-batchdeck":{"secretName":"secret:hub"}},
                   {"name":"VAULT","valueSecretReference":{"secretUrl":"u"}}],
        "containerSettings":{"imageSourceRegistry":{"image":"i",
            "credentials":{"username":"ada","password":"p4ss"}}}}})")
        .object();
}

QString own(const QString &variable)
{
    return u"job:"_s + uuid + u':' + variable;
}

} // namespace

/// How the secrets of a job are found: against a real keyring on a bus of its own.
class TstJobSecrets final : public QObject
{
    Q_OBJECT

private slots:
    void needsNone();
    void asksALockedKeyringAgain();
    void findsEachItsOwnOnceTheKeyringIsOpen();
    void waitsForWhatIsMissing(); // last: from then on there is no bus

private:
    [[nodiscard]] bool startKeyring() { return std::exchange(m_isStarted, true) || m_keyring.start(); }

    testing::PrivateKeyring m_keyring; // one for all, as a process knows one session bus
    bool m_isStarted = false;
};

void TstJobSecrets::needsNone()
{
    SecretStore store(u"p"_s);
    JobSecrets secrets(store, {}, uuid, {});
    QVERIFY(!secrets.areNeeded() && secrets.areThere());
    QVERIFY(await(secrets.fetch()).has_value());
}

void TstJobSecrets::asksALockedKeyringAgain()
{
    SKIP_WITHOUT("dbus");
    SKIP_WITHOUT("gnome-keyring");
    QVERIFY(startKeyring());
    const QJsonObject job = QJsonDocument::fromJson(R"({"properties":{"secrets":[{"name":"TOKEN"}]}})").object();
    {
        SecretStore before(u"p"_s);
        const auto kept = await(before.keep(own(u"TOKEN"_s), u"t0ken"_s, Place::Keyring));
        QVERIFY(kept.has_value() && kept->place == Place::Keyring);
    }
    SecretStore store(u"p"_s);
    JobSecrets secrets(store, {}, uuid, job);
    QVERIFY(m_keyring.lock());
    secrets.look();
    QTRY_COMPARE(secrets.missing().code, u"SecretLocked"_s);
    QVERIFY2(secrets.missing().reason.englishText().contains(u"keyring"_s),
             qPrintable(secrets.missing().reason.englishText()));
    // Whoever else waits does not ask it, too.
    for (int i = 0; i < 100; ++i) {
        const auto told = store.lookUp(u"another"_s);
        if (!told.isFinished()) // its rest is over: this one asks
            QVERIFY(!await(told).has_value());
        else
            QVERIFY(!told.result().has_value());
    }
    const auto anew = store.lookUp(u"another"_s, SecretStore::Asks::Anew);
    QVERIFY(!anew.isFinished());
    QVERIFY(!await(anew).has_value());
    QVERIFY(m_keyring.startKeyring());
    QTRY_VERIFY_WITH_TIMEOUT(secrets.areThere(), 2 * testing::patience);
}

void TstJobSecrets::findsEachItsOwnOnceTheKeyringIsOpen()
{
    SKIP_WITHOUT("dbus");
    SKIP_WITHOUT("gnome-keyring");
    QVERIFY(startKeyring());
    const QStringList names{own(u"ONE"_s), own(u"TWO"_s), own(u"THREE"_s)};
    {
        SecretStore before(u"p"_s);
        for (const QString &name : names)
            VERIFY_RESULT(await(before.keep(name, QString(u"of "_s + name), Place::Keyring)));
    }
    SecretStore store(u"p"_s);
    QVERIFY(m_keyring.lock());
    for (int i = 0; i < 6; ++i) // from now on it is left alone for long
        QVERIFY(!await(store.lookUp(names.at(0), SecretStore::Asks::Anew)).has_value());
    QList<QFuture<Result<std::optional<Secret>>>> found;
    connect(&store, &SecretStore::mayAskAgain, &store, [&] {
        for (const QString &name : names + names)
            found.append(store.lookUp(name));
    });
    QVERIFY(m_keyring.startKeyring());
    QVERIFY(m_keyring.startCounting());
    QVERIFY(await(store.lookUp(u"another"_s, SecretStore::Asks::Anew)).has_value());
    QTRY_COMPARE(found.size(), 6);
    for (int i = 0; i < 6; ++i) {
        const auto value = await(found.at(i));
        VERIFY_RESULT(value);
        QCOMPARE(value->value_or(QString()), QString(u"of "_s + names.at(i % 3)));
    }
    const qsizetype requests = m_keyring.requests();
    QVERIFY2(requests > 0 && requests < 40, qPrintable(QString::number(requests)));
}

void TstJobSecrets::waitsForWhatIsMissing()
{
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    QTemporaryDir session;
    qputenv("XDG_RUNTIME_DIR", session.path().toUtf8());
    SecretStore store(u"p"_s);
    VERIFY_RESULT(await(store.keep(own(u"TOKEN"_s), u"t0ken"_s, Place::Memory)));
    VERIFY_RESULT(await(store.keep(own(u"VAULT"_s), u"v"_s, Place::Memory)));
    JobSecrets secrets(store, {}, uuid, withoutSecrets(document()));
    QVERIFY(secrets.areNeeded() && !secrets.areThere());
    QSignalSpy changed(&secrets, &JobSecrets::changed);
    secrets.look();
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(secrets.missing().code, u"SecretMissing"_s);
    QCOMPARE(secrets.missing().reason.englishText(),
             u"The value of its secret KEPT is missing. Set it, and it goes on: batchctl secret set secret:hub"_s);

    VERIFY_RESULT(await(store.keep(u"secret:hub"_s, u"h"_s, Place::Memory)));
    QTRY_COMPARE(changed.size(), 2);
    QCOMPARE(secrets.missing().reason.englishText(),
             u"The password of its image's registry is missing. Set it, and it goes on: batchctl secret set "_s
                 + own(u"registry-password"_s));
    VERIFY_RESULT(await(store.keep(own(u"registry-password"_s), u"p4ss"_s, Place::Memory)));
    QTRY_VERIFY(secrets.areThere());
    QVERIFY(secrets.missing().code.isEmpty());

    const auto found = await(secrets.fetch());
    QVERIFY(found.has_value());
    const QList<std::pair<QString, QString>> variables{
        {u"TOKEN"_s, u"t0ken"_s}, {u"KEPT"_s, u"h"_s}, {u"VAULT"_s, u"v"_s}};
    QCOMPARE(found->variables, variables);
    QCOMPARE(found->registryPassword, u"p4ss"_s);

    VERIFY_RESULT(await(store.remove(u"secret:hub"_s)));
    QVERIFY(!await(secrets.fetch()).has_value());
    QTRY_VERIFY(!secrets.areThere());
}

BATCHDECK_TEST(QCoreApplication, TstJobSecrets)
#include "tst_jobsecrets.moc"
