// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

class TstParts final : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhatIsHere()
    {
        // Whatever runs this test was compiled here.
        QCOMPARE(testing::findPart(QStringLiteral("g++")), testing::Part::Here);
        QCOMPARE(testing::findPart(QStringLiteral("a part that no table has")), testing::Part::Unknown);
    }
    void goesOnWhenThePartIsHere()
    {
        SKIP_WITHOUT("cmake");
        m_wentOn = true;
    }
    void cleanup()
    {
        QVERIFY(m_wentOn
                || QLatin1StringView(QTest::currentTestFunction()) != QLatin1StringView("goesOnWhenThePartIsHere"));
    }

private:
    bool m_wentOn = false;
};

BATCHDECK_TEST_MAIN(QCoreApplication, TstParts)
#include "tst_parts.moc"
