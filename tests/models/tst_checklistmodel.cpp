// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/checklistmodel.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using models::CheckListModel;

class TstCheckListModel final : public QObject
{
    Q_OBJECT

private slots:
    void checksWhatCanBeChosen();
    void keepsChoiceWhenRowsChange();
};

void TstCheckListModel::checksWhatCanBeChosen()
{
    CheckListModel model({u"Host"_s, u"Where"_s, u"Note"_s});
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{u"a"_s, u"~/.ssh/config:1"_s, {}, true}, {u"b"_s, {}, u"already there as b"_s, false}});
    const QSignalSpy changes(&model, &CheckListModel::checkedChanged);
    QVERIFY(model.setData(model.index(0, 0), int(Qt::Checked), Qt::CheckStateRole));
    QVERIFY(!model.setData(model.index(1, 0), int(Qt::Checked), Qt::CheckStateRole));
    QVERIFY(!model.flags(model.index(1, 0)).testFlag(Qt::ItemIsEnabled));
    QCOMPARE(model.checked(), QStringList{u"a"_s});
    QCOMPARE(model.checkedCount(), 1);
    QCOMPARE(changes.count(), 1);
    model.setChecked({u"b"_s});
    QVERIFY(model.checked().isEmpty());
}

void TstCheckListModel::keepsChoiceWhenRowsChange()
{
    CheckListModel model({u"Host"_s, u"Where"_s, u"Note"_s});
    model.setRows({{u"a"_s, {}, {}, true}, {u"b"_s, {}, {}, true}, {u"c"_s, {}, {}, true}});
    model.setChecked({u"a"_s, u"b"_s});
    model.setRows({{u"c"_s, {}, {}, true}, {u"b"_s, {}, {}, true}, {u"a"_s, {}, u"already there"_s, false}});
    QCOMPARE(model.checked(), QStringList{u"b"_s}); // a cannot be chosen any more
}

BATCHDECK_TEST(QCoreApplication, TstCheckListModel)
#include "tst_checklistmodel.moc"
