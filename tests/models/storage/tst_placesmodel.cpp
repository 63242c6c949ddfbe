// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/placesmodel.h"

#include "tests/gui/cannedlink.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using engine::Location;
using models::PlacesModel;

/// The places of files, as the engine lists them.
class TstPlacesModel final : public QObject
{
    Q_OBJECT

private slots:
    void showsStorageAccounts();
};

void TstPlacesModel::showsStorageAccounts()
{
    const auto place = [](const QString &kind, const QString &name, const Location &root) {
        return QJsonObject{{u"kind"_s, kind},
                           {u"name"_s, name},
                           {u"place"_s, root.place},
                           {u"path"_s, root.path},
                           {u"online"_s, true}};
    };
    const Location containers{engine::blobPlace(u"labstore"_s), u"/"_s};
    canned::CannedLink link;
    link.answers[u"storage.places"_s] = QJsonValue(QJsonArray{
        place(u"thisComputer"_s, {}, {{}, u"/home/me"_s}), place(u"storageAccount"_s, u"labstore"_s, containers),
        place(u"machine"_s, u"gpu-a"_s, {u"gpu-a"_s, u"/home/ada"_s})});
    engine::EngineClient client(link);
    PlacesModel model(client);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy refreshed(&model, &PlacesModel::refreshed);
    model.refresh();
    QTRY_VERIFY(!refreshed.isEmpty());
    QStringList titles;
    for (int row = 0; row < model.rowCount(); ++row)
        titles.append(model.index(row).data().toString());
    QCOMPARE(titles,
             (QStringList{u"Machines"_s, u"gpu-a"_s, u"Storage accounts"_s, u"labstore"_s, u"This computer"_s,
                          u"Home"_s, u"All files"_s}));
    const QModelIndex account = model.index(3);
    QCOMPARE(account.data(PlacesModel::IconRole).toString(), u"cloud"_s);
    QCOMPARE(account.data(PlacesModel::DetailRole).toString(), u"Azure Blob"_s);
    QCOMPARE(account.data(Qt::ToolTipRole).toString(), u"blob://labstore/"_s);
    QCOMPARE(account.data(PlacesModel::LocationRole).value<Location>(), containers);
    QCOMPARE(model.rowOf({containers.place, u"/runs/x"_s}), 3);
    QVERIFY(model.knows(containers.place) && !model.knows(engine::blobPlace(u"other"_s)));
    QCOMPARE(model.homeOf(containers.place), u"/"_s);
    QCOMPARE(link.count(u"storage.space"_s), 3); // an account has no disk that could be full
}

BATCHDECK_TEST(QCoreApplication, TstPlacesModel)
#include "tst_placesmodel.moc"
