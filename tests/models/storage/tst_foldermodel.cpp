// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/foldermodel.h"
#include "models/storage/placesmodel.h"
#include "models/storage/storagewords.h"
#include "tests/engine/enginefixture.h"
#include "tests/models/storage/foldersupport.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QPromise>
#include <QRandomGenerator>

#include <unistd.h>

using namespace Qt::StringLiterals;
using models::FolderColumn;
using models::FolderModel;
using testing::entryNamed;

namespace {

/// Stands in for an engine whose folder has as many entries as asked for; an address space full of files is no test.
class InventedFolder final : public engine::EngineLink
{
public:
    explicit InventedFolder(int count) : m_count(count) { }

    QFuture<engine::Result<QJsonValue>> call(const QString &, const QJsonObject &parameters,
                                             const engine::Progress &progress = {}) override
    {
        m_limit = parameters.value(u"limit"_s).toInt();
        m_progress = progress;
        m_call = std::make_shared<QPromise<engine::Result<QJsonValue>>>();
        m_call->start();
        told = 0;
        QMetaObject::invokeMethod(this, &InventedFolder::tellNext, Qt::QueuedConnection);
        return m_call->future();
    }
    [[nodiscard]] bool isConnected() const override { return true; }

    int told = 0; ///< entries
    bool isEndless = false;
    [[nodiscard]] bool isCanceled() const { return m_call->isCanceled(); }

private:
    void tellNext()
    {
        if (isCanceled())
            return;
        QJsonArray entries;
        for (int i = 0; i < m_limit && (isEndless || told < m_count); ++i, ++told) {
            const int mixed = int((qint64(told) * 7919) % 1'000'003);
            entries.append(entryNamed(u"img_%1.png"_s.arg(mixed), mixed % 5000).toJson());
        }
        const QJsonObject page{{u"entries"_s, entries}};
        if (!entries.isEmpty())
            return m_progress(
                page, [this] { QMetaObject::invokeMethod(this, &InventedFolder::tellNext, Qt::QueuedConnection); });
        m_call->addResult(engine::Result<QJsonValue>(page));
        m_call->finish();
    }

    int m_count;
    int m_limit = 0;
    engine::Progress m_progress;
    std::shared_ptr<QPromise<engine::Result<QJsonValue>>> m_call;
};

QStringList namesIn(const FolderModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.append(model.entry(row).name);
    return names;
}

} // namespace

class TstFolderModel final : public QObject
{
    Q_OBJECT

private slots:
    void showsFolder();
    void keepsOddNames();
    void sortsAndHides();
    void renamesAndMakes();
    void leavesOutWhatGoesWhileOrderIsMade();
    void tellsWhatIsRefused();
    void followsRefresh();
    void followsWhatChanges();
    void staysQuickWithMany();
    void stopsWhereItIsTold();
    void leavesEndlessListing();
    void listsPlaces();
};

/// A folder below a real engine, and a model on it.
struct Folder
{
    Folder()
    {
        isReady = fixture.start();
        client = std::make_unique<engine::EngineClient>(fixture.link());
        model = std::make_unique<FolderModel>(*client);
        tester = std::make_unique<QAbstractItemModelTester>(model.get(),
                                                            QAbstractItemModelTester::FailureReportingMode::QtTest);
        QDir().mkpath(path());
    }
    [[nodiscard]] QString path() const { return fixture.root() + u"/data"_s; }
    void write(const QByteArray &name, qsizetype size = 0) const
    {
        QFile file(path() + u'/' + QFile::decodeName(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(size, 'x'));
    }
    void open() const { model->open({{}, path()}); }

    testing::EngineFixture fixture;
    std::unique_ptr<engine::EngineClient> client;
    std::unique_ptr<FolderModel> model;
    std::unique_ptr<QAbstractItemModelTester> tester;
    bool isReady = false;
};

void TstFolderModel::showsFolder()
{
    Folder folder;
    QVERIFY(folder.isReady);
    folder.write("b.txt", 4100);
    folder.write("a10");
    folder.write("a9");
    QDir().mkpath(folder.path() + u"/sub"_s);
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    QCOMPARE(int(folder.model->state()), int(FolderModel::State::Complete));
    QCOMPARE(namesIn(*folder.model), (QStringList{u"sub"_s, u"a9"_s, u"a10"_s, u"b.txt"_s}));
    const auto cell = [&](int row, int column) { return folder.model->index(row, column).data().toString(); };
    QCOMPARE(cell(3, FolderModel::Size), u"4.1 kB"_s);
    QCOMPARE(cell(0, FolderModel::Size), QString());
    QVERIFY(cell(3, FolderModel::Changed).startsWith(u"today "));
    QVERIFY(!cell(3, FolderModel::Owner).isEmpty());
    QCOMPARE(folder.model->rowThatBegins(u"A"_s, 0), 1);
    QCOMPARE(folder.model->rowThatBegins(u"a"_s, 2), 2);
    QCOMPARE(folder.model->rowThatBegins(u"s"_s, 1), 0);
    QCOMPARE(folder.model->rowThatBegins(u"x"_s, 0), -1);
    folder.model->open({{}, folder.path() + u"/none"_s});
    QTRY_COMPARE(int(folder.model->state()), int(FolderModel::State::Failed));
    QCOMPARE(int(folder.model->error()->code), int(engine::ErrorCode::NotFound));
    QCOMPARE(folder.model->rowCount(), 0);
}

void TstFolderModel::keepsOddNames()
{
    Folder folder;
    QVERIFY(folder.isReady);
    const auto at = [root = QFile::encodeName(folder.path())](const QByteArray &name) -> QByteArray {
        return root + '/' + name;
    };
    const QList<QByteArray> names{"a\nb", "caf\xe9", "-rf",
                                  "x\xe2\x80\xae"
                                  "gnp.exe",
                                  QByteArray(255, 'n')};
    for (const QByteArray &name : names) {
        FILE *file = std::fopen(at(name).constData(), "w");
        QVERIFY(file);
        std::fclose(file);
    }
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    QSet<QString> found;
    QStringList shown;
    for (int row = 0; row < folder.model->rowCount(); ++row) {
        found.insert(folder.model->entry(row).name);
        shown.append(folder.model->index(row, 0).data().toString());
    }
    for (const QByteArray &name : names)
        QVERIFY(found.contains(engine::pathFromBytes(name)));
    QVERIFY(shown.contains(u"a\\nb"_s));
    QVERIFY(shown.contains(u"caf\\xE9"_s));
    QVERIFY(shown.contains(u"x\\u202egnp.exe"_s) || shown.contains(u"x\\u202Egnp.exe"_s));
    const QList<int> rows = folder.model->rowsOf({engine::pathFromBytes("caf\xe9")});
    QCOMPARE(rows.size(), 1);
    folder.model->rename(rows.constFirst(), engine::pathFromBytes("th\xe9"));
    QTRY_COMPARE(::access(at("th\xe9").constData(), F_OK), 0);
    for (const QByteArray &name : names)
        ::unlink(at(name).constData());
    ::unlink(at("th\xe9").constData());
}

void TstFolderModel::sortsAndHides()
{
    Folder folder;
    QVERIFY(folder.isReady);
    folder.write("small", 1);
    folder.write("large", 9000);
    folder.write(".dot", 50);
    QDir().mkpath(folder.path() + u"/sub"_s);
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    QCOMPARE(folder.model->entryCount(), 4);
    QCOMPARE(folder.model->hiddenCount(), 1);
    QCOMPARE(folder.model->rowCount(), 3);
    const QPersistentModelIndex small(folder.model->index(2, 0));
    QCOMPARE(small.data().toString(), u"small"_s);
    folder.model->sort(FolderModel::Size, Qt::DescendingOrder);
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"sub"_s, u"large"_s, u"small"_s}));
    folder.model->sort(FolderModel::Size, Qt::AscendingOrder);
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"sub"_s, u"small"_s, u"large"_s}));
    QCOMPARE(small.row(), 1); // a selection stays with its entry
    folder.model->setFilter({{}, true});
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"sub"_s, u"small"_s, u".dot"_s, u"large"_s}));
    folder.model->setFilter({u"LAR"_s, true});
    QTRY_COMPARE(namesIn(*folder.model), QStringList{u"large"_s});
}

void TstFolderModel::renamesAndMakes()
{
    Folder folder;
    QVERIFY(folder.isReady);
    folder.write("m");
    folder.write("a");
    QDir().mkpath(folder.path() + u"/New folder"_s);
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    const QPersistentModelIndex a(folder.model->index(1, 0));
    QSignalSpy renamed(folder.model.get(), &FolderModel::renamed);
    QVERIFY(folder.model->setData(a, u"z"_s, Qt::EditRole));
    QTRY_COMPARE(renamed.size(), 1);
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"New folder"_s, u"m"_s, u"z"_s}));
    QCOMPARE(a.row(), 2);
    QSignalSpy appeared(folder.model.get(), &FolderModel::appeared);
    folder.model->makeFolder();
    QTRY_COMPARE(appeared.size(), 1);
    QCOMPARE(appeared.constFirst().constFirst().toString(), u"New folder 2"_s);
    QCOMPARE(namesIn(*folder.model), (QStringList{u"New folder"_s, u"New folder 2"_s, u"m"_s, u"z"_s}));
    QVERIFY(QFile::setPermissions(folder.path() + u"/m"_s, QFile::ReadOwner | QFile::WriteOwner));
    folder.model->refreshEntry(u"m"_s);
    QTRY_COMPARE(folder.model->entry(2).mode, 0600);
    QFile::remove(folder.path() + u"/m"_s);
    folder.model->refreshEntry(u"m"_s);
    QTRY_COMPARE(folder.model->rowCount(), 3);
    QCOMPARE(folder.model->entryCount(), 3);
}

// The worker's order still has the row, so the next one must take it out.
void TstFolderModel::leavesOutWhatGoesWhileOrderIsMade()
{
    models::FolderRows rows;
    models::FolderOrdering ordering(rows);
    models::RowNumbers shown;
    connect(&ordering, &models::FolderOrdering::made, this,
            [&shown](const auto &, const auto &made) { shown = *made; });
    rows.append({entryNamed(u"a"_s, 1), entryNamed(u"b"_s, 1)});
    ordering.makeNow();
    rows.drop(0);
    ordering.rowChanged(0);
    QTRY_VERIFY(!ordering.isBusy());
    QCOMPARE(shown, models::RowNumbers{1});
}

void TstFolderModel::tellsWhatIsRefused()
{
    Folder folder;
    QVERIFY(folder.isReady);
    folder.write("a");
    folder.write("b");
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    QSignalSpy refused(folder.model.get(), &FolderModel::refused);
    folder.model->rename(0, u"b"_s);
    QTRY_COMPARE(refused.size(), 1);
    QCOMPARE(int(refused.constFirst().constFirst().value<engine::Error>().code), int(engine::ErrorCode::AlreadyExists));
    folder.model->rename(0, u"x/../../b"_s);
    QCOMPARE(refused.size(), 2);
    QCOMPARE(namesIn(*folder.model), (QStringList{u"a"_s, u"b"_s}));
}

void TstFolderModel::followsRefresh()
{
    Folder folder;
    QVERIFY(folder.isReady);
    folder.write("a");
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    folder.write("b");
    folder.model->refresh();
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"a"_s, u"b"_s}));
    QTRY_VERIFY(folder.model->isSettled());
    QDir(folder.path()).removeRecursively();
    folder.model->refresh();
    QTRY_COMPARE(int(folder.model->state()), int(FolderModel::State::Failed));
    QCOMPARE(folder.model->rowCount(), 0); // the folder is gone with all that was in it
    QCOMPARE(folder.model->entryCount(), 0);
    QDir().mkpath(folder.path());
    folder.model->refresh();
    QTRY_COMPARE(int(folder.model->state()), int(FolderModel::State::Complete));
    QTRY_COMPARE(folder.model->rowCount(), 0);
}

void TstFolderModel::followsWhatChanges()
{
    Folder folder;
    QVERIFY(folder.isReady);
    for (const char *name : {"a", "b", "c"})
        folder.write(name);
    folder.open();
    QTRY_VERIFY(folder.model->isSettled());
    int resets = 0;
    connect(folder.model.get(), &FolderModel::modelReset, this, [&resets] { ++resets; });
    const QPersistentModelIndex kept(folder.model->index(2, 0));
    const auto follow = [&] {
        folder.model->follow();
        return QTest::qWaitFor([&] { return !folder.model->isFollowing() && folder.model->isSettled(); },
                               testing::patience);
    };
    QVERIFY(follow()); // nothing is new
    QCOMPARE(namesIn(*folder.model), (QStringList{u"a"_s, u"b"_s, u"c"_s}));

    folder.write("aa");
    QFile grown(folder.path() + u"/c"_s);
    QVERIFY(grown.open(QIODevice::Append) && grown.write("more") == 4);
    grown.close();
    QVERIFY(follow());
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"a"_s, u"aa"_s, u"b"_s, u"c"_s}));
    QCOMPARE(kept.data().toString(), u"c"_s);
    QVERIFY(folder.model->entry(kept.row()).size >= 4);
    QCOMPARE(resets, 0);

    QVERIFY(QFile::remove(folder.path() + u"/b"_s));
    QVERIFY(follow());
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"a"_s, u"aa"_s, u"c"_s}));
    QCOMPARE(folder.model->entryCount(), 3);
    folder.write("b"); // it is back
    QVERIFY(follow());
    QTRY_COMPARE(namesIn(*folder.model), (QStringList{u"a"_s, u"aa"_s, u"b"_s, u"c"_s}));

    QDir(folder.path()).removeRecursively();
    QVERIFY(follow());
    QCOMPARE(int(folder.model->state()), int(FolderModel::State::Failed));
    QCOMPARE(folder.model->rowCount(), 0); // the folder is gone with all that was in it
    folder.model->follow(); // for somebody to say when to try again
    QVERIFY(!folder.model->isFollowing());
}

void TstFolderModel::staysQuickWithMany()
{
    constexpr int count = 200'000;
    InventedFolder folder(count);
    engine::EngineClient client(folder);
    FolderModel model(client);
    bool isInOrder = true;
    int shownWhileListing = 0;
    connect(&model, &FolderModel::changed, this, [&] {
        if (model.state() == FolderModel::State::Listing && model.rowCount() > 0 && shownWhileListing++ % 50 == 0) {
            for (int row = 1; row < model.rowCount(); row += 997)
                isInOrder = isInOrder
                    && models::naturalKey(model.entry(row - 1).name.toUtf8())
                        <= models::naturalKey(model.entry(row).name.toUtf8());
        }
    });
    model.open({{}, u"/many"_s});
    QTRY_VERIFY(model.isSettled());
    QVERIFY(shownWhileListing > 0);
    QVERIFY(isInOrder);
    QCOMPARE(model.rowCount(), count);
    for (int row = 1; row < count; row += 313)
        QVERIFY(models::naturalKey(model.entry(row - 1).name.toUtf8())
                < models::naturalKey(model.entry(row).name.toUtf8()));
    const QPersistentModelIndex first(model.index(0, 0));
    const QString name = first.data().toString();
    model.sort(FolderModel::Size, Qt::DescendingOrder);
    QTRY_VERIFY(model.entry(0).size == 4999 && model.isSettled());
    QCOMPARE(first.data().toString(), name);
    model.setFilter({u"img_12345"_s, false});
    QTRY_VERIFY(model.rowCount() < 100 && model.isSettled());
    QVERIFY(model.rowCount() > 0);
}

void TstFolderModel::stopsWhereItIsTold()
{
    InventedFolder folder(50'000);
    engine::EngineClient client(folder);
    FolderModel model(client);
    model.open({{}, u"/many"_s});
    QTRY_VERIFY(model.entryCount() > 0);
    model.stop();
    QCOMPARE(int(model.state()), int(FolderModel::State::Stopped));
    const qint64 kept = model.entryCount();
    QTRY_VERIFY(folder.isCanceled());
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.entryCount(), kept);
    QVERIFY(kept < 50'000);
    QCOMPARE(qint64(model.rowCount()), kept);
}

void TstFolderModel::leavesEndlessListing()
{
    InventedFolder folder(0);
    folder.isEndless = true;
    engine::EngineClient client(folder);
    models::FolderListing listing(client);
    qint64 seen = 0;
    connect(&listing, &models::FolderListing::arrived, this, [&](const QList<engine::StorageEntry> &entries) {
        seen += entries.size();
        if (seen >= 20'000)
            listing.stop();
    });
    listing.begin({{}, u"/endless"_s});
    QTRY_VERIFY(seen > 0 && folder.isCanceled());
    QVERIFY(!listing.isRunning());
    QCOMPARE(seen, 20'000);
}

void TstFolderModel::listsPlaces()
{
    Folder folder;
    QVERIFY(folder.isReady);
    models::PlacesModel places(*folder.client);
    QAbstractItemModelTester tester(&places, QAbstractItemModelTester::FailureReportingMode::QtTest);
    places.refresh();
    QTRY_COMPARE(places.rowCount(), 3);
    QCOMPARE(places.index(0).data().toString(), u"This computer"_s);
    QVERIFY(!places.index(0).flags().testFlag(Qt::ItemIsEnabled));
    QCOMPARE(places.index(1).data().toString(), u"Home"_s);
    QTRY_VERIFY(places.index(2).data(models::PlacesModel::DetailRole).toString().endsWith(u" free"));
    const double used = places.index(2).data(models::PlacesModel::UsedRole).toDouble();
    QVERIFY(used >= 0 && used <= 1);
    QCOMPARE(places.rowOf({{}, u"/etc/ssh"_s}), 2);
    QCOMPARE(places.rowOf({{}, QDir::homePath() + u"/x"_s}), QDir::homePath() == u"/" ? places.rowOf({{}, u"/"_s}) : 1);
    QCOMPARE(places.rowOf({u"nobody"_s, u"/"_s}), -1);
}

BATCHDECK_TEST(QCoreApplication, TstFolderModel)
#include "tst_foldermodel.moc"
