// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobtree.h"

#include "engine/api/paths.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/target/targetentries.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

#include <QCryptographicHash>

#include <deque>
#include <set>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype fractionDigits = 9;

/// Seconds that the end of a time stands before UTC: "Z", "+02:00". None: it is malformed.
std::optional<qint64> zoneOf(QStringView text)
{
    if (text == "Z"_L1)
        return 0;
    if (text.size() != 6 || (text[0] != u'+' && text[0] != u'-') || text[3] != u':')
        return std::nullopt;
    bool isHours = false;
    bool isMinutes = false;
    const qint64 seconds = text.sliced(1, 2).toInt(&isHours) * 3600 + text.sliced(4, 2).toInt(&isMinutes) * 60;
    if (!isHours || !isMinutes)
        return std::nullopt;
    return text[0] == u'+' ? -seconds : seconds;
}

/// False: the text is no time of RFC 3339.
bool takeMoment(QStringView text, TreeEntry &file)
{
    constexpr qsizetype secondsEnd = 19; // "2026-01-31T12:00:00"
    if (text.size() <= secondsEnd || text[10] != u'T')
        return false;
    const QDate date = QDate::fromString(text.first(10).toString(), Qt::ISODate);
    const QTime time = QTime::fromString(text.sliced(11, 8).toString(), Qt::ISODate);
    qsizetype at = secondsEnd;
    QString digits;
    if (text[at] == u'.') {
        for (++at; at < text.size() && text[at] >= u'0' && text[at] <= u'9'; ++at)
            digits += text[at];
    }
    const auto zone = zoneOf(text.sliced(at));
    if (!date.isValid() || !time.isValid() || !zone)
        return false;
    file.modified = QDateTime(date, time, Qt::UTC).toSecsSinceEpoch() + *zone;
    file.modifiedNs = digits.leftJustified(fractionDigits, u'0', true).toLong();
    return true;
}

/// The name without the number that TargetEntries::numbered() gives.
QByteArray withoutNumber(const QByteArray &name)
{
    const qsizetype begin = name.lastIndexOf(" (");
    const qsizetype end = begin < 0 ? -1 : name.indexOf(')', begin);
    if (end < 0)
        return name;
    bool isNumber = false;
    const int number = name.sliced(begin + 2, end - begin - 2).toInt(&isNumber);
    const QByteArray plain = name.first(begin) + name.sliced(end + 1);
    return isNumber && TargetEntries::numbered(plain, number) == name ? plain : name;
}

/// What all names begin with, and what they begin with when they have numbers.
QByteArray commonStart(const QByteArrayList &names, bool withNumbered)
{
    QByteArray start = names.constFirst();
    for (const QByteArray &name : names) {
        qsizetype same = 0;
        while (same < start.size() && same < name.size() && start.at(same) == name.at(same))
            ++same;
        start.truncate(same);
        if (const qsizetype dot = name.lastIndexOf('.'); withNumbered && dot > 0)
            start.truncate(qMin(start.size(), dot));
    }
    while (!start.isEmpty() && QString::fromUtf8(start).toUtf8() != start)
        start.chop(1); // the names differ within a character
    return start;
}

QByteArray joinedBytes(const QByteArray &folder, const QByteArray &path)
{
    return folder.endsWith('/') || folder.isEmpty() ? QByteArray(folder + path) : QByteArray(folder + '/' + path);
}

QString prefixOf(const BlobPath &folder)
{
    return folder.blob.isEmpty() ? QString() : QString(folder.blob + u'/');
}

QString hiddenByFolder()
{
    return QStringLiteral("a folder has its name, and it can be only one of both");
}

} // namespace

BlobPath blobPathOf(const QByteArray &folder, const QByteArray &path)
{
    const QString whole = pathFromBytes(path.isEmpty() ? folder : joinedBytes(folder, path));
    const qsizetype slash = whole.indexOf(u'/', 1);
    return slash < 0 ? BlobPath{whole.sliced(qMin<qsizetype>(1, whole.size())), {}}
                     : BlobPath{whole.sliced(1, slash - 1), whole.sliced(slash + 1)};
}

QString blobTimeText(const TreeEntry &file)
{
    const QDateTime time = QDateTime::fromSecsSinceEpoch(file.modified, Qt::UTC);
    if (!time.isValid() || time.date().year() < 1 || time.date().year() > 9999)
        return {};
    return time.toString(u"yyyy-MM-ddTHH:mm:ss"_s) + u'.'
        + QString::number(qint64(file.modifiedNs)).rightJustified(fractionDigits, u'0') + u'Z';
}

TreeEntry blobEntryOf(const QByteArray &path, const BlobEntry &blob)
{
    TreeEntry file;
    file.path = path;
    file.size = file.heldBytes = qMax<qint64>(blob.size, 0);
    file.mode = 0644;
    file.target = blob.etag.toUtf8();
    if (!takeMoment(blob.metadata.value(blobTimeName), file))
        file.modified = blob.modified.toSecsSinceEpoch();
    return file;
}

bool isBlobFolder(const BlobEntry &blob)
{
    return blob.size == 0
        && (blob.name.endsWith(u'/')
            || blob.metadata.value(u"hdi_isfolder"_s).compare("true"_L1, Qt::CaseInsensitive) == 0);
}

struct BlobTree::Top
{
    QMap<QByteArray, BlobEntry> files;
    std::set<QByteArray> folders;
};

Result<void> BlobTree::list(const QByteArrayList &names, const Take &take, bool withNumbered)
{
    const auto top = look(names, withNumbered);
    if (!top)
        return top.error();
    for (auto file = top->files.cbegin(); file != top->files.cend(); ++file) {
        const bool isHidden = top->folders.contains(file.key());
        if (isBlobFolder(*file) && !isHidden) {
            if (const auto taken = openFolder(file.key(), &*file, take); !taken)
                return taken;
        } else if (isHidden && !isBlobFolder(*file)) {
            m_trouble(file.key(), hiddenByFolder(), 1);
        } else if (!isHidden) {
            if (const auto taken = take(blobEntryOf(file.key(), *file), &*file); !taken)
                return taken;
        }
    }
    for (const QByteArray &path : top->folders) {
        const auto marker = top->files.constFind(path);
        const auto listed = listFolder(path, marker != top->files.cend() ? &*marker : nullptr, take);
        if (!listed)
            return listed;
    }
    return {};
}

Result<QByteArrayList> BlobTree::missing(const QByteArrayList &names)
{
    const auto top = look(names, false);
    if (!top)
        return top.error();
    QByteArrayList missing;
    for (const QByteArray &name : names) {
        if (!top->files.contains(name) && !top->folders.contains(name))
            missing.append(name);
    }
    return missing;
}

Result<BlobTree::Top> BlobTree::look(const QByteArrayList &names, bool withNumbered)
{
    Top top;
    QMap<QByteArray, QByteArrayList> parents; // with the names in each
    for (const QByteArray &name : names)
        parents[beforeLastPart(name)].append(lastPart(name));
    for (auto parent = parents.cbegin(); parent != parents.cend(); ++parent) {
        if (const auto looked = lookInto(parent.key(), *parent, withNumbered, top); !looked)
            return looked.error();
    }
    return top;
}

Result<void> BlobTree::lookInto(const QByteArray &parent, const QByteArrayList &names, bool withNumbered, Top &top)
{
    const BlobPath folder = blobPathOf(m_folder, parent);
    if (folder.container.isEmpty()) { // the names are those of containers
        for (const QByteArray &name : names) {
            BlobListing listing;
            listing.container = pathFromBytes(name);
            listing.most = 1;
            const auto page = m_session.ask(m_session.service().list(listing));
            if (!page && page.error().code != ErrorCode::NotFound)
                return page.error();
            if (page)
                top.folders.insert(name);
        }
        return {};
    }
    const QSet<QByteArray> wanted(names.cbegin(), names.cend());
    const QString prefix = prefixOf(folder);
    BlobListing listing;
    listing.container = folder.container;
    listing.prefix = prefix + pathFromBytes(commonStart(names, withNumbered));
    listing.withMetadata = true;
    return m_session.eachPage(listing, [&](const BlobPage &page) -> Result<void> {
        for (const BlobEntry &entry : page.entries) {
            QByteArray name = pathToBytes(QStringView(entry.name).sliced(qMin(prefix.size(), entry.name.size())));
            if (entry.isPrefix && name.endsWith('/'))
                name.chop(1);
            if (!entry.name.startsWith(prefix)
                || !(wanted.contains(name) || (withNumbered && wanted.contains(withoutNumber(name)))))
                continue;
            const QByteArray path = joinedBytes(parent, name);
            if (!entry.isPrefix)
                top.files.insert(path, entry);
            else
                top.folders.insert(path);
        }
        return {};
    });
}

// A marker of the folder itself, whose name ends with a slash, is the first in the list.
Result<void> BlobTree::listFolder(const QByteArray &path, const BlobEntry *marker, const Take &take)
{
    const BlobPath folder = blobPathOf(m_folder, path);
    BlobListing listing;
    listing.container = folder.container;
    listing.prefix = prefixOf(folder);
    listing.isRecursive = true;
    listing.withMetadata = true;
    m_open.clear();
    m_held.clear();
    qint64 leftOut = 0;
    const auto listed = m_session.eachPage(listing, [&](const BlobPage &page) -> Result<void> {
        leftOut += page.leftOut;
        for (const BlobEntry &blob : page.entries) {
            const bool isOfFolder = blob.name == listing.prefix;
            const auto opened = m_open.isEmpty() ? openFolder(path, isOfFolder ? &blob : marker, take) : Result<void>();
            if (!opened)
                return opened;
            if (blob.isPrefix || isOfFolder || !blob.name.startsWith(listing.prefix))
                continue;
            const QByteArray name = pathToBytes(QStringView(blob.name).sliced(listing.prefix.size()));
            if (const auto taken = takeBlob(path + '/' + name, blob, take); !taken)
                return taken;
        }
        return {};
    });
    if (leftOut > 0)
        m_trouble(path, QStringLiteral("blobs in it have names that can be those of no files"), leftOut);
    if (listed && m_open.isEmpty())
        return openFolder(path, marker, take);
    return listed ? release({}, take) : listed;
}

Result<void> BlobTree::takeBlob(const QByteArray &path, const BlobEntry &blob, const Take &take)
{
    const bool isFolder = isBlobFolder(blob);
    const QByteArray own = isFolder && path.endsWith('/') ? path.chopped(1) : path;
    if (!staysInside(own) || own.contains('\0') || own.size() > ManifestReader::longestPart) {
        m_trouble(path, QStringLiteral("its name can be that of no file"), 1);
        return {};
    }
    if (const auto released = release(path, take); !released)
        return released;
    while (!own.startsWith(QByteArray(m_open.constLast() + '/')))
        m_open.removeLast();
    for (qsizetype end = own.indexOf('/', m_open.constLast().size() + 1); end > 0; end = own.indexOf('/', end + 1)) {
        if (const auto opened = openFolder(own.first(end), nullptr, take); !opened)
            return opened;
    }
    if (isFolder && path.endsWith('/'))
        return openFolder(own, &blob, take);
    m_held.push_back({blobEntryOf(own, blob), blob});
    return {};
}

Result<void> BlobTree::openFolder(const QByteArray &path, const BlobEntry *marker, const Take &take)
{
    TreeEntry folder;
    folder.path = path;
    folder.kind = EntryKind::Folder;
    folder.mode = 0755;
    folder.modified = m_now;
    m_open.append(path);
    const auto held =
        std::find_if(m_held.begin(), m_held.end(), [&path](const Held &one) { return one.entry.path == path; });
    if (held == m_held.end())
        return take(std::move(folder), marker);
    if (!isBlobFolder(held->blob)) {
        held->isHidden = true;
        return take(std::move(folder), marker);
    }
    const BlobEntry own = held->blob;
    m_held.erase(held);
    return take(std::move(folder), &own);
}

// A name can be that of a folder as long as the names that follow, which are sorted, begin with it.
Result<void> BlobTree::release(const QByteArray &next, const Take &take)
{
    while (!m_held.empty()
           && !(next.size() > m_held.back().entry.path.size() && next.startsWith(m_held.back().entry.path))) {
        Held held = std::move(m_held.back());
        m_held.pop_back();
        Result<void> taken;
        if (held.isHidden) {
            m_trouble(held.entry.path, hiddenByFolder(), 1);
        } else if (isBlobFolder(held.blob)) {
            taken = openFolder(held.entry.path, &held.blob, take);
            m_open.removeLast();
        } else {
            taken = take(std::move(held.entry), &held.blob);
        }
        if (!taken)
            return taken;
    }
    return {};
}

Result<FileSums> blobSums(BlobSession &session, const QByteArray &folder, const QByteArrayList &paths, Pacer &pacer,
                          const std::stop_token &stop)
{
    FileSums sums;
    for (const QByteArray &path : paths) {
        const BlobPath there = blobPathOf(folder, path);
        const auto blob = session.ask(session.service().stat(there.container, there.blob));
        if (!blob && !isOfTheBlob(blob.error()))
            return blob.error();
        QCryptographicHash hash(QCryptographicHash::Sha256);
        std::deque<QFuture<Result<QByteArray>>> reads;
        bool isRead = bool(blob);
        for (qint64 at = 0; isRead && (at < blob->size || !reads.empty());) {
            if (stop.stop_requested())
                return connectionClosed();
            if (at < blob->size && qint64(reads.size()) < BlobSession::mostBytes / BlobSession::pieceBytes) {
                const qint64 some = qMin(BlobSession::pieceBytes, blob->size - at);
                pacer.wait(some);
                reads.push_back(
                    session.begin(session.service().read(there.container, there.blob, at, some, blob->etag)));
                at += some;
                continue;
            }
            const auto bytes = session.wait(reads.front(), BlobSession::pieceBytes);
            reads.pop_front();
            if (!bytes && !isOfTheBlob(bytes.error()))
                return bytes.error();
            isRead = bool(bytes);
            if (isRead)
                hash.addData(*bytes);
        }
        if (isRead)
            sums.insert(path, hash.result().toHex());
    }
    return sums;
}

} // namespace engine
