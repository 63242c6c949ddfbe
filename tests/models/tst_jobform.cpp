// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobform.h"
#include "tests/support/testmain.h"

class TstJobForm final : public QObject
{
    Q_OBJECT

private slots:
    void seesComments_data();
    void seesComments();
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

BATCHDECK_TEST_MAIN(QCoreApplication, TstJobForm)
#include "tst_jobform.moc"
