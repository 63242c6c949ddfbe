// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/knownhosts.h"

#include "engine/ssh/wire.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMessageAuthenticationCode>
#include <QScopeGuard>

#include <algorithm>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

enum class Marker { None, Revoked, CertAuthority };

struct Line
{
    Marker marker = Marker::None;
    QByteArray names; ///< unparsed: patterns, or one hash
    HostKey key;
};

QByteArray takeWord(QByteArray *rest)
{
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    const auto begin = std::find_if_not(rest->cbegin(), rest->cend(), isBlank);
    const auto end = std::find_if(begin, rest->cend(), isBlank);
    const QByteArray word(begin, end - begin);
    *rest = rest->mid(end - rest->cbegin());
    return word;
}

// The type within a key's blob. ssh, too, ignores a line whose two types differ.
QByteArray typeOf(const QByteArray &blob)
{
    return WireReader(blob).string();
}

std::optional<Line> parseLine(QByteArray rest)
{
    if (rest.endsWith('\r'))
        rest.chop(1);
    Line line;
    line.names = takeWord(&rest);
    if (line.names.isEmpty() || line.names.startsWith('#'))
        return std::nullopt;
    if (line.names.startsWith('@')) {
        if (line.names != "@revoked" && line.names != "@cert-authority")
            return std::nullopt;
        line.marker = line.names == "@revoked" ? Marker::Revoked : Marker::CertAuthority;
        line.names = takeWord(&rest);
    }
    const QByteArray type = takeWord(&rest);
    const auto blob = QByteArray::fromBase64Encoding(takeWord(&rest), QByteArray::AbortOnBase64DecodingErrors);
    if (!blob || type.isEmpty() || typeOf(*blob) != type)
        return std::nullopt;
    line.key = {QString::fromLatin1(type), *blob};
    return line;
}

// As ssh's match_pattern(): "*" matches any characters, "?" one. Backtracks only to the last star.
bool matchesPattern(QByteArrayView text, QByteArrayView pattern)
{
    qsizetype t = 0, p = 0, star = -1, starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            starText = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++starText;
        } else {
            return false;
        }
    }
    return std::all_of(pattern.begin() + p, pattern.end(), [](char c) { return c == '*'; });
}

bool matchesHash(const QByteArray &name, const QByteArray &names)
{
    const QByteArrayList parts = names.split('|'); // "", "1", salt, hash
    if (parts.size() != 4 || parts.at(1) != "1")
        return false;
    const QByteArray salt = QByteArray::fromBase64(parts.at(2));
    return QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1)
        == QByteArray::fromBase64(parts.at(3));
}

bool matches(const QByteArray &name, const QByteArray &names)
{
    if (names.startsWith('|'))
        return matchesHash(name, names);
    bool found = false;
    for (const QByteArray &pattern : names.toLower().split(',')) {
        const bool isNegated = pattern.startsWith('!');
        if (!matchesPattern(name, QByteArrayView(pattern).sliced(isNegated ? 1 : 0)))
            continue;
        if (isNegated)
            return false;
        found = true;
    }
    return found;
}

QByteArray readWhole(const QString &path)
{
    QFile file(path);
    // Regular files only: reading a FIFO without a writer would block.
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray spelled(const QString &name)
{
    return name.toUtf8().toLower();
}

struct Match
{
    Marker marker;
    HostKeyVerdict::Place place;
};

QList<Match> matchesIn(const QStringList &files, const QString &name)
{
    const QByteArray wanted = spelled(name);
    QList<Match> found;
    for (const QString &file : files) {
        int number = 0;
        for (const QByteArray &text : readWhole(file).split('\n')) {
            ++number;
            if (const auto line = parseLine(text); line && matches(wanted, line->names))
                found.append({line->marker, {line->key, file, number}});
        }
    }
    return found;
}

QList<HostKeyVerdict::Place> placesOf(const QList<Match> &found, Marker marker)
{
    QList<HostKeyVerdict::Place> places;
    for (const Match &match : found) {
        if (match.marker == marker)
            places.append(match.place);
    }
    return places;
}

QList<HostKeyVerdict::Place> only(const QList<HostKeyVerdict::Place> &places, auto predicate)
{
    QList<HostKeyVerdict::Place> kept;
    std::copy_if(places.cbegin(), places.cend(), std::back_inserter(kept), predicate);
    return kept;
}

Error writeError(const QString &path)
{
    return {ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "“%1” cannot be written: %2."), {path, qt_error_string(errno)}},
            path};
}

// Opens the file and locks it against other writers; -1 and errno. Repeats when a writer replaced the file while we
// waited for the lock.
int openLocked(const QByteArray &path)
{
    while (true) {
        const int descriptor = ::open(path.constData(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor < 0)
            return -1;
        ::flock(descriptor, LOCK_EX); // without support for locks a single append still loses no line
        struct stat opened = {};
        struct stat named = {};
        if (::fstat(descriptor, &opened) == 0 && ::stat(path.constData(), &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev)
            return descriptor;
        ::close(descriptor);
    }
}

bool writeThrough(int descriptor, const QByteArray &bytes)
{
    const ssize_t written = ::write(descriptor, bytes.constData(), size_t(bytes.size()));
    if (written >= 0 && written != bytes.size())
        errno = ENOSPC;
    return written == bytes.size() && ::fsync(descriptor) == 0;
}

// False for a name that would be read back as another one, as a pattern or as none.
bool isWritable(const QByteArray &name, const HostKey &key)
{
    const bool plain = std::none_of(name.cbegin(), name.cend(),
                                    [](char c) { return uchar(c) <= ' ' || c == 127 || std::strchr(",*?|!#@", c); });
    return plain && !name.isEmpty() && typeOf(key.blob) == key.type.toLatin1();
}

} // namespace

QString HostKey::fingerprint() const
{
    const QByteArray hash = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
    return u"SHA256:"_s + QString::fromLatin1(hash.toBase64(QByteArray::OmitTrailingEquals));
}

KnownHosts::KnownHosts(QStringList files, QString ownFile) : m_files(std::move(files)), m_ownFile(std::move(ownFile))
{
    m_files.removeAll(m_ownFile);
    m_files.removeDuplicates();
}

HostKeyVerdict KnownHosts::check(const QString &name, const HostKey &key) const
{
    using Kind = HostKeyVerdict::Kind;
    using Place = HostKeyVerdict::Place;
    const QList<Match> found = matchesIn(m_files + QStringList{m_ownFile}, name);
    const auto isThis = [&](const Place &place) { return place.key == key; };
    if (const auto revoked = only(placesOf(found, Marker::Revoked), isThis); !revoked.isEmpty())
        return {Kind::Revoked, revoked};
    const QList<Place> listed = placesOf(found, Marker::None);
    if (const auto same = only(listed, isThis); !same.isEmpty())
        return {Kind::Known, {same.constFirst()}};
    if (listed.isEmpty())
        return {Kind::Unknown, {}, !placesOf(found, Marker::CertAuthority).isEmpty()};
    const auto ofType = only(listed, [&](const Place &place) { return place.key.type == key.type; });
    return {Kind::Changed, ofType.isEmpty() ? listed : ofType};
}

QStringList KnownHosts::keyTypes(const QString &name) const
{
    const QList<Match> found = matchesIn(m_files + QStringList{m_ownFile}, name);
    const auto revoked = placesOf(found, Marker::Revoked);
    QStringList types;
    for (const auto &place : placesOf(found, Marker::None)) {
        const auto isSame = [&](const HostKeyVerdict::Place &other) { return other.key == place.key; };
        if (!types.contains(place.key.type) && std::none_of(revoked.cbegin(), revoked.cend(), isSame))
            types.append(place.key.type);
    }
    return types;
}

Result<void> KnownHosts::add(const QString &name, const HostKey &key) const
{
    const QByteArray word = spelled(name);
    if (!isWritable(word, key))
        return Error{
            ErrorCode::InvalidArgument, {QT_TRANSLATE_NOOP("engine", "“%1” is no name for a host key."), {name}}, name};
    QDir().mkpath(QFileInfo(m_ownFile).path());
    const int descriptor = openLocked(QFile::encodeName(m_ownFile));
    if (descriptor < 0)
        return writeError(m_ownFile);
    const auto closing = qScopeGuard([descriptor] { ::close(descriptor); });
    if (check(name, key).kind == HostKeyVerdict::Kind::Known)
        return {};
    char last = '\n'; // after a crash the last line may lack its end; ours must begin a new one
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    if (size > 0 && ::pread(descriptor, &last, 1, size - 1) != 1)
        return writeError(m_ownFile);
    const QByteArray line = word + ' ' + key.type.toLatin1() + ' ' + key.blob.toBase64() + '\n';
    return writeThrough(descriptor, last == '\n' ? line : '\n' + line) ? Result<void>() : writeError(m_ownFile);
}

Result<int> KnownHosts::forget(const QString &name) const
{
    if (!QFile::exists(m_ownFile))
        return 0;
    const int lock = openLocked(QFile::encodeName(m_ownFile));
    if (lock < 0)
        return writeError(m_ownFile);
    const auto unlocking = qScopeGuard([lock] { ::close(lock); });
    QByteArrayList kept;
    int removed = 0;
    for (const QByteArray &text : readWhole(m_ownFile).split('\n')) {
        const auto line = parseLine(text);
        if (line && line->marker == Marker::None && matches(spelled(name), line->names))
            ++removed;
        else
            kept.append(text);
    }
    if (removed == 0)
        return 0;
    const QByteArray path = QFile::encodeName(m_ownFile);
    const QByteArray beside = path + ".new";
    const int descriptor = ::open(beside.constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return writeError(m_ownFile);
    const bool isWritten = writeThrough(descriptor, kept.join('\n'));
    ::close(descriptor);
    if (isWritten && ::rename(beside.constData(), path.constData()) == 0)
        return removed;
    const Error error = writeError(m_ownFile);
    ::unlink(beside.constData());
    return error;
}

QList<HostKeyVerdict::Place> KnownHosts::elsewhere(const QString &name) const
{
    return placesOf(matchesIn(m_files, name), Marker::None);
}

} // namespace engine
