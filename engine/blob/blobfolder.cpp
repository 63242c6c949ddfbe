// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobfolder.h"

#include "engine/blob/wire/listmarkers.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

struct BlobFolder::State : std::enable_shared_from_this<BlobFolder::State>
{
    using Chain = BlobChain<QList<StorageEntry>>;

    QString container;
    QString prefix;
    QString marker; // of the next page
    ListMarkers markers;
    QList<StorageEntry> ready;
    QSet<QString> markedFolders; // with a blob that stands for them; their prefixes are not shown a second time
    bool isFound = false; // there is such a folder
    bool isAtEnd = false;

    [[nodiscard]] QString shown() const { return shownPath(QString(u'/' + container + u'/' + prefix)); }

    void next(const Chain::Ptr &chain, int most)
    {
        if (!ready.isEmpty() || (isAtEnd && isFound)) {
            const qsizetype count = qMin<qsizetype>(most, ready.size());
            const QList<StorageEntry> entries = ready.first(count);
            ready.remove(0, count);
            return chain->end(entries);
        }
        if (isAtEnd)
            return lookForMarker(chain);
        const auto request = [this, most](BlobService &service) {
            if (container.isEmpty())
                return service.listContainers(marker, qMin(most, 5000));
            return service.list({container, prefix, false, true, qMin(most, 5000)}, marker);
        };
        chain->ask(request, [self = shared_from_this(), chain, most](const Result<BlobPage> &page) {
            if (!page)
                return chain->end(page.error());
            if (!self->markers.take(page->next))
                return chain->end(ListMarkers::error(self->shown()));
            self->take(*page);
            self->next(chain, most);
        });
    }

    void take(const BlobPage &page)
    {
        marker = page.next;
        isAtEnd = marker.isEmpty();
        isFound = isFound || prefix.isEmpty() || !page.entries.isEmpty() || page.leftOut > 0;
        for (const BlobEntry &entry : page.entries) { // first, as a prefix may come before the blob that stands for it
            if (!entry.isPrefix && isFolderMarker(entry))
                markedFolders.insert(entry.name.mid(prefix.size()));
        }
        for (const BlobEntry &entry : page.entries)
            take(entry);
    }

    void take(const BlobEntry &entry)
    {
        if (!entry.name.startsWith(prefix))
            return;
        QString name = entry.name.sliced(prefix.size());
        if (entry.isPrefix)
            name.chop(1);
        if (!isEntryName(name)
            || (entry.isPrefix && markedFolders.contains(name))) // the folder's own marker has no name
            return;
        const bool isFolder = entry.isPrefix || container.isEmpty() || isFolderMarker(entry);
        StorageEntry shown = isFolder ? storageFolder(name) : storageEntry(name, entry);
        shown.modifiedMs = entry.modified.isValid() ? entry.modified.toMSecsSinceEpoch() : 0;
        ready.append(shown);
    }

    // Nothing is below the prefix: the folder is an empty one, which a blob without the slash stands for, or none.
    void lookForMarker(const Chain::Ptr &chain)
    {
        const QString name = prefix.chopped(1);
        chain->ask([this, name](BlobService &service) { return service.stat(container, name); },
                   [self = shared_from_this(), chain](const Result<BlobEntry> &entry) {
                       if (entry && isFolderMarker(*entry)) {
                           self->isFound = true;
                           return chain->end(QList<StorageEntry>());
                       }
                       const bool isOther = !entry && entry.error().code != ErrorCode::NotFound;
                       chain->end(isOther ? entry.error()
                                          : Error::of(ErrorCode::NotFound,
                                                      {QT_TRANSLATE_NOOP("engine", "There is no folder %1."),
                                                       {self->shown()}}));
                   });
    }
};

bool isFolderMarker(const BlobEntry &entry)
{
    return entry.size == 0 && entry.metadata.value(u"hdi_isfolder"_s).compare("true"_L1, Qt::CaseInsensitive) == 0;
}

StorageEntry storageEntry(const QString &name, const BlobEntry &entry)
{
    StorageEntry shown;
    shown.name = name;
    shown.size = entry.size;
    shown.modifiedMs = entry.modified.isValid() ? entry.modified.toMSecsSinceEpoch() : 0;
    return shown;
}

StorageEntry storageFolder(const QString &name)
{
    StorageEntry shown;
    shown.name = name;
    shown.kind = EntryKind::Folder;
    shown.isFolder = true;
    return shown;
}

BlobFolder::BlobFolder(std::shared_ptr<BlobService> service, const QString &container, const QString &prefix)
    : m_service(std::move(service)), m_state(std::make_shared<State>())
{
    m_state->container = container;
    m_state->prefix = prefix;
}

BlobFolder::~BlobFolder()
{
    m_running.cancel();
}

QFuture<Result<QList<StorageEntry>>> BlobFolder::next(int most)
{
    m_running = BlobChain<QList<StorageEntry>>::begin(
        m_service, [state = m_state, most](const auto &chain) { state->next(chain, qMax(1, most)); });
    return m_running;
}

} // namespace engine
