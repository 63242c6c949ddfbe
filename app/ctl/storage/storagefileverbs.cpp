// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// storage: listing, and operations on one file.

#include "app/ctl/operands.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/storage/placespec.h"

#include <QDateTime>

#include <array>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> entryColumns{
    {u"Mode"_s, "mode"},
    {u"Owner"_s, "owner"},
    {u"Size"_s, "size"},
    {u"Changed"_s, "lastModified"},
    {u"Name"_s, [](const QJsonObject &entry) { return shownPath(entry.value(u"name"_s).toString()); }}};

QString modeText(const StorageEntry &entry)
{
    static constexpr std::array kinds{u'-', u'd', u'l', u'?'};
    QString text(kinds[size_t(entry.kind)]);
    for (int bit = 8; bit >= 0; --bit)
        text += entry.mode >= 0 && (entry.mode & (1 << bit)) != 0 ? QChar(u"xwr"[bit % 3]) : QChar(u'-');
    return text;
}

// Empty for a folder of a storage account, which has neither modes nor times.
QString timeText(const StorageEntry &entry)
{
    return entry.mode < 0 && entry.modifiedMs == 0
        ? QString()
        : QDateTime::fromMSecsSinceEpoch(entry.modifiedMs, Qt::UTC).toString(Qt::ISODate);
}

QJsonObject shown(const StorageEntry &entry)
{
    static const std::array kinds{u"file"_s, u"folder"_s, u"link"_s, u"other"_s};
    QJsonObject json{{u"name"_s, entry.name},      {u"kind"_s, kinds[size_t(entry.kind)]},
                     {u"size"_s, entry.size},      {u"lastModified"_s, timeText(entry)},
                     {u"mode"_s, modeText(entry)}, {u"owner"_s, entry.owner},
                     {u"group"_s, entry.group}};
    if (!entry.target.isEmpty())
        json.insert(u"target"_s, entry.target);
    return json;
}

// A verb about the location of its first operand.
template <Result<int> (*act)(Session &session, const Location &file)> Result<int> onFile(Session &session)
{
    const Result<Location> file = locationOf(session, session.line().operand);
    return file ? act(session, *file) : file.error();
}

// Printed in pieces: a folder may have a million entries.
Result<int> listFolder(Session &session, const Location &folder)
{
    ListOutput list(session.format(), entryColumns);
    bool isRead = true;
    const auto take = [&](const FolderEntries &page) {
        QJsonArray rows;
        for (const StorageEntry &entry : page.entries)
            rows.append(shown(entry));
        isRead = writeAll(STDOUT_FILENO, list.add(rows).toUtf8());
        if (!isRead) // the reader of stdout has gone
            session.link().cancel();
    };
    const auto listed = session.change(method::listFolder, {fileAt(folder), 5000}, Session::noDeadline, take);
    if (!listed && isRead)
        return listed.error();
    if (isRead)
        (void)writeAll(STDOUT_FILENO, list.end().toUtf8());
    return 0;
}

Result<int> statFile(Session &session, const Location &file)
{
    const auto entry = session.read(method::statFile, fileAt(file));
    if (!entry)
        return entry.error();
    session.print(shown(*entry), entryColumns);
    return 0;
}

Result<int> makeFolder(Session &session, const Location &folder)
{
    return outcome(session.change(method::makeFolder, fileAt(folder)));
}

// A bare name, or ./NAME, is a sibling of \a file; anything else is a path.
Result<Location> newNameOf(Session &session, const Location &file, const QString &text)
{
    const QString name = text.startsWith(u"./") ? text.sliced(2) : text;
    const auto spec = PlaceSpec::parse(text);
    return spec && spec->isHere() && isEntryName(name) ? file.parent().child(name) : locationOf(session, text);
}

Result<int> renameFile(Session &session, const Location &file)
{
    const Result<Location> renamed = newNameOf(session, file, session.line().operands.at(1));
    if (!renamed)
        return renamed.error();
    if (renamed->place != file.place || renamed->parent() != file.parent() || !isEntryName(renamed->name()))
        return session.refuseUsage(u"The new name is one in the same folder; storage move takes files elsewhere."_s);
    return outcome(session.change(method::renameFile, {fileAt(file), renamed->path}));
}

Result<int> setMode(Session &session)
{
    constexpr int most = 07777;
    bool isNumber = false;
    const int mode = session.line().operand.toInt(&isNumber, 8);
    if (!isNumber || mode < 0 || mode > most)
        return session.refuseUsage(u"The permissions are an octal number, as 640."_s);
    for (const QString &operand : session.line().operands.sliced(1)) {
        const Result<Location> file = locationOf(session, operand);
        if (!file)
            return file.error();
        const auto done = session.change(method::setFileMode, {fileAt(*file), mode});
        if (!done)
            return done.error();
    }
    return 0;
}

Result<int> tellSpace(Session &session, const Location &folder)
{
    static const QList<Column> spaceColumns{
        {u"Total"_s, "totalBytes"}, {u"Free"_s, "freeBytes"}, {u"Free entries"_s, "freeEntries"}};
    return session.printed(session.read(inJson(method::fetchSpace), fileAt(folder)), spaceColumns);
}

Result<int> printFile(Session &session, const Location &file)
{
    constexpr int pieceSize = 1024 * 1024;
    for (qint64 offset = 0;;) {
        const auto piece = session.read(method::readFile, {fileAt(file), offset, pieceSize});
        if (!piece)
            return piece.error();
        const QByteArray bytes = QByteArray::fromBase64(piece->data.text.toLatin1());
        if (bytes.isEmpty() || !writeAll(STDOUT_FILENO, bytes)) // end of the file, or the reader has gone
            return 0;
        offset += bytes.size();
    }
}

Verb placeVerb(const QString &path, const QString &help, Handler handler, const QString &example,
               const QString &operand = u"PLACE:PATH"_s)
{
    return {path, help + u'\n' + placeGrammar(), handler, {example}, {}, operand};
}

} // namespace

QList<Verb> storageFileVerbs()
{
    return {
        placeVerb(u"storage list"_s, u"List a folder."_s, onFile<listFolder>, u"storage list gpu-a:/data"_s),
        placeVerb(u"storage stat"_s, u"Show one file or folder."_s, onFile<statFile>, u"storage stat gpu-a:/data/x"_s),
        placeVerb(u"storage cat"_s, u"Print a file as it is."_s, onFile<printFile>,
                  u"storage cat gpu-a:/data/notes.txt"_s),
        placeVerb(u"storage df"_s, u"Tell how much room there is where a folder or file lies, in bytes."_s,
                  onFile<tellSpace>, u"storage df gpu-a:/data"_s),
        placeVerb(u"storage mkdir"_s, u"Make a folder."_s, onFile<makeFolder>, u"storage mkdir gpu-a:/data/new"_s),
        placeVerb(u"storage rename"_s, u"Give a file or folder another name, which nothing in its folder has yet."_s,
                  onFile<renameFile>, u"storage rename gpu-a:/data/old new"_s, u"PLACE:PATH NAME"_s),
        placeVerb(u"storage chmod"_s, u"Set the permissions of files and folders, an octal number."_s, setMode,
                  u"storage chmod 640 gpu-a:/data/x gpu-a:/data/y"_s, u"MODE PLACE:PATH…"_s),
    };
}

} // namespace ctl
