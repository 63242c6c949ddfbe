// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/documents.h"
#include "models/job/jobform.h"
#include "models/job/toolkitform.h"
#include "tests/support/testmain.h"

class TstJobForm final : public QObject
{
    Q_OBJECT

private slots:
    void seesComments_data();
    void seesComments();
    void writesEveryToolkit_data();
    void writesEveryToolkit();
};

void TstJobForm::seesComments_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("has");
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("line") << QByteArray("{} // why") << true;
    QTest::newRow("block") << QByteArray("/* why */ {}") << true;
    QTest::newRow("address in a string") << QByteArray(R"({"a":"https://x/*"})") << false;
    QTest::newRow("after an escaped quote") << QByteArray(R"({"a":"\"//"})") << false;
    QTest::newRow("after an escaped backslash") << QByteArray(R"({"a":"\\"} // why)") << true;
    QTest::newRow("one slash") << QByteArray("{} /") << false;
}

void TstJobForm::seesComments()
{
    QFETCH(QByteArray, text);
    QTEST(models::hasComments(text), "has");
}

void TstJobForm::writesEveryToolkit_data()
{
    QTest::addColumn<QString>("toolkit");
    for (const models::ToolkitCard &card : models::toolkitCards())
        QTest::newRow(qPrintable(card.name)) << card.key;
}

// Every field of the schema is written where the toolkit expects it and read back; what the form does not know stays.
void TstJobForm::writesEveryToolkit()
{
    QFETCH(QString, toolkit);
    const auto fields = models::toolkitFields(toolkit);
    QVERIFY(!fields.isEmpty());
    const QJsonObject before{{QStringLiteral("properties"),
                              QJsonObject{{QStringLiteral("nodeCount"), 2},
                                          {QStringLiteral("future"), 7},
                                          {QStringLiteral("customToolkitSettings"),
                                           QJsonObject{{QStringLiteral("commandLine"), QStringLiteral("true")}}}}}};
    models::JobForm form = models::readJobForm(before);
    form.toolkit = toolkit;
    form.settings.clear();
    for (const models::ToolkitField &field : fields)
        form.settings[field.key] = field.isNumber ? QStringLiteral("3")
            : field.values.isEmpty()              ? QString(QStringLiteral("of ") + field.key)
                                                  : field.values.constFirst();
    const QJsonObject written = models::withJobForm(before, form);
    const QJsonObject properties = written.value(QStringLiteral("properties")).toObject();
    QCOMPARE(engine::toolkitOf(written), toolkit);
    QCOMPARE(properties.value(QStringLiteral("future")).toInt(), 7);
    QCOMPARE(properties.contains(QStringLiteral("customToolkitSettings")),
             toolkit == QStringLiteral("customToolkitSettings"));
    for (const models::ToolkitField &field : fields)
        QCOMPARE(properties[toolkit][field.key].isDouble(), field.isNumber);
    QVERIFY(models::readJobForm(written) == form);

    form.settings.remove(fields.constFirst().key);
    const QJsonObject emptied = models::withJobForm(written, form);
    QVERIFY(!emptied[QStringLiteral("properties")][toolkit].toObject().contains(fields.constFirst().key));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstJobForm)
#include "tst_jobform.moc"
