// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobblocks.h"

#include "engine/storage/transfer/places/here/stagefolder.h"

#include <QCryptographicHash>

#include <map>

namespace engine {

namespace {

constexpr qsizetype versionDigits = 16;
constexpr qsizetype numberDigits = 8;
static_assert(versionDigits + 2 * numberDigits == BlobBlocks::idLength);

QByteArray hexNumber(qint64 number)
{
    return QByteArray::number(number, 16).rightJustified(numberDigits, '0');
}

qint64 bytesOfRun(const TreeEntry &file, qint64 first, qint64 count)
{
    return qMin((first + count) * mebi, file.size) - first * mebi;
}

} // namespace

qint64 BlobBlocks::mebibytesOfBlock(qint64 size)
{
    constexpr qint64 usual = 4;
    constexpr qint64 mostBlocks = 40'000; // the service has 50,000 at most, and some are smaller than others
    return qMax(usual, (mebibytesOf(size) + mostBlocks - 1) / mostBlocks);
}

QByteArray BlobBlocks::versionDigitsOf(const TreeEntry &file) const
{
    const QByteArray facts = m_transfer + '\n' + QByteArray::number(file.size) + ' ' + timeWord(file);
    return QCryptographicHash::hash(facts, QCryptographicHash::Sha256).toHex().first(versionDigits);
}

QByteArray BlobBlocks::idOf(const TreeEntry &file, qint64 first, qint64 count) const
{
    return versionDigitsOf(file) + hexNumber(first) + hexNumber(count);
}

std::vector<BlobBlocks::Run> BlobBlocks::take(const TreeEntry &file, const QByteArray &path,
                                              const QMap<QByteArray, qint64> &uncommitted)
{
    const QByteArray version = versionDigitsOf(file);
    const qint64 end = mebibytesOf(file.size);
    std::set<Block> blocks;
    std::vector<Run> runs;
    qint64 next = 0;
    for (auto block = uncommitted.cbegin(); block != uncommitted.cend(); ++block) { // in the order of their MiB
        const QByteArray &id = block.key();
        if (id.size() != idLength || !id.startsWith(version))
            continue;
        const qint64 first = id.sliced(versionDigits, numberDigits).toLongLong(nullptr, 16);
        const qint64 count = id.last(numberDigits).toLongLong(nullptr, 16);
        const bool isSound = first >= next && count > 0 && first < end && count <= end - first
            && *block == bytesOfRun(file, first, count) && id == idOf(file, first, count);
        if (!isSound)
            continue;
        blocks.emplace(first, count);
        runs.push_back({first, count});
        next = first + count;
    }
    const QMutexLocker lock(&m_mutex);
    m_blocks[path] = std::move(blocks);
    return runs;
}

void BlobBlocks::add(const QByteArray &path, qint64 first, qint64 count)
{
    const QMutexLocker lock(&m_mutex);
    m_blocks[path].emplace(first, count);
}

bool BlobBlocks::has(const QByteArray &path, qint64 first, qint64 count) const
{
    const QMutexLocker lock(&m_mutex);
    const auto known = m_blocks.constFind(path);
    return known != m_blocks.cend() && known->contains({first, count});
}

// Blocks of two runs may overlap, and one of them is then left out. Each way from the first MiB is known by its end.
QByteArrayList BlobBlocks::takeWhole(const TreeEntry &file, const QByteArray &path)
{
    QMutexLocker lock(&m_mutex);
    const std::set<Block> blocks = m_blocks.take(path);
    lock.unlock();
    std::map<qint64, Block> last{{0, {}}}; // the block before an end
    for (const Block &block : blocks) {
        if (last.contains(block.first))
            last.try_emplace(block.first + block.second, block);
    }
    QByteArrayList ids;
    for (qint64 end = mebibytesOf(file.size); end > 0;) {
        const auto before = last.find(end);
        if (before == last.end())
            return {};
        const auto [first, count] = before->second;
        ids.prepend(idOf(file, first, count));
        end = first;
    }
    return ids;
}

void BlobsSent::add(const TreeEntry &file)
{
    const QMutexLocker lock(&m_mutex);
    m_files.add(file);
    QByteArray folder = beforeLastPart(file.path);
    while (!folder.isEmpty() && !m_folders.contains(folder)) {
        m_folders.insert(folder);
        folder = beforeLastPart(folder);
    }
}

bool BlobsSent::isAnyIn(const QByteArray &folder) const
{
    const QMutexLocker lock(&m_mutex);
    return m_folders.contains(folder);
}

const FactSet &BlobsSent::files()
{
    const QMutexLocker lock(&m_mutex);
    m_files.seal();
    return m_files;
}

} // namespace engine
