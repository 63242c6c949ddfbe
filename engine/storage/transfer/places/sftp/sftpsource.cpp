// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpsource.h"

#include "engine/api/paths.h"
#include "engine/base/bytes.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/sftp/sftpreceiver.h"
#include "engine/storage/transfer/places/sftp/sftpstagewriter.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <QDateTime>

namespace engine {

/// Reads parts of large files. Blocks of zeros become holes, as SFTP does not tell where holes are.
class SftpSource::Line final : public PartLane
{
public:
    Line(SftpSource &source, SftpClient &client, StageWriter &writer)
        : PartLane(source.m_context, source.m_parts, writer), m_client(client)
    {
    }

private:
    Result<void> bring(const PartQueue::Part &part) override
    {
        m_mib = part.first;
        m_buffer.clear();
        int trouble = 0;
        const qint64 length = qMin((part.first + part.count) * mebi, m_entry.size) - part.first * mebi;
        const Result<qint64> got = readBytes(m_handle, part.first * mebi, length, [&](QByteArrayView bytes) {
            m_context.pacer.wait(bytes.size());
            m_context.counters.bytesSent += bytes.size();
            trouble = take(bytes);
            return trouble == 0;
        });
        if (m_client.isBroken())
            return m_client.broken();
        if (trouble != 0)
            return told(trouble);
        if (!got)
            return spoil(got.error().message.englishText());
        return *got == length ? checkFacts() : spoil(changedWhileBrought());
    }

    Result<void> end() override
    {
        m_handle = {};
        return endParts();
    }

    Result<void> begin() override
    {
        auto handle = m_client.openFile(pathFromBytes(QByteArray(m_context.plan.folder + '/' + m_entry.path)),
                                        SftpClient::ForRead);
        if (!handle)
            return m_client.isBroken() ? Result<void>(m_client.broken()) : spoil(handle.error().message.englishText());
        m_handle = std::move(*handle);
        const auto begun = beginParts();
        return begun && !m_isBad ? checkFacts() : begun;
    }

    Result<void> checkFacts()
    {
        const Result<SftpAttributes> now = m_client.stat(m_handle);
        if (m_client.isBroken())
            return m_client.broken();
        return now && isAsListed(m_entry, *now) ? Result<void>() : spoil(changedWhileBrought());
    }

    int take(QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            const qint64 size = qMin(mebi, m_entry.size - m_mib * mebi);
            const auto piece = qMin<qint64>(size - m_buffer.size(), bytes.size());
            m_buffer += bytes.first(piece);
            bytes = bytes.sliced(piece);
            if (m_buffer.size() < size)
                continue;
            int number = isEmptyBlock(m_buffer) ? m_writer.putHole(m_mib * mebi, size)
                                                : m_writer.putBlock(m_mib * mebi, m_buffer);
            if (number == 0)
                number = m_writer.endMebibyte(m_mib++);
            if (number != 0)
                return number;
            m_context.counters.bytesDone += size;
            m_buffer.clear();
        }
        return 0;
    }

    SftpClient &m_client;
    SftpHandle m_handle;
    qint64 m_mib = 0; // that is being filled
    QByteArray m_buffer;
};

Result<void> SftpSource::begin()
{
    const auto client = m_session->sftp();
    if (!client)
        return lacksTools(client.error());
    m_client = *client;
    const auto found = lookUp(*m_client, m_context.plan.folder, m_context.plan.names);
    if (!found)
        return found.error();
    QByteArrayList missing;
    for (qsizetype i = 0; i < m_context.plan.names.size(); ++i) {
        if (!found->at(i))
            missing.append(m_context.plan.names.at(i));
    }
    return leaveOutMissing(m_context, missing);
}

Result<void> SftpSource::list(SourceList &list, const SourceList::Take &take)
{
    const auto trouble = [this](const QByteArray &path, const QString &words) {
        if (m_context.failed.add(path, words))
            ++m_context.counters.filesTotal;
    };
    return SourceList::whole(m_context.plan, take,
                             [&](const SourceList::Take &each) { return fill(list, each, trouble); });
}

Result<void> SftpSource::fill(SourceList &list, const SourceList::Take &take, const SftpTree::Trouble &trouble)
{
    const TransferPlan &plan = m_context.plan;
    return list.gather(plan, take, [&](const SourceList::Add &add) {
        return SftpTree(*m_client, plan.mostEntries, trouble).list(plan.folder, plan.names, add);
    });
}

class SftpSource::Lane final : public Reader
{
public:
    Lane(SftpSource &source, std::shared_ptr<SftpClient> client) : m_source(source), m_client(std::move(client)) { }

    Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) override
    {
        SftpReceiver receiver(*m_client, m_source.m_context, writer);
        while (const auto batch = queue.pop()) {
            if (const auto received = receiver.receive(*batch); !received)
                return received;
        }
        return {};
    }

    Result<void> readParts(StageWriter &writer) override { return Line(m_source, *m_client, writer).run(); }

private:
    SftpSource &m_source;
    std::shared_ptr<SftpClient> m_client;
};

Result<std::unique_ptr<Reader>> SftpSource::openReader(size_t lane)
{
    const auto session = sessionOf(lane);
    if (!session)
        return session.error();
    const auto client = (*session)->sftp();
    if (!client)
        return client.error();
    return std::unique_ptr<Reader>(std::make_unique<Lane>(*this, *client));
}

// SFTP tells no time but those of files. A move may make a folder beside the sources to see its time. A copy must not,
// and assumes that the machine's clock is set.
Result<ClockOffset> SftpSource::clock()
{
    constexpr ClockOffset ofAServer{-60, 60};
    if (!m_context.plan.removesSources)
        return ofAServer;
    const QString probe = pathFromBytes(QByteArray(m_context.plan.folder + '/' + m_context.plan.stage + ".clock"));
    (void)m_client->removeFolder(probe); // left by a run that was killed
    const qint64 askedMs = QDateTime::currentMSecsSinceEpoch();
    const auto made = m_client->makeFolder(probe, stageFolderMode);
    const auto seen = made ? m_client->lstat(probe) : Result<SftpAttributes>(made.error());
    const qint64 answeredMs = QDateTime::currentMSecsSinceEpoch();
    if (made)
        (void)m_client->removeFolder(probe);
    if (m_client->isBroken())
        return m_client->broken();
    return seen && seen->times ? ClockOffset::seen(askedMs, qint64(seen->times->modified), answeredMs)
                               : ClockOffset::any();
}

Result<void> SftpSource::removeArrived(const FactSet &placed)
{
    SourceList now(m_context.plan);
    const auto alreadyTold = [](const QByteArray &, const QString &) {};
    ArrivedSources arrived(m_context, placed);
    const auto look = [&arrived](const TreeEntry &entry) { arrived.look(entry); };
    if (const auto listed = fill(now, look, alreadyTold); !listed)
        return listed;
    const auto removed = engine::removeArrived(*m_client, now, m_context, arrived);
    arrived.tell();
    return removed;
}

} // namespace engine
