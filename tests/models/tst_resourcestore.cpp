// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/resourcestore.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;

class TstResourceStore final : public QObject
{
    Q_OBJECT

private slots:
    void takesNewSnapshotAfterGap();
    void removesChildrenWithParent();
};

void TstResourceStore::takesNewSnapshotAfterGap()
{
    canned::CannedLink link(canned::delta(1, canned::world(2)));
    engine::EngineClient client(link);
    models::ResourceStore store(client);
    store.sync();
    QTRY_VERIFY(store.isLoaded());
    link.setSnapshot(canned::delta(7, canned::world(1)));
    QList<engine::ResourceDelta> deltas;
    connect(&store, &models::ResourceStore::changed, this,
            [&](const engine::ResourceDelta &delta) { deltas.append(delta); });
    emit link.changed(canned::delta(5, {canned::job(9, u"queued"_s)})); // 2 to 4 were missed
    QTRY_COMPARE(deltas.size(), 1);
    QCOMPARE(link.count(u"resource.snapshot"_s), 2);
    // Only the difference arrives: run-2 went, run-1 is queued now.
    QCOMPARE(deltas[0].removed.size(), 1);
    QCOMPARE(deltas[0].removed[0].name(), u"run-2"_s);
    QCOMPARE(deltas[0].upserted.size(), 1);
    QCOMPARE(store.all(engine::ResourceKind::Job).size(), 1);

    link.setSnapshot(canned::delta(8, canned::world(3)));
    emit link.changed(canned::delta(8, {})); // no gap, but empty: it stands for the one that was missed
    QTRY_COMPARE(store.all(engine::ResourceKind::Job).size(), 3);
    QCOMPARE(link.count(u"resource.snapshot"_s), 3);
}

void TstResourceStore::removesChildrenWithParent()
{
    canned::CannedLink link(canned::delta(1, canned::world(2)));
    engine::EngineClient client(link);
    models::ResourceStore store(client);
    store.sync();
    QTRY_VERIFY(store.isLoaded());
    emit link.changed(canned::delta(2, {}, {canned::experimentId().toString()}));
    QVERIFY(store.all(engine::ResourceKind::Job).isEmpty());
    QVERIFY(store.contains(canned::clusterId()));
}

BATCHDECK_TEST(QCoreApplication, TstResourceStore)
#include "tst_resourcestore.moc"
