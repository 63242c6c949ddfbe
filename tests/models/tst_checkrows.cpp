// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/plan/checkrows.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace Qt::StringLiterals;
using engine::CheckedNode;
using engine::DoctorFinding;
using State = DoctorFinding::State;

class TstCheckRows final : public QObject
{
    Q_OBJECT

private slots:
    void groupsWhatAgrees();
    void namesFewAndCountsMany();
    void saysNoNodeOfOne();

private:
    static DoctorFinding finding(const char *check, State state, const char *words)
    {
        return {QString::fromLatin1(check), state, engine::Message(words), {}};
    }
    static QStringList lines(const QList<CheckedNode> &nodes)
    {
        QStringList lines;
        for (const models::CheckedRow &row : models::checkedRows(nodes))
            lines.append(row.words + u" | "_s + row.nodes);
        return lines;
    }
};

void TstCheckRows::groupsWhatAgrees()
{
    const DoctorFinding script = finding("script", State::Ok, "train.py is there.");
    const QList<CheckedNode> nodes{
        {u"a07"_s, {script, finding("disk", State::Ok, "9 GB free."), finding("ports", State::Ok, "free")}},
        {u"a08"_s, {script, finding("disk", State::Warning, "1 GB free."), finding("ports", State::Failed, "taken")}}};
    QCOMPARE(lines(nodes),
             QStringList({u"taken | a08"_s, u"1 GB free. | a08"_s, u"train.py is there. | a07, a08"_s,
                          u"9 GB free. | a07"_s, u"free | a07"_s}));
    QCOMPARE(models::checkedSummary(nodes), u"3 passed, 1 warning, 1 failed, on a07 and a08"_s);
}

void TstCheckRows::namesFewAndCountsMany()
{
    QList<CheckedNode> nodes;
    for (int i = 0; i < 6; ++i)
        nodes.append({u'n' + QString::number(i),
                      {finding("script", i < 5 ? State::Failed : State::Ok, i < 5 ? "missing" : "there")}});
    QCOMPARE(lines(nodes), QStringList({u"missing | n0, n1 and 3 more"_s, u"there | n5"_s}));
    QCOMPARE(models::checkedSummary(nodes), u"1 passed, 1 failed, on n0, n1 and 4 more"_s);
    nodes.removeLast();
    QCOMPARE(lines(nodes), QStringList({u"missing | all 5 nodes"_s}));
}

void TstCheckRows::saysNoNodeOfOne()
{
    const QList<CheckedNode> nodes{{u"here"_s, {finding("script", State::Ok, "there")}}};
    QCOMPARE(lines(nodes), QStringList({u"there | "_s}));
    QCOMPARE(models::checkedSummary(nodes), u"1 passed, on here"_s);
    QCOMPARE(models::checkedSummary({}), u"0 passed"_s);
}

BATCHDECK_TEST(QCoreApplication, TstCheckRows)
#include "tst_checkrows.moc"
