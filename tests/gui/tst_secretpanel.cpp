// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/engineclient.h"
#include "engine/log/reader/logreaders.h"
#include "models/resourcestore.h"
#include "models/storage/filework.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/await.h"
#include "tests/support/measure/leaks.h"
#include "tests/support/parts.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"
#include "ui/job/jobpage.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/clusterpage.h"
#include "ui/secret/secretpanel.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/submitpage.h"
#include "ui/widgets/page/banner.h"

#include <QApplication>
#include <QCheckBox>
#include <QCryptographicHash>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;
using engine::ResourceId;
using engine::ResourceKind;
using testing::EngineFixture;

namespace {

constexpr int longWait = 3 * testing::patience;
const QByteArray token = "snicker-snack/and+vorpal";
const QByteArray keptValue = "jabberwock%mimsy&wabe";

// What the job writes of its secrets: enough to tell that they are the right ones, and nothing of them.
const QString sayHashes = u"printf %s \"$TOKEN\" | sha256sum; printf %s \"$KEPT\" | sha256sum"_s;

QByteArray hashes()
{
    const auto line = [](const QByteArray &value) -> QByteArray {
        return QCryptographicHash::hash(value, QCryptographicHash::Sha256).toHex() + "  -\n";
    };
    return line(token) + line(keptValue);
}

QJsonObject named(const QString &variable, const QString &name)
{
    return {{u"name"_s, variable}, {u"x-batchdeck"_s, QJsonObject{{u"secretName"_s, name}}}};
}

QJsonObject both()
{
    return {{u"secrets"_s, QJsonArray{QJsonObject{{u"name"_s, u"TOKEN"_s}}, named(u"KEPT"_s, u"secret:hub"_s)}}};
}

/// A page in a window of its own, so that there is a focus.
template <typename Page> void show(Page &page)
{
    page.resize(1100, 700);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
}

} // namespace

/// Secrets that are asked for in the window, with a real engine behind it.
class TstSecretPanel final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void asksBeforeItSubmits();
    void remembersWhatItIsToldTo_data();
    void remembersWhatItIsToldTo();
    void asksForAJobThatWaits();
    void asksAgainForARerun();
    void asksForTheSecretsOfASetup();
    void keepsNothingInItsFields();

private:
    [[nodiscard]] ResourceId id(const QString &text);
    [[nodiscard]] ResourceId jobId(const QString &name) { return id(EngineFixture::jobId(name)); }
    [[nodiscard]] static ui::SecretPanel *panelOf(const QWidget &page) { return page.findChild<ui::SecretPanel *>(); }
    [[nodiscard]] static QList<QLineEdit *> fieldsOf(const QWidget &page)
    {
        return panelOf(page)->findChildren<QLineEdit *>();
    }
    static void type(const QWidget &page, const QByteArrayList &values);
    [[nodiscard]] QStringList names();

    testing::PrivateKeyring m_keyring; // one: a process has one session
    std::unique_ptr<EngineFixture> m_engine;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<models::FileWork> m_work;
    const testing::LeakSearch m_search{{token, keptValue}};
};

void TstSecretPanel::initTestCase()
{
    SKIP_WITHOUT("dbus");
    SKIP_WITHOUT("gnome-keyring");
    QVERIFY(m_keyring.start());
}

void TstSecretPanel::init()
{
    m_engine = std::make_unique<EngineFixture>();
    QVERIFY(m_engine->start());
    m_engine->setOutputFolder(m_engine->root() + u"/out"_s);
    QVERIFY(m_engine->addThisComputer());
    m_client = std::make_unique<engine::EngineClient>(m_engine->link());
    m_work = std::make_unique<models::FileWork>(*m_client);
}

// Wherever a test went: store, spool, logs and the job's own folders have none of them.
void TstSecretPanel::cleanup()
{
    if (!m_engine)
        return;
    m_work.reset();
    m_client.reset();
    m_engine->stop();
    const QByteArrayList leaks = m_search.leaksBelow(m_engine->root());
    m_engine.reset();
    QVERIFY2(leaks.isEmpty(), leaks.join('\n').constData());
}

ResourceId TstSecretPanel::id(const QString &text)
{
    const auto status = m_engine->call(u"engine.status"_s);
    const QString profile = status ? (*status)[u"profileId"_s].toString() : QString();
    const auto parsed = ResourceId::parseShort(profile, text);
    return parsed ? *parsed : ResourceId();
}

QStringList TstSecretPanel::names()
{
    QStringList names;
    const auto list = m_engine->call(u"secret.list"_s);
    for (const QJsonValue &secret : list ? list->toArray() : QJsonArray())
        names.append(secret[u"name"_s].toString() + u' ' + secret[u"place"_s].toString());
    return names;
}

// By keys alone, as a person does.
void TstSecretPanel::type(const QWidget &page, const QByteArrayList &values)
{
    QVERIFY(QTest::qWaitFor([&] { return panelOf(page)->isVisible(); }, longWait));
    const QList<QLineEdit *> fields = fieldsOf(page);
    QCOMPARE(fields.size(), values.size());
    QTRY_COMPARE(QApplication::focusWidget(), fields.constFirst());
    for (qsizetype i = 0; i < fields.size(); ++i) {
        QCOMPARE(fields.at(i)->echoMode(), QLineEdit::Password);
        QVERIFY(!fields.at(i)->accessibleName().isEmpty());
        QVERIFY(!panelOf(page)->findChild<QPushButton *>(u"acceptAnswer"_s)->isEnabled());
        QCOMPARE(QApplication::focusWidget(), fields.at(i));
        QTest::keyClicks(fields.at(i), QString::fromUtf8(values.at(i)));
        if (i + 1 < fields.size())
            QTest::keyClick(fields.at(i), Qt::Key_Return);
    }
    QTest::keyClick(fields.constLast(), Qt::Key_Return);
    QVERIFY(!panelOf(page)->isVisible());
}

void TstSecretPanel::asksBeforeItSubmits()
{
    ui::SubmitPage page(*m_client, id(u"default/default/default"_s), {}, id(u"default/default/clusters/desk"_s),
                        {u"job.json"_s, m_engine->jobText(sayHashes, both()), models::DocumentKind::Job, {}});
    show(page);
    QSignalSpy opened(&page, &ui::Page::openRequested);
    auto *submit = page.findChild<QPushButton *>(u"submit"_s);
    QTRY_VERIFY_WITH_TIMEOUT(page.isSettled() && submit->isEnabled(), longWait);
    QVERIFY2(!page.findChild<QPlainTextEdit *>(u"plan"_s)->toPlainText().isEmpty(), "the plan needs no values");
    submit->click();
    type(page, {token, keptValue});
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, longWait);
    QVERIFY(m_search.leakIn(page.findChild<ui::JsonEditor *>()->toPlainText().toUtf8()).isEmpty());
    const auto job = m_engine->finished(opened.at(0).at(0).value<ResourceId>().name(), longWait);
    QCOMPARE(m_engine->log(job, u"stdout.txt"_s), hashes());
    QVERIFY(m_search.leakIn(QJsonDocument(job.document).toJson()).isEmpty());
    // The next job asks only for what does not stay.
    ui::SubmitPage next(*m_client, id(u"default/default/default"_s), {}, id(u"default/default/clusters/desk"_s),
                        {u"job.json"_s, m_engine->jobText(sayHashes, both()), models::DocumentKind::Job, {}});
    show(next);
    QTRY_VERIFY_WITH_TIMEOUT(next.isSettled(), longWait);
    next.findChild<QPushButton *>(u"submit"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(panelOf(next)->isVisible(), longWait);
    QCOMPARE(fieldsOf(next).size(), 1);
}

void TstSecretPanel::remembersWhatItIsToldTo_data()
{
    QTest::addColumn<bool>("remembers");
    QTest::newRow("keyring") << true;
    QTest::newRow("memory") << false;
}

void TstSecretPanel::remembersWhatItIsToldTo()
{
    QFETCH(bool, remembers);
    VERIFY_RESULT(
        m_engine->submit(u"one"_s, u"true"_s, {{u"secrets"_s, QJsonArray{named(u"KEPT"_s, u"secret:hub"_s)}}}));
    ui::JobPage page(*m_client, *m_work, std::make_shared<engine::LogReaders>(), jobId(u"one"_s));
    show(page);
    QTRY_VERIFY_WITH_TIMEOUT(panelOf(page)->isVisible(), longWait);
    auto *remember = panelOf(page)->findChild<QCheckBox *>();
    QVERIFY(remember && remember->isChecked());
    remember->setChecked(remembers);
    type(page, {keptValue});
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList{remembers ? u"secret:hub keyring"_s : u"secret:hub memory"_s},
                              longWait);
    const auto job = m_engine->finished(u"one"_s);
    QVERIFY2(job.state == engine::JobState::Succeeded, qPrintable(job.reason.englishText()));
    QVERIFY(m_search.leaksBelow(m_keyring.home()).isEmpty());
}

void TstSecretPanel::asksForAJobThatWaits()
{
    const QJsonArray secrets{named(u"TOKEN"_s, u"secret:a"_s), named(u"KEPT"_s, u"secret:b"_s),
                             named(u"AGAIN"_s, u"secret:b"_s)};
    VERIFY_RESULT(m_engine->submit(u"two"_s, sayHashes, {{u"secrets"_s, secrets}}));
    ui::JobPage page(*m_client, *m_work, std::make_shared<engine::LogReaders>(), jobId(u"two"_s));
    show(page);
    QTRY_VERIFY_WITH_TIMEOUT(panelOf(page)->isVisible(), longWait);
    // Put away, it stays away until it is wanted.
    panelOf(page)->findChild<QPushButton *>(u"cancelQuestion"_s)->click();
    QVERIFY(!panelOf(page)->isVisible());
    auto *banner = page.findChild<ui::Banner *>();
    QVERIFY(banner->isVisible());
    emit banner->remedyRequested();
    type(page, {token, keptValue}); // secret:b once
    const auto job = m_engine->finished(u"two"_s);
    QCOMPARE(m_engine->log(job, u"stdout.txt"_s), hashes());
    QVERIFY(!panelOf(page)->isVisible());
}

void TstSecretPanel::asksAgainForARerun()
{
    const QJsonObject own{
        {u"secrets"_s,
         QJsonArray{QJsonObject{{u"name"_s, u"TOKEN"_s}, {u"value"_s, QString::fromUtf8(token)}},
                    QJsonObject{{u"name"_s, u"KEPT"_s}, {u"value"_s, QString::fromUtf8(keptValue)}}}}};
    VERIFY_RESULT(m_engine->submit(u"three"_s, sayHashes, own));
    const auto first = m_engine->finished(u"three"_s);
    QCOMPARE(m_engine->log(first, u"stdout.txt"_s), hashes());
    VERIFY_RESULT(m_engine->call(u"secret.remove"_s, {{u"name"_s, QString(u"job:"_s + first.uuid + u":KEPT"_s)}}));
    ui::JobPage page(*m_client, *m_work, std::make_shared<engine::LogReaders>(), jobId(u"three"_s));
    show(page);
    QSignalSpy opened(&page, &ui::Page::openRequested);
    page.findChild<QAbstractButton *>(u"rerun"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, longWait);
    const auto again = opened.at(0).at(0).value<ResourceId>();
    ui::JobPage next(*m_client, *m_work, std::make_shared<engine::LogReaders>(), again);
    show(next);
    type(next, {keptValue}); // the other one was copied
    QCOMPARE(m_engine->log(m_engine->finished(again.name(), longWait), u"stdout.txt"_s), hashes());
}

void TstSecretPanel::asksForTheSecretsOfASetup()
{
    models::ResourceStore store(*m_client);
    QSignalSpy loaded(&store, &models::ResourceStore::loaded);
    store.sync();
    QVERIFY(loaded.wait(longWait));
    const QJsonArray secrets{QJsonObject{{u"name"_s, u"TOKEN"_s}}, named(u"KEPT"_s, u"secret:hub"_s)};
    const QJsonObject task{{u"commandLine"_s, QString(u"( "_s + sayHashes + u" ) > \"$HOME_OF_TEST/said\""_s)},
                           {u"stdOutErrPathPrefix"_s, QString(m_engine->root() + u"/setup"_s)},
                           {u"environmentVariables"_s,
                            QJsonArray{QJsonObject{{u"name"_s, u"HOME_OF_TEST"_s}, {u"value"_s, m_engine->root()}}}},
                           {u"secrets"_s, secrets}};
    const QJsonObject properties{
        {u"vmSize"_s, u"STANDARD_NC6"_s},
        {u"userAccountSettings"_s, QJsonObject{{u"adminUserName"_s, u"ada"_s}, {u"adminUserPassword"_s, u"x"_s}}},
        {u"nodeSetup"_s, QJsonObject{{u"setupTask"_s, task}}}};
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
    const ResourceId workspace = id(u"default/default/default"_s).parent();
    const ResourceId machine = ResourceId::machine(workspace.profile(), u"here"_s);
    ui::NewClusterPage page(*m_client, store, workspace, {machine},
                            {u"cluster.json"_s, text, models::DocumentKind::Cluster, {}});
    show(page);
    QTRY_VERIFY_WITH_TIMEOUT(page.isSettled(), longWait);
    QSignalSpy opened(&page, &ui::Page::openRequested);
    auto *create = page.findChild<QPushButton *>(u"create"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(create->isEnabled(), qPrintable(create->toolTip()), longWait);
    create->click();
    type(page, {token, keptValue});
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, longWait);
    const auto cluster = opened.at(0).at(0).value<ResourceId>();
    const auto setup = [&] {
        return store.document(cluster)[u"properties"_s][u"x-batchdeck"_s][u"nodes"_s][0][u"setup"_s].toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(setup(), u"ready"_s, longWait);
    QCOMPARE(testing::contentOf(m_engine->root() + u"/said"_s), hashes());
    // What a setup left running ends with its cluster, and only then the machine can be cleaned.
    VERIFY_RESULT(m_engine->call(u"resource.delete"_s, {{u"id"_s, cluster.toString()}}));
    QTRY_VERIFY_WITH_TIMEOUT(m_engine->call(u"machine.clean"_s, {{u"id"_s, machine.toString()}}), longWait);
}

// Not by undo, not by showing it.
void TstSecretPanel::keepsNothingInItsFields()
{
    VERIFY_RESULT(
        m_engine->submit(u"four"_s, u"true"_s, {{u"secrets"_s, QJsonArray{named(u"KEPT"_s, u"secret:hub"_s)}}}));
    ui::JobPage page(*m_client, *m_work, std::make_shared<engine::LogReaders>(), jobId(u"four"_s));
    show(page);
    QTRY_VERIFY_WITH_TIMEOUT(panelOf(page)->isVisible(), longWait);
    QLineEdit *field = fieldsOf(page).constFirst();
    QTest::keyClicks(field, QString::fromUtf8(keptValue));
    field->selectAll();
    field->copy();
    panelOf(page)->findChild<QPushButton *>(u"cancelQuestion"_s)->click(); // it is deleted later
    field->setEchoMode(QLineEdit::Normal);
    QCOMPARE(field->text(), QString());
    QVERIFY(!field->isUndoAvailable());
    field->undo();
    QCOMPARE(field->text(), QString());
}

BATCHDECK_TEST(QApplication, TstSecretPanel)
#include "tst_secretpanel.moc"
