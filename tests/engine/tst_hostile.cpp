// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

/// Every method of docs/protocol.md with parameters that nobody should send: an answer, and an engine that goes on.
class TstHostile : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_fixture.start());
        QVERIFY(m_fixture.addThisComputer());
        QVERIFY(m_fixture.submit(u"a"_s, u"true"_s));
        QVERIFY(isFinal(m_fixture.finished(u"a"_s).state));
    }

    void cleanupTestCase() { m_fixture.stop(); }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QJsonObject>("good"); // each of its values is replaced in turn
        const QJsonValue job = EngineFixture::jobId(u"a"_s);
        const QJsonValue group = u"default"_s;
        const QJsonValue text = QString::fromUtf8(m_fixture.jobText(u"true"_s));
        const QJsonArray none;
        const QList<std::pair<QString, QJsonObject>> calls{
            {u"resource.list"_s, {{u"kind"_s, u"group"_s}, {u"scope"_s, group}}},
            {u"resource.get"_s, {{u"id"_s, group}}},
            {u"resource.create"_s, {{u"id"_s, u"g2"_s}, {u"document"_s, QJsonObject()}}},
            {u"resource.delete"_s, {{u"id"_s, u"nothing"_s}, {u"terminate"_s, false}}},
            {u"cluster.create"_s,
             {{u"id"_s, u"default/default/clusters/c"_s},
              {u"kind"_s, u"local"_s},
              {u"machines"_s, none},
              {u"target"_s, 1},
              {u"minimum"_s, 1},
              {u"maximum"_s, 1},
              {u"text"_s, u"{}"_s}}},
            {u"resource.create"_s,
             {{u"id"_s, u"default/default/fileServers/f"_s}, {u"machine"_s, u"here"_s}, {u"path"_s, u"/srv"_s}}},
            {u"resource.update"_s, {{u"id"_s, group}, {u"document"_s, QJsonObject{{u"tags"_s, QJsonObject()}}}}},
            {u"document.check"_s, {{u"kind"_s, u"job"_s}, {u"text"_s, text}, {u"overrides"_s, none}}},
            {u"document.export"_s, {{u"ids"_s, QJsonArray{group}}}},
            {u"document.import"_s, {{u"text"_s, u"{\"id\":\"default\"}"_s}, {u"target"_s, group}}},
            {u"usage.list"_s, {{u"location"_s, u"eastus"_s}}},
            {u"volume.map"_s, {{u"source"_s, u"blob://a/b"_s}, {u"target"_s, u"path:/data"_s}}},
            {u"volume.unmap"_s, {{u"source"_s, u"blob://a/b"_s}}},
            {u"cluster.resize"_s, {{u"id"_s, u"default/default/clusters/desk"_s}, {u"target"_s, 1}}},
            {u"machine.add"_s,
             {{u"name"_s, u"m2"_s}, {u"local"_s, true}, {u"home"_s, u"/nowhere"_s}, {u"address"_s, u"x"_s}}},
            {u"console.useThisComputer"_s, {{u"runSample"_s, false}}},
            {u"job.create"_s, {{u"id"_s, job}, {u"cluster"_s, u"desk"_s}, {u"text"_s, text}, {u"overrides"_s, none}}},
            {u"job.plan"_s,
             {{u"id"_s, job},
              {u"cluster"_s, u"desk"_s},
              {u"text"_s, text},
              {u"overrides"_s, none},
              {u"clusterText"_s, u"{\"properties\":{}}"_s}}},
            {u"job.get"_s, {{u"id"_s, job}}},
            {u"job.list"_s, {{u"experiment"_s, u"default/default/default"_s}, {u"before"_s, job}, {u"limit"_s, 5}}},
            {u"job.why"_s, {{u"id"_s, job}}},
            {u"job.wait"_s, {{u"id"_s, u"default/default/default/nothing"_s}, {u"removed"_s, false}}},
            {u"transfer.wait"_s, {{u"id"_s, u"nothing"_s}}},
            {u"job.terminate"_s, {{u"id"_s, job}}},
            {u"job.delete"_s, {{u"id"_s, u"default/default/default/nothing"_s}}},
            {u"job.rerun"_s, {{u"id"_s, job}}},
            {u"job.files"_s, {{u"id"_s, job}, {u"directory"_s, u"stdouterr"_s}, {u"path"_s, u""_s}}},
            {u"job.follow"_s, {{u"id"_s, job}, {u"directory"_s, u"stdouterr"_s}, {u"file"_s, u"stdout.txt"_s}}},
            {u"job.stream"_s,
             {{u"id"_s, u"default/default/default/nothing"_s},
              {u"uuid"_s, u""_s},
              {u"directory"_s, u"stdouterr"_s},
              {u"file"_s, u"stdout.txt"_s}}},
            {u"job.events"_s, {{u"id"_s, job}}},
        };
        for (const auto &[method, good] : calls)
            QTest::addRow("%s %s", qPrintable(method), qPrintable(good.keys().join(u' '))) << method << good;
    }

    void refusesWhatMakesNoSense()
    {
        QFETCH(QString, method);
        QFETCH(QJsonObject, good);
        const QList<QJsonValue> hostile{QJsonValue(),
                                        7,
                                        -1.5e300,
                                        true,
                                        QJsonArray{1, QJsonArray()},
                                        QJsonObject{{u"a"_s, 1}},
                                        QString(5'000'000, u'x'),
                                        QString(u"a\0b"_s),
                                        QString()};
        const QStringList mayBeEmpty{u"path"_s, u"home"_s,      u"address"_s,     u"text"_s,     u"cluster"_s,
                                     u"kind"_s, u"directory"_s, u"clusterText"_s, u"location"_s, u"uuid"_s};
        for (auto it = good.begin(); it != good.end(); ++it) {
            for (const QJsonValue &value : hostile) {
                const bool isRight = value.type() == it->type()
                    && (!value.isString() || (value.toString().isEmpty() && mayBeEmpty.contains(it.key())));
                if (isRight)
                    continue; // a value that the method may take, whatever comes of it
                QJsonObject parameters = good;
                parameters[it.key()] = value;
                const auto answer = m_fixture.call(method, parameters);
                if (answer && !(*answer)[u"faults"_s].toArray().isEmpty())
                    continue; // it was asked for the faults
                QVERIFY2(!answer, qPrintable(method + u' ' + it.key() + u' ' + QString::number(int(value.type()))));
                QVERIFY2(answer.error().code != ErrorCode::Timeout && !answer.error().message.isEmpty(),
                         qPrintable(it.key()));
            }
        }
        QVERIFY(m_fixture.call(u"engine.status"_s));
    }

    void refusesToGoWithoutWhatItNeeds()
    {
        for (const QString &method : {u"resource.list"_s,   u"resource.get"_s,    u"resource.create"_s,
                                      u"resource.update"_s, u"resource.delete"_s, u"document.check"_s,
                                      u"document.export"_s, u"document.import"_s, u"volume.map"_s,
                                      u"volume.unmap"_s,    u"cluster.create"_s,  u"cluster.resize"_s,
                                      u"machine.add"_s,     u"job.create"_s,      u"job.plan"_s,
                                      u"job.get"_s,         u"job.list"_s,        u"job.why"_s,
                                      u"job.wait"_s,        u"transfer.wait"_s,   u"job.terminate"_s,
                                      u"job.delete"_s,      u"job.rerun"_s,       u"job.files"_s,
                                      u"job.follow"_s,      u"job.events"_s,      u""_s,
                                      u"no.such"_s}) {
            const auto answer = m_fixture.call(method);
            QVERIFY2(!answer && answer.error().code != ErrorCode::Timeout, qPrintable(method));
        }
    }

    void staysInItsProfile()
    {
        const auto answer =
            m_fixture.call(u"resource.create"_s, {{u"id"_s, u"/subscriptions/another/resourceGroups/g"_s}});
        QVERIFY(!answer);
        QCOMPARE(toString(answer.error().code), u"InvalidArgument"_s);
    }

private:
    EngineFixture m_fixture;
};

BATCHDECK_TEST(QCoreApplication, TstHostile)
#include "tst_hostile.moc"
