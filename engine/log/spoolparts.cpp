// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spoolparts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString pathBeside(const QString &spoolPath)
{
    return besideSpool(spoolPath, u".parts"_s);
}

Error writeError(const QString &path, const QString &technical)
{
    return {.code = ErrorCode::IoError,
            .message = {QT_TRANSLATE_NOOP("engine", "%1 cannot be written. Check the rights of its folder."), {path}},
            .target = path,
            .details = {},
            .technical = technical};
}

} // namespace

QString besideSpool(const QString &spoolPath, const QString &folder)
{
    const QFileInfo spool(spoolPath);
    return spool.path() + u'/' + folder + u'/' + spool.fileName();
}

SpoolParts SpoolParts::of(const QString &spoolPath)
{
    SpoolParts parts;
    QFile file(pathBeside(spoolPath));
    if (!file.open(QIODevice::ReadOnly))
        return parts;
    QList<Part> found;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.first() == "part" && words.size() == 4)
            found.append(
                {words.at(1).toLongLong(), words.at(2) == "-" ? QByteArray() : words.at(2), words.at(3) == "1"});
        else if (words.first() == "gap" && words.size() == 3)
            parts.m_gap = {words.at(1).toLongLong(), words.at(2).toLongLong()};
        else if (words.first() == "source" && words.size() == 2)
            parts.m_source = QString::fromUtf8(QByteArray::fromPercentEncoding(words.at(1)));
    }
    if (!found.isEmpty())
        parts.m_parts = found;
    return parts;
}

Result<void> SpoolParts::save(const QString &spoolPath) const
{
    QByteArray text;
    for (const Part &part : m_parts)
        text += "part " + QByteArray::number(part.begin) + ' ' + (part.inode.isEmpty() ? "-" : part.inode) + ' '
            + (part.isAfterLoss ? "1" : "0") + '\n';
    if (m_gap)
        text += "gap " + QByteArray::number(m_gap->begin) + ' ' + QByteArray::number(m_gap->end) + '\n';
    if (!m_source.isEmpty())
        text += "source " + m_source.toUtf8().toPercentEncoding("/") + '\n';
    const QString path = pathBeside(spoolPath);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path + u".new"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.flush())
        return writeError(path, file.errorString());
    // Of one part nothing is lost when the computer loses its power; and there are as many as files.
    if (m_parts.size() > 1 || m_gap)
        ::fdatasync(file.handle());
    file.close();
    if (std::rename(QFile::encodeName(file.fileName()).constData(), QFile::encodeName(path).constData()) != 0)
        return writeError(path, qt_error_string(errno));
    return {};
}

void SpoolParts::begin(const Part &part)
{
    if (m_parts.constLast().begin == part.begin) {
        const bool isAfterLoss = m_parts.constLast().isAfterLoss || part.isAfterLoss;
        m_parts.last() = part;
        m_parts.last().isAfterLoss = isAfterLoss && part.begin > 0;
    } else {
        m_parts.append(part);
    }
}

} // namespace engine
