// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/transferplan.h"

#include "engine/api/paths.h"

namespace engine {

namespace {

constexpr qsizetype mostFailedNamed = 1000;

} // namespace

QByteArray TransferPlan::trashFolder() const
{
    constexpr QByteArrayView ending(".part-");
    const qsizetype at = stage.lastIndexOf(ending);
    return stage.mid(1, at - 1) + ".replaced-" + stage.mid(at + ending.size());
}

bool NamedFiles::add(const QByteArray &path, const QString &words, qint64 files)
{
    const QMutexLocker lock(&m_mutex);
    const qsizetype before = m_sums.size();
    m_sums.insert(qHash(path, m_seed));
    if (m_sums.size() == before)
        return false;
    m_count += files;
    if (m_files.size() < mostFailedNamed) {
        m_places.insert(path, m_files.size());
        m_files.append({pathFromBytes(path), words, files});
    }
    return true;
}

void NamedFiles::addFurther(const QByteArray &path, const QString &words)
{
    if (add(path, words))
        return;
    const QMutexLocker lock(&m_mutex);
    const auto place = m_places.constFind(path);
    if (place == m_places.cend() || m_files.at(*place).reason.contains(words))
        return;
    m_files[*place].reason += QStringLiteral("; ") + words;
}

void NamedFiles::addUnnamed(qint64 files)
{
    const QMutexLocker lock(&m_mutex);
    m_count += files;
}

void FailedFiles::addSpoiled(const QByteArray &path, const QString &words)
{
    const QMutexLocker lock(&m_mutex);
    if (!m_spoiled.contains(path))
        m_spoiled.insert(path, words);
}

std::optional<QString> FailedFiles::spoiled(const QByteArray &path) const
{
    const QMutexLocker lock(&m_mutex);
    const auto found = m_spoiled.constFind(path);
    return found == m_spoiled.cend() ? std::optional<QString>() : *found;
}

bool FailedFiles::hasSpoiled() const
{
    const QMutexLocker lock(&m_mutex);
    return !m_spoiled.isEmpty();
}

void FailedFiles::addUnplaced(const QByteArray &path)
{
    const QMutexLocker lock(&m_mutex);
    m_unplaced.insert(path);
}

QSet<QByteArray> FailedFiles::unplaced() const
{
    const QMutexLocker lock(&m_mutex);
    return m_unplaced;
}

bool NamedFiles::has(const QByteArray &path) const
{
    const QMutexLocker lock(&m_mutex);
    return m_sums.contains(qHash(path, m_seed));
}

QList<FailedFile> NamedFiles::list() const
{
    const QMutexLocker lock(&m_mutex);
    return m_files;
}

qint64 NamedFiles::count() const
{
    const QMutexLocker lock(&m_mutex);
    return m_count;
}

bool NamedFiles::isEmpty() const
{
    const QMutexLocker lock(&m_mutex);
    return m_count == 0 && m_sums.isEmpty();
}

} // namespace engine
