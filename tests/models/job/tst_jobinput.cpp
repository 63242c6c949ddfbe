// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "models/job/form/jobinput.h"
#include "tests/support/testmain.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

class TstJobInput final : public QObject
{
    Q_OBJECT

private slots:
    void namesInputs_data();
    void namesInputs();
    void addsToADocument();
    void refusesWhatCannotBeNamed();
};

void TstJobInput::namesInputs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::newRow("plain") << u"cells"_s << u"CELLS"_s;
    QTest::newRow("signs") << u"cells-2048.tar.gz"_s << u"CELLS_2048_TAR_GZ"_s;
    QTest::newRow("ends") << u" (best) "_s << u"BEST"_s;
    QTest::newRow("no letters") << u"数据"_s << u"DATA"_s;
    QTest::newRow("root") << QString() << u"DATA"_s;
    QTest::newRow("long") << QString(300, u'a') << QString(40, u'A');
}

void TstJobInput::namesInputs()
{
    QFETCH(QString, name);
    QTEST(models::jobInputId(name), "id");
}

void TstJobInput::addsToADocument()
{
    const QByteArray text = R"json({"properties":{"nodeCount":1,"stdOutErrPathPrefix":"/out",
        "customToolkitSettings":{"commandLine":"true"}}})json";
    const QByteArray once = models::withJobInput(text, u"/data/cells 2048"_s);
    const QByteArray twice = models::withJobInput(once, u"/other/cells-2048"_s);
    const auto check = engine::checkDocument(engine::ResourceKind::Job, twice);
    QVERIFY(check.faults.isEmpty() || check.faults.constFirst().target.contains(u"cluster"));
    const QJsonValue inputs = check.document[u"properties"_s][u"inputDirectories"_s];
    QCOMPARE(inputs[0][u"id"_s], u"CELLS_2048"_s);
    QCOMPARE(inputs[0][u"path"_s], u"/data/cells 2048"_s);
    QCOMPARE(inputs[1][u"id"_s], u"CELLS_2048_2"_s);
}

void TstJobInput::refusesWhatCannotBeNamed()
{
    QVERIFY(models::whyNoJobInput(u"/data/a b"_s).isEmpty());
    QVERIFY(!models::whyNoJobInput(u"/data/$HOME"_s).isEmpty());
    QVERIFY(!models::whyNoJobInput(engine::pathFromBytes("/data/caf\xe9")).isEmpty());
    QVERIFY(!models::whyNoJobInput(u"/data/a\nb"_s).isEmpty());
}

BATCHDECK_TEST(QCoreApplication, TstJobInput)
#include "tst_jobinput.moc"
