// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/resource/resourceid.h"
#include "tests/support/testmain.h"

#include <QSet>

using namespace Qt::StringLiterals;
using namespace engine;

class TstResourceId : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatItWrites_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("shortText");
        const QString w = u"/subscriptions/p/resourceGroups/lab/providers/Microsoft.BatchAI/workspaces/vision"_s;
        QTest::newRow("group") << u"/subscriptions/p/resourceGroups/lab"_s << u"group"_s << u"lab"_s;
        QTest::newRow("workspace") << w << u"workspace"_s << u"lab / vision"_s;
        QTest::newRow("cluster") << QString(w + u"/clusters/gpu-a"_s) << u"cluster"_s << u"lab / vision / gpu-a"_s;
        QTest::newRow("file server") << QString(w + u"/fileServers/nas"_s) << u"file-server"_s
                                     << u"lab / vision / nas"_s;
        QTest::newRow("experiment") << QString(w + u"/experiments/resnet"_s) << u"experiment"_s
                                    << u"lab / vision / resnet"_s;
        QTest::newRow("job") << QString(w + u"/experiments/resnet/jobs/run-17"_s) << u"job"_s
                             << u"lab / vision / resnet / run-17"_s;
        QTest::newRow("machine") << u"/subscriptions/p/providers/Batchdeck/machines/a03"_s << u"machine"_s << u"a03"_s;
    }

    void readsWhatItWrites()
    {
        QFETCH(QString, path);
        QFETCH(QString, kind);
        QFETCH(QString, shortText);
        const auto id = ResourceId::parse(path);
        QVERIFY(id);
        QCOMPARE(id->toString(), path);
        QCOMPARE(toString(id->kind()), kind);
        QCOMPARE(id->shortText(), shortText);
    }

    void refusesWhatIsNoId_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path :
             {u""_s, u"/"_s, u"/subscriptions/p"_s, u"/subscriptions//resourceGroups/g"_s,
              u"/subscriptions/p/resourceGroups/g/"_s,
              u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI"_s,
              u"/subscriptions/p/resourceGroups/g/providers/Microsoft.Other/workspaces/w"_s,
              u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/clusters/c/jobs/j"_s,
              u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/experiments"_s,
              u"subscriptions/p/resourceGroups/g"_s})
            QTest::newRow(qPrintable(path)) << path;
    }

    void refusesWhatIsNoId()
    {
        QFETCH(QString, path);
        const auto id = ResourceId::parse(path);
        QVERIFY(!id);
        QCOMPARE(toString(id.error().code), u"InvalidArgument"_s);
    }

    void readsWhatPeopleType_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        const QString w = u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w"_s;
        QTest::newRow("group") << u"g"_s << u"/subscriptions/p/resourceGroups/g"_s;
        QTest::newRow("workspace") << u"g/w"_s << w;
        QTest::newRow("experiment") << u"g/w/e"_s << QString(w + u"/experiments/e"_s);
        QTest::newRow("spaces") << u"g / w / e / j"_s << QString(w + u"/experiments/e/jobs/j"_s);
        QTest::newRow("cluster") << u"g/w/clusters/c"_s << QString(w + u"/clusters/c"_s);
        QTest::newRow("machine") << u"machines/m"_s << u"/subscriptions/p/providers/Batchdeck/machines/m"_s;
        QTest::newRow("path") << w << w;
        QTest::newRow("too deep") << u"g/w/e/j/x"_s << QString();
        QTest::newRow("hole") << u"g//e"_s << QString();
    }

    void readsWhatPeopleType()
    {
        QFETCH(QString, text);
        QFETCH(QString, path);
        const auto id = ResourceId::parseShort(u"p"_s, text);
        QCOMPARE(id ? id->toString() : QString(), path);
    }

    void comparesNamesAsTheServiceDoes()
    {
        const auto a = ResourceId::parseShort(u"p"_s, u"Lab/Vision"_s);
        const auto b = ResourceId::parseShort(u"p"_s, u"lab/vision"_s);
        QVERIFY(*a == *b);
        QCOMPARE(QSet<ResourceId>({*a, *b}).size(), 1);
        QCOMPARE(a->name(), u"Vision"_s);
    }

    void knowsWhatIsAboveIt()
    {
        const auto job = ResourceId::parseShort(u"p"_s, u"g/w/e/j"_s);
        QCOMPARE(job->parent().shortText(), u"g / w / e"_s);
        QCOMPARE(job->parent().parent().shortText(), u"g / w"_s);
        QCOMPARE(job->ancestor(ResourceKind::Group).shortText(), u"g"_s);
        QVERIFY(!job->ancestor(ResourceKind::Cluster).isValid());
        QVERIFY(!ResourceId::machine(u"p"_s, u"m"_s).parent().isValid());
    }

    void holdsNamesToTheRule_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("job");
        QTest::addColumn<bool>("group");
        QTest::newRow("plain") << u"run-17_b"_s << true << true;
        QTest::newRow("dot") << u"my.group"_s << false << true;
        QTest::newRow("dots only") << u".."_s << false << false;
        QTest::newRow("empty") << u""_s << false << false;
        QTest::newRow("64") << QString(64, u'a') << true << true;
        QTest::newRow("65") << QString(65, u'a') << false << true;
        QTest::newRow("91") << QString(91, u'a') << false << false;
        QTest::newRow("space") << u"a b"_s << false << false;
        QTest::newRow("slash") << u"a/b"_s << false << false;
        QTest::newRow("line feed at the end") << u"a\n"_s << false << false;
        QTest::newRow("umlaut") << u"jürgen"_s << false << false;
        QTest::newRow("shell") << u"$(id)"_s << false << false;
    }

    void holdsNamesToTheRule()
    {
        QFETCH(QString, name);
        QFETCH(bool, job);
        QFETCH(bool, group);
        QCOMPARE(checkName(ResourceKind::Job, name).has_value(), job);
        QCOMPARE(checkName(ResourceKind::Group, name).has_value(), group);
    }

    void saysWhatNamesMayBe_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("rule");
        const QString rule = u"use 1 to 64 letters, digits, \"-\" or \"_\"."_s;
        for (const char *kind : {"workspace", "cluster", "file-server", "experiment", "job"})
            QTest::newRow(kind) << QString::fromLatin1(kind) << rule;
        QTest::newRow("group") << u"group"_s << u"use 1 to 90 letters, digits, \"-\", \"_\" or \".\"."_s;
    }

    void saysWhatNamesMayBe()
    {
        QFETCH(QString, kind);
        QFETCH(QString, rule);
        for (const ResourceKind each : {ResourceKind::Group, ResourceKind::Workspace, ResourceKind::Cluster,
                                        ResourceKind::FileServer, ResourceKind::Experiment, ResourceKind::Job}) {
            if (toString(each) != kind)
                continue;
            const auto checked = checkName(each, u"a b"_s);
            QVERIFY(!checked);
            QCOMPARE(toString(checked.error().code), u"InvalidDocument"_s);
            const Fault &fault = checked.error().details.first();
            QCOMPARE(fault.code, u"NameRule"_s);
            QCOMPARE(fault.target, u"$.name"_s);
            QCOMPARE(fault.message.englishText(), u"The name \"a b\" is not allowed: "_s + rule);
            return;
        }
        QFAIL("no such kind");
    }

    void fillsSentencesOnce()
    {
        const Message message("%2 waits for %1.", {u"100%2"_s, u"b"_s});
        QCOMPARE(message.text(), u"b waits for 100%2."_s);
        QVERIFY(Message::fromJson(message.toJson()) == message);
    }

    void carriesErrorsWhole()
    {
        const Error error{ErrorCode::InvalidDocument,
                          Message("%1 faults", {u"1"_s}),
                          u"id"_s,
                          {{u"Required"_s, Message("no %1", {u"x"_s}), u"$.x"_s, 3, 7}},
                          u"tech"_s};
        const Error again = Error::fromJson(error.toJson());
        QCOMPARE(toString(again.code), u"InvalidDocument"_s);
        QCOMPARE(again.message.text(), u"1 faults"_s);
        QVERIFY(again.details == error.details);
        QCOMPARE(again.technical, u"tech"_s);
    }
};

BATCHDECK_TEST(QCoreApplication, TstResourceId)
#include "tst_resourceid.moc"
