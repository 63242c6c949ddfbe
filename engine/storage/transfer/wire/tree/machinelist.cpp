// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/machinelist.h"

#include "engine/storage/transfer/wire/plan/runsessions.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <archive.h>

#include <memory>

namespace engine {

namespace {

constexpr qsizetype listReadBytes = 256 * 1024;

/// The output of a command, which may be compressed by gzip.
class UnpackedOutput final
{
    Q_DISABLE_COPY_MOVE(UnpackedOutput)

public:
    UnpackedOutput(BulkCommand &command, const QByteArray &first)
        : m_command(command), m_block(first), m_archive(archive_read_new())
    {
        archive_read_support_filter_gzip(m_archive.get());
        archive_read_support_format_raw(m_archive.get());
        archive_read_support_format_empty(m_archive.get());
    }

    Result<QByteArray> next() ///< empty at the end
    {
        const auto more = [](archive *, void *self, const void **bytes) {
            return static_cast<UnpackedOutput *>(self)->more(bytes);
        };
        archive_entry *entry = nullptr;
        if (!std::exchange(m_isOpen, true)
            && (archive_read_open(m_archive.get(), this, nullptr, more, nullptr) != ARCHIVE_OK
                || archive_read_next_header(m_archive.get(), &entry) != ARCHIVE_OK))
            return failure();
        QByteArray some(listReadBytes, Qt::Uninitialized);
        const la_ssize_t length = archive_read_data(m_archive.get(), some.data(), size_t(some.size()));
        if (length <= 0)
            return failure();
        some.truncate(length);
        return some;
    }

private:
    struct Free
    {
        void operator()(archive *reader) const { archive_read_free(reader); }
    };

    la_ssize_t more(const void **bytes)
    {
        if (std::exchange(m_hasBegun, true) || m_block.isEmpty()) {
            Result<QByteArray> some = m_command.read(listReadBytes);
            if (!some) {
                m_trouble = some.error();
                return -1;
            }
            m_block = *std::move(some);
        }
        *bytes = m_block.constData();
        return m_block.size();
    }

    [[nodiscard]] Result<QByteArray> failure() const
    {
        if (m_trouble)
            return *m_trouble;
        return archive_errno(m_archive.get()) == 0 ? Result<QByteArray>(QByteArray()) : endedEarly();
    }

    BulkCommand &m_command;
    QByteArray m_block;
    bool m_hasBegun = false; // false: m_block is the first block
    std::unique_ptr<archive, Free> m_archive;
    std::optional<Error> m_trouble;
    bool m_isOpen = false;
};

} // namespace

Result<void> readList(BulkSession &session, const char *list, const QByteArrayList &words, ManifestReader &reader,
                      const std::function<Result<void>(const QByteArray &bytes)> &each)
{
    const bool isFar = isHighLatency(session.roundTrip());
    auto command =
        session.start(isFar ? transferCall("bd_pressed", QByteArrayList{list} + words) : transferCall(list, words));
    if (!command)
        return command.error();
    if (const auto closed = (*command)->closeInput(); !closed)
        return closed;
    return readList(**command, {}, reader, each);
}

Result<void> readList(BulkCommand &command, const QByteArray &first, ManifestReader &reader,
                      const std::function<Result<void>(const QByteArray &bytes)> &each)
{
    UnpackedOutput output(command, first);
    while (true) {
        const Result<QByteArray> some = output.next();
        if (!some)
            return some.error();
        if (some->isEmpty())
            break;
        if (const auto read = reader.feed(*some); !read)
            return read;
        if (const auto taken = each ? each(*some) : Result<void>(); !taken)
            return taken;
    }
    const Result<CommandResult> ended = command.finish();
    if (!ended)
        return ended.error();
    return ended->isKilled() ? Result<void>(endedEarly()) : Result<void>();
}

namespace {

// \a read reads a list, as readList() does.
template <class Read> Result<void> readEntries(const ManifestReader::Take &take, qint64 most, const Read &read)
{
    qint64 entries = 0;
    ManifestReader reader([&](TreeEntry &&entry) {
        if (++entries <= most)
            take(std::move(entry));
    });
    return read(reader,
                [&](const QByteArray &) { return entries > most ? Result<void>(listsTooMuch(most)) : Result<void>(); });
}

} // namespace

Result<void> readManifest(BulkSession &session, const char *list, const QByteArrayList &words,
                          const ManifestReader::Take &take, qint64 most)
{
    return readEntries(take, most,
                       [&](auto &reader, const auto &each) { return readList(session, list, words, reader, each); });
}

Result<void> readManifest(BulkCommand &command, const QByteArray &first, const ManifestReader::Take &take, qint64 most)
{
    return readEntries(take, most,
                       [&](auto &reader, const auto &each) { return readList(command, first, reader, each); });
}

Result<void> readManifest(const QByteArray &list, const ManifestReader::Take &take, qint64 most)
{
    return readEntries(take, most, [&list](auto &reader, const auto &each) {
        const Result<void> read = reader.feed(list);
        return read ? each(list) : read;
    });
}

Error listsTooMuch(qint64 most)
{
    return {ErrorCode::CommandFailed,
            {QT_TRANSLATE_NOOP("engine", "The machine lists more than %1 files. Bring them in several transfers."),
             {QString::number(most)}}};
}

} // namespace engine
