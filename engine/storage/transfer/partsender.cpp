// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partsender.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/hereerror.h"
#include "engine/storage/transfer/partline.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr qint64 pieceBytes = 256 * 1024; // stays in the processor's cache until it is sent

} // namespace

/// Sends parts of files over one session as they come.
class PartSender::Line final
{
public:
    Line(PartSender &sender, BulkSession &session) : m_sender(sender), m_line(session, sender.m_stage) { }

    Result<void> send(const Part &part)
    {
        if (!m_line.isOpen() || m_index != part.file) {
            if (const auto begun = begin(part.file); !begun || !m_file.isValid())
                return begun;
        }
        if (const auto put = m_line.announce(part.first, part.count); !put)
            return put;
        for (qint64 mib = part.first; mib < part.first + part.count; ++mib) {
            if (const auto put = sendMebibyte(mib); !put)
                return put;
        }
        return {};
    }

    Result<void> end()
    {
        if (!m_line.isOpen())
            return {};
        if (const auto ended = m_line.end(); !ended)
            return ended;
        if (!m_line.refusal().isEmpty())
            m_sender.spoil(m_index, m_line.refusal());
        if (m_file.isValid() && !isAsItWas(m_file.get(), m_entry))
            m_sender.spoil(m_index, QStringLiteral("it changed while it was sent"));
        return {};
    }

private:
    Result<void> begin(size_t index)
    {
        if (const auto ended = end(); !ended)
            return ended;
        m_index = index;
        m_entry = m_sender.m_files.at(index).entry;
        const auto begun = m_line.begin(m_sender.m_nameThere(m_entry.path), [this, index](qint64 first, qint64 count) {
            m_sender.note(index, first, count);
        });
        if (!begun)
            return begun;
        m_file = TreeFiles(m_sender.m_folder).open(m_entry.path);
        if (!m_file.isValid())
            m_sender.spoil(m_index, wordsOf(errno));
        return {};
    }

    Result<void> sendMebibyte(qint64 mib)
    {
        m_buffer.resize(pieceBytes);
        for (qint64 at = mib * mebi; at < (mib + 1) * mebi; at += pieceBytes) {
            const qsizetype have = readAt(at);
            std::memset(m_buffer.data() + have, 0, size_t(pieceBytes - have)); // cut off again by bd_seal
            m_sender.m_pacer.wait(pieceBytes);
            m_sender.m_counters.bytesSent += pieceBytes;
            if (const auto put = m_line.write(m_buffer); !put)
                return put;
            // told at once, though it counts only when the machine says so: a part may take seconds
            m_sender.m_counters.bytesDone += qBound<qint64>(0, m_entry.size - at, pieceBytes);
        }
        return {};
    }

    qsizetype readAt(qint64 at)
    {
        qsizetype have = 0;
        while (have < pieceBytes) {
            const ssize_t got = ::pread(m_file.get(), m_buffer.data() + have, size_t(pieceBytes - have), at + have);
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                m_sender.spoil(m_index, wordsOf(errno));
            if (got <= 0)
                break;
            have += got;
        }
        return have;
    }

    PartSender &m_sender;
    PartLine m_line;
    size_t m_index = 0;
    TreeEntry m_entry;
    UniqueFd m_file;
    QByteArray m_buffer;
};

PartSender::PartSender(QByteArray folder, QByteArray stage, qint64 partMiB, PartJournal &journal,
                       TransferCounters &counters, FailedFiles &failed, Pacer &pacer,
                       std::function<QByteArray(const QByteArray &)> nameThere, HearTrouble hear)
    : m_folder(std::move(folder)), m_stage(std::move(stage)), m_partMiB(partMiB), m_journal(journal),
      m_counters(counters), m_failed(failed), m_pacer(pacer), m_nameThere(std::move(nameThere)), m_hear(std::move(hear))
{
}

Result<void> PartSender::send(BulkSession &session)
{
    Line line(*this, session);
    while (const auto part = take()) {
        if (const auto sent = line.send(*part); !sent)
            return sent;
    }
    return line.end();
}

std::optional<PartSender::Part> PartSender::take()
{
    const std::lock_guard lock(m_mutex);
    for (; m_current < m_files.size(); ++m_current, m_open.reset()) {
        File &file = m_files[m_current];
        if (!m_open.isValid())
            m_open = TreeFiles(m_folder).open(file.entry.path);
        if (!m_open.isValid() && !file.isBad) {
            file.isBad = true;
            m_failed.add(file.entry.path, wordsOf(errno));
        }
        if (file.isBad)
            continue;
        if (const auto part = takeOf(m_current, m_open.get()))
            return part;
    }
    return std::nullopt;
}

// The next run of MiB that hold data and were not written yet. What is a hole stays one.
std::optional<PartSender::Part> PartSender::takeOf(size_t index, int descriptor)
{
    File &file = m_files[index];
    const qint64 end = (file.entry.size + mebi - 1) / mebi;
    while (file.next < end) {
        const qint64 noted = m_journal.run(file.entry, file.next);
        if (noted > 0) {
            m_counters.spare(qMin(noted * mebi, file.entry.size - file.next * mebi));
            file.next += noted;
            continue;
        }
        if (file.next >= file.dataEnd) {
            const off_t data = ::lseek(descriptor, file.next * mebi, SEEK_DATA);
            const qint64 first = data < 0 ? (errno == ENXIO ? end : file.next) : qint64(data) / mebi;
            if (first > file.next) {
                m_counters.spare(qMin((first - file.next) * mebi, file.entry.size - file.next * mebi));
                file.next = first;
                continue;
            }
            const off_t hole = ::lseek(descriptor, qMax<off_t>(data, file.next * mebi), SEEK_HOLE);
            file.dataEnd = hole < 0 ? end : std::clamp((qint64(hole) + mebi - 1) / mebi, file.next + 1, end);
        }
        const qint64 open = noted < -m_partMiB ? m_partMiB : -noted;
        const qint64 count = std::max<qint64>(1, std::min({file.dataEnd - file.next, m_partMiB, open}));
        return Part{index, std::exchange(file.next, file.next + count), count};
    }
    return std::nullopt;
}

// Of one that could not be read what was sent may be zeros, which a later run must not believe.
void PartSender::note(size_t index, qint64 first, qint64 count)
{
    const std::lock_guard lock(m_mutex);
    if (!m_files[index].isBad)
        m_journal.add(m_files[index].entry, first, count);
}

void PartSender::spoil(size_t index, const QString &why)
{
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_files[index].isBad, true))
        m_failed.addSpoiled(m_nameThere(m_files[index].entry.path), why);
}

Result<void> PartSender::seal(BulkSession &session)
{
    m_current = 0;
    std::vector<TreeEntry> whole;
    for (File &file : std::exchange(m_files, {})) {
        if (file.isBad)
            continue;
        file.entry.path = m_nameThere(file.entry.path);
        whole.push_back(std::move(file.entry));
    }
    qint64 count = qint64(whole.size());
    const auto sealed = sealParts(session, m_stage, whole, [&](const EntryTrouble &trouble) {
        count -= !trouble.isNote;
        m_hear(trouble);
    });
    if (sealed)
        m_counters.filesDone += count;
    return sealed;
}

} // namespace engine
