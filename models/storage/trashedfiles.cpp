// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/trashedfiles.h"

#include "models/storage/storagewords.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::Location;
using engine::TrashedFile;

namespace {

const QString trashKey = QStringLiteral("storage/trashed");

// Names are bytes, which JSON strings cannot carry.
QString packed(const QString &path)
{
    return QString::fromLatin1(engine::pathToBytes(path).toBase64());
}

QString unpacked(const QJsonValue &path)
{
    return engine::pathFromBytes(QByteArray::fromBase64(path.toString().toLatin1()));
}

} // namespace

TrashedFiles::TrashedFiles(QSettings *settings, QObject *parent)
    : TableModel({tr("Name"), tr("From"), tr("When")}, {When}, parent), m_settings(settings)
{
    if (m_settings)
        load();
}

void TrashedFiles::load()
{
    for (const QJsonValue &row : QJsonDocument::fromJson(m_settings->value(trashKey).toByteArray()).array())
        m_entries.append({row[0].toString(), {unpacked(row[1]), unpacked(row[2])}, row[3].toInteger()});
}

void TrashedFiles::save() const
{
    if (!m_settings)
        return;
    QJsonArray rows;
    for (const Entry &entry : m_entries)
        rows.append(QJsonArray{entry.place, packed(entry.file.path), packed(entry.file.trashed), entry.whenMs});
    m_settings->setValue(trashKey, QJsonDocument(rows).toJson(QJsonDocument::Compact));
}

void TrashedFiles::add(const QString &place, const QList<TrashedFile> &files, qint64 whenMs)
{
    if (files.isEmpty())
        return;
    beginInsertRows({}, 0, int(files.size()) - 1); // keeps the selection
    for (qsizetype i = files.size() - 1; i >= 0; --i)
        m_entries.prepend({place, files[i], whenMs});
    endInsertRows();
    if (m_entries.size() > most) {
        beginRemoveRows({}, int(most), int(m_entries.size()) - 1);
        m_entries.resize(most);
        endRemoveRows();
    }
    save();
}

void TrashedFiles::remove(const QString &place, const QList<TrashedFile> &files)
{
    for (const TrashedFile &file : files) {
        const auto found = std::find_if(m_entries.cbegin(), m_entries.cend(), [&](const Entry &entry) {
            return entry.place == place && entry.file.trashed == file.trashed;
        });
        if (found == m_entries.cend())
            continue;
        const int row = int(found - m_entries.cbegin());
        beginRemoveRows({}, row, row);
        m_entries.removeAt(row);
        endRemoveRows();
    }
    save();
}

QVariant TrashedFiles::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries.at(index.row());
    const Location was{entry.place, entry.file.path};
    switch (role) {
    case SortRole:
        if (index.column() == When)
            return entry.whenMs;
        [[fallthrough]];
    case Qt::DisplayRole:
        return index.column() == Name ? engine::shownPath(was.name())
            : index.column() == From  ? engine::shownPath(was.parent().toString())
                                      : changedTime(entry.whenMs, QDateTime::currentDateTime());
    case Qt::ToolTipRole:
        return tr("%1, %2").arg(engine::shownPath(was.toString()),
                                changedTime(entry.whenMs, QDateTime::currentDateTime()));
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    default:
        return {};
    }
}

} // namespace models
