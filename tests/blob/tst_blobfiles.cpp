// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobfiles.h"
#include "engine/blob/blobloop.h"
#include "tests/blob/codeof.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/azurite.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;

/// A storage account as a place of files, by Azurite.
class TstBlobFiles final : public QObject
{
    Q_OBJECT

    testing::Azurite m_azurite;
    std::shared_ptr<BlobService> m_service;
    std::unique_ptr<BlobFiles> m_files;

    /// "name" of files, "name/" of folders, sorted; an error's word.
    QStringList namesIn(const QString &path, int most = 100)
    {
        QStringList names;
        const std::shared_ptr<FolderListing> listing = m_files->list(path);
        for (;;) {
            const Result<QList<StorageEntry>> entries = testing::await(listing->next(most));
            if (!entries)
                return {testing::codeOf(entries)};
            if (entries->isEmpty())
                break;
            for (const StorageEntry &entry : *entries)
                names.append(entry.isFolder ? QString(entry.name + u'/') : entry.name);
        }
        names.sort(); // Azurite has prefixes before blobs
        return names;
    }
    static QString codeOf(const QFuture<Result<void>> &future) { return testing::codeOf(testing::await(future)); }
    template <typename T> static QString codeOf(const Result<T> &result) { return testing::codeOf(result); }

private slots:
    void initTestCase()
    {
        SKIP_WITHOUT("azurite");
        QVERIFY(m_azurite.start());
        m_service = std::make_shared<BlobService>(std::make_shared<BlobLoop>(), [account = m_azurite.account()] {
            return QtFuture::makeReadyFuture(Result<BlobAccount>(account));
        });
        m_files = std::make_unique<BlobFiles>(m_service);
    }

    void init() { VERIFY_RESULT(testing::await(m_files->makeFolder(u"/box"_s))); }

    void cleanup() { VERIFY_RESULT(testing::await(m_service->removeContainer(u"box"_s))); }

    void showsContainersAsFolders()
    {
        VERIFY_RESULT(testing::await(m_files->makeFolder(u"/another"_s)));
        QCOMPARE(namesIn(u"/"_s), (QStringList{u"another/"_s, u"box/"_s}));
        QCOMPARE(namesIn(u"/"_s, 1), (QStringList{u"another/"_s, u"box/"_s}));
        QVERIFY(testing::await(m_files->stat(u"/"_s))->isFolder);
        QVERIFY(testing::await(m_files->stat(u"/box"_s))->isFolder);
        QCOMPARE(codeOf(testing::await(m_files->stat(u"/none"_s))), u"NotFound"_s);
        QCOMPARE(namesIn(u"/none"_s), QStringList(u"NotFound"_s));
        QCOMPARE(namesIn(u"/box"_s), QStringList());
        QCOMPARE(codeOf(m_files->makeFolder(u"/box"_s)), u"AlreadyExists"_s);
        QCOMPARE(codeOf(m_files->makeFolder(u"/Not A Name"_s)), u"InvalidArgument"_s);
        QCOMPARE(*testing::await(m_files->home()), u"/"_s);
        VERIFY_RESULT(testing::await(m_files->write(u"/box/a"_s, 0, "x"_ba)));
        QCOMPARE(codeOf(m_files->remove(u"/box"_s)), u"IoError"_s);
        VERIFY_RESULT(testing::await(m_files->remove(u"/another"_s)));
        QCOMPARE(namesIn(u"/"_s), QStringList(u"box/"_s));
        QCOMPARE(codeOf(m_files->remove(u"/"_s)), u"IoError"_s);
    }

    void showsPrefixesAsFolders()
    {
        for (const QString &name : {u"a.txt"_s, u"dir/b"_s, u"dir/sub/c"_s, u"dir-x"_s, u"it's 100%/d"_s})
            VERIFY_RESULT(testing::await(m_files->write(u"/box/"_s + name, 0, "hello"_ba)));
        QCOMPARE(namesIn(u"/box"_s), (QStringList{u"a.txt"_s, u"dir-x"_s, u"dir/"_s, u"it's 100%/"_s}));
        QCOMPARE(namesIn(u"/box/dir"_s), (QStringList{u"b"_s, u"sub/"_s}));
        QCOMPARE(namesIn(u"/box/dir"_s, 1), (QStringList{u"b"_s, u"sub/"_s}));
        QCOMPARE(namesIn(u"/box/it's 100%"_s), QStringList(u"d"_s));
        QCOMPARE(namesIn(u"/box/di"_s), QStringList(u"NotFound"_s));
        QCOMPARE(namesIn(u"/box/a.txt"_s), QStringList(u"NotFound"_s));
        QCOMPARE(namesIn(u"box"_s), QStringList(u"InvalidArgument"_s));
        const Result<StorageEntry> folder = testing::await(m_files->stat(u"/box/dir/sub"_s));
        VERIFY_RESULT(folder);
        QVERIFY(folder->isFolder);
        QCOMPARE(folder->name, u"sub"_s);
        const Result<StorageEntry> file = testing::await(m_files->stat(u"/box/dir/b"_s));
        VERIFY_RESULT(file);
        QVERIFY(!file->isFolder);
        QCOMPARE(file->name, u"b"_s);
        QCOMPARE(file->size, 5);
        QVERIFY(file->modifiedMs > 0);
        QCOMPARE(file->mode, -1);
        QCOMPARE(codeOf(testing::await(m_files->stat(u"/box/di"_s))), u"NotFound"_s);
    }

    void showsNoNamesThatLeadElsewhere()
    {
        for (const QString &name : {u"a//b"_s, u"ok"_s})
            VERIFY_RESULT(testing::await(m_service->put(u"box"_s, name, "x"_ba)));
        QCOMPARE(namesIn(u"/box"_s), (QStringList{u"a/"_s, u"ok"_s}));
        QCOMPARE(namesIn(u"/box/a"_s), QStringList());
        QCOMPARE(codeOf(m_files->remove(u"/box/a"_s)), u"IoError"_s); // there is something in it
    }

    void readsAndWritesFiles()
    {
        VERIFY_RESULT(testing::await(m_files->write(u"/box/a"_s, 0, "hello"_ba)));
        QCOMPARE(*testing::await(m_files->read(u"/box/a"_s, 1, 3)), "ell"_ba);
        QCOMPARE(*testing::await(m_files->read(u"/box/a"_s, 4, 30)), "o"_ba);
        QCOMPARE(*testing::await(m_files->read(u"/box/a"_s, 40, 30)), ""_ba);
        VERIFY_RESULT(testing::await(m_files->write(u"/box/a"_s, 0, "x"_ba)));
        QCOMPARE(*testing::await(m_files->read(u"/box/a"_s, 0, 30)), "x"_ba);
        QCOMPARE(codeOf(m_files->write(u"/box/a"_s, 1, "y"_ba)), u"InvalidArgument"_s);
        QCOMPARE(codeOf(m_files->write(u"/box"_s, 0, "y"_ba)), u"IoError"_s);
        QCOMPARE(codeOf(m_files->write(u"/none/a"_s, 0, "y"_ba)), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(m_files->read(u"/box/none"_s, 0, 1))), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(m_files->read(u"/box"_s, 0, 1))), u"IoError"_s);
        QCOMPARE(codeOf(testing::await(m_files->read(u"/box/a"_s, -1, 1))), u"InvalidArgument"_s);
        QCOMPARE(codeOf(m_files->setMode(u"/box/a"_s, 0600)), u"IoError"_s);
        QCOMPARE(codeOf(testing::await(m_files->space(u"/box"_s))), u"IoError"_s);
    }

    void keepsEmptyFolders()
    {
        VERIFY_RESULT(testing::await(m_files->makeFolder(u"/box/new"_s)));
        QCOMPARE(namesIn(u"/box"_s), QStringList(u"new/"_s));
        QCOMPARE(namesIn(u"/box/new"_s), QStringList());
        QVERIFY(testing::await(m_files->stat(u"/box/new"_s))->isFolder);
        QCOMPARE(codeOf(m_files->makeFolder(u"/box/new"_s)), u"AlreadyExists"_s);
        const Result<BlobEntry> marker = testing::await(m_service->stat(u"box"_s, u"new/"_s));
        VERIFY_RESULT(marker);
        QCOMPARE(marker->metadata.value(u"hdi_isfolder"_s), u"true"_s);
        VERIFY_RESULT(testing::await(m_files->write(u"/box/new/a"_s, 0, "x"_ba)));
        QCOMPARE(namesIn(u"/box/new"_s), QStringList(u"a"_s));
        QCOMPARE(codeOf(m_files->remove(u"/box/new"_s)), u"IoError"_s);
        VERIFY_RESULT(testing::await(m_files->remove(u"/box/new/a"_s)));
        VERIFY_RESULT(testing::await(m_files->remove(u"/box/new"_s)));
        QCOMPARE(codeOf(m_files->remove(u"/box/new"_s)), u"NotFound"_s);
        QCOMPARE(namesIn(u"/box"_s), QStringList());
    }

    /// A marker without a slash, as tools of HDInsight and of Azure's hierarchical namespaces make them.
    void knowsMarkersOfOtherTools()
    {
        const BlobProperties properties{{}, {}, {{u"hdi_isfolder"_s, u"true"_s}}};
        VERIFY_RESULT(testing::await(m_service->put(u"box"_s, u"full"_s, {}, properties)));
        VERIFY_RESULT(testing::await(m_service->put(u"box"_s, u"full/a"_s, "x"_ba)));
        VERIFY_RESULT(testing::await(m_service->put(u"box"_s, u"void"_s, {}, properties)));
        QCOMPARE(namesIn(u"/box"_s), (QStringList{u"full/"_s, u"void/"_s}));
        QCOMPARE(namesIn(u"/box/full"_s), QStringList(u"a"_s));
        QCOMPARE(namesIn(u"/box/void"_s), QStringList());
        QVERIFY(testing::await(m_files->stat(u"/box/void"_s))->isFolder);
        QCOMPARE(codeOf(m_files->remove(u"/box/full"_s)), u"IoError"_s);
        VERIFY_RESULT(testing::await(m_files->remove(u"/box/void"_s)));
        QCOMPARE(namesIn(u"/box"_s), QStringList(u"full/"_s));
    }

    void renamesFiles()
    {
        VERIFY_RESULT(testing::await(m_files->write(u"/box/a"_s, 0, "hello"_ba)));
        VERIFY_RESULT(testing::await(m_files->write(u"/box/b"_s, 0, "other"_ba)));
        VERIFY_RESULT(testing::await(m_files->rename(u"/box/a"_s, u"/box/dir/c+d"_s)));
        QCOMPARE(*testing::await(m_files->read(u"/box/dir/c+d"_s, 0, 10)), "hello"_ba);
        QCOMPARE(namesIn(u"/box"_s), (QStringList{u"b"_s, u"dir/"_s}));
        QCOMPARE(codeOf(m_files->rename(u"/box/b"_s, u"/box/dir/c+d"_s)), u"AlreadyExists"_s);
        QCOMPARE(codeOf(m_files->rename(u"/box/b"_s, u"/box/dir"_s)), u"AlreadyExists"_s);
        QCOMPARE(codeOf(m_files->rename(u"/box/b"_s, u"/box/b"_s)), u"AlreadyExists"_s);
        QCOMPARE(*testing::await(m_files->read(u"/box/b"_s, 0, 10)), "other"_ba);
        QCOMPARE(codeOf(m_files->rename(u"/box/none"_s, u"/box/x"_s)), u"NotFound"_s);
        const Result<void> folder = testing::await(m_files->rename(u"/box/dir"_s, u"/box/x"_s));
        QCOMPARE(codeOf(folder), u"IoError"_s);
        QVERIFY(folder.error().message.englishText().contains(u"is a folder"_s));
        QCOMPARE(codeOf(m_files->rename(u"/box"_s, u"/box2"_s)), u"IoError"_s);
        QCOMPARE(codeOf(m_files->rename(u"/box/b"_s, u"/box"_s)), u"IoError"_s);
    }

    void removesFiles()
    {
        VERIFY_RESULT(testing::await(m_files->write(u"/box/dir/a"_s, 0, "hello"_ba)));
        QCOMPARE(codeOf(m_files->remove(u"/box/dir"_s)), u"IoError"_s);
        VERIFY_RESULT(testing::await(m_files->remove(u"/box/dir/a"_s)));
        QCOMPARE(codeOf(m_files->remove(u"/box/dir/a"_s)), u"NotFound"_s);
        QCOMPARE(codeOf(m_files->remove(u"/box/dir"_s)), u"NotFound"_s);
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobFiles)
#include "tst_blobfiles.moc"
