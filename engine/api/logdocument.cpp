// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logdocument.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr qint64 chunkSize = 256 * 1024; // stays in the cache of a core between its two passes
constexpr size_t cachedBlocks = 8;

/// \a length without a UTF-8 character at the end that lacks bytes.
qsizetype wholeCharacters(const QByteArray &text)
{
    const qsizetype last = text.size() - 1;
    for (qsizetype back = 0; back < 3 && back <= last; ++back) {
        const auto byte = uchar(text[last - back]);
        if ((byte & 0xc0) == 0x80)
            continue;
        const int needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return needed > back + 1 ? last - back : text.size();
    }
    return text.size();
}

} // namespace

class LogDocument::Descriptor final
{
    Q_DISABLE_COPY_MOVE(Descriptor)

public:
    explicit Descriptor(const QByteArray &path) : number(::open(path.constData(), O_RDONLY | O_CLOEXEC)) { }
    ~Descriptor()
    {
        if (number >= 0)
            ::close(number);
    }

    const int number;
};

class LogDocument::Splitter final
{
public:
    explicit Splitter(qint64 offset) : m_offset(offset) { begin(offset); }
    /// Takes the bytes that follow those of the last call; the lines that ended go to \a ended.
    void take(const char *bytes, qint64 length, std::vector<Span> &ended)
    {
        const char *const end = bytes + length;
        const char *at = bytes;
        const char *carriage = find(bytes, end, '\r');
        while (const char *newline = find(at, end, '\n')) {
            carriage = takeCarriages(bytes, carriage, newline, end);
            endSegment(m_offset + (newline - bytes));
            ended.push_back(m_line);
            at = newline + 1;
            begin(m_offset + (at - bytes));
            if (at == end)
                break;
        }
        takeCarriages(bytes, carriage, end, end);
        m_offset += length;
    }

    [[nodiscard]] qint64 offset() const { return m_offset; }
    [[nodiscard]] qint64 lineBegin() const { return m_line.lineBegin; }
    /// The line that has not ended, as if it ended here.
    [[nodiscard]] Span openLine() const
    {
        Splitter copy = *this;
        copy.endSegment(m_offset);
        return copy.m_line;
    }

private:
    static const char *find(const char *begin, const char *end, char wanted)
    {
        return begin == end ? nullptr : static_cast<const char *>(std::memchr(begin, wanted, size_t(end - begin)));
    }

    const char *takeCarriages(const char *bytes, const char *carriage, const char *limit, const char *end)
    {
        while (carriage && carriage < limit) {
            endSegment(m_offset + (carriage - bytes));
            m_segmentBegin = m_offset + (carriage + 1 - bytes);
            carriage = find(carriage + 1, end, '\r');
        }
        return carriage;
    }

    void endSegment(qint64 end)
    {
        if (end > m_segmentBegin) // "\r\n", "\r\r" and a leading "\r" are no states of their own
            m_line = {m_line.lineBegin, m_segmentBegin, end, m_line.updates + 1};
    }

    void begin(qint64 offset)
    {
        m_segmentBegin = offset;
        m_line = {offset, offset, offset, 0};
    }

    qint64 m_offset = 0;
    qint64 m_segmentBegin = 0;
    Span m_line;
};

LogDocument::LogDocument(QString path) : m_path(std::move(path))
{
    restart();
}

LogDocument::~LogDocument() = default;

void LogDocument::restart()
{
    m_splitter = std::make_unique<Splitter>(0);
    m_blockBegins = {0};
    m_lastBlock.clear();
    m_cache.clear();
    m_size = 0;
}

LogDocument::Progress LogDocument::refresh(qint64 budget)
{
    Progress progress;
    const QByteArray name = QFile::encodeName(m_path);
    struct stat byName = {};
    struct stat opened = {};
    const bool isThere = ::stat(name.constData(), &byName) == 0;
    std::shared_ptr<Descriptor> file = m_file;
    const bool isSame = file && ::fstat(file->number, &opened) == 0 && opened.st_size >= m_size
        && (!isThere || (opened.st_ino == byName.st_ino && opened.st_dev == byName.st_dev));
    if (!isSame && (file || isThere)) {
        file = isThere ? std::make_shared<Descriptor>(name) : nullptr;
        if (file && (file->number < 0 || ::fstat(file->number, &opened) != 0))
            file = nullptr;
        const std::lock_guard lock(m_mutex);
        progress.isRestarted = m_size > 0;
        progress.isChanged = true;
        restart();
        m_file = file;
    }
    if (!file)
        return progress;

    const qint64 goal = std::min<qint64>(opened.st_size, m_size + budget);
    while (m_size < goal) {
        const QByteArray bytes = read(*file, m_size, std::min(chunkSize, goal - m_size));
        if (bytes.isEmpty())
            break;
        std::vector<Span> ended;
        const std::lock_guard lock(m_mutex);
        m_splitter->take(bytes.constData(), bytes.size(), ended);
        m_size = m_splitter->offset();
        adopt(ended);
        progress.isChanged = true;
    }
    progress.hasMore = m_size < opened.st_size && m_size >= goal;
    return progress;
}

void LogDocument::adopt(const std::vector<Span> &ended)
{
    for (size_t i = 0; i < ended.size(); ++i) {
        m_lastBlock.push_back(ended[i]);
        if (qint64(m_lastBlock.size()) < blockLines)
            continue;
        m_blockBegins.push_back(i + 1 < ended.size() ? ended[i + 1].lineBegin : m_splitter->lineBegin());
        m_lastBlock.clear();
    }
}

bool LogDocument::exists() const
{
    const std::lock_guard lock(m_mutex);
    return m_file != nullptr;
}

qint64 LogDocument::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_size;
}

qint64 LogDocument::lineCount() const
{
    const std::lock_guard lock(m_mutex);
    return endedLines() + (m_size > m_splitter->lineBegin() ? 1 : 0);
}

qint64 LogDocument::endedLines() const
{
    return qint64(m_blockBegins.size() - 1) * blockLines + qint64(m_lastBlock.size());
}

LogLine LogDocument::line(qint64 number) const
{
    const std::optional<Located> at = locate(number);
    if (!at)
        return {};
    LogLine result;
    result.updates = std::max(1, at->span.updates);
    result.isOpen = at->isOpen;
    result.isCut = at->span.end - at->span.begin > longestLine;
    result.text = read(*at->file, at->span.begin, std::min(at->span.end - at->span.begin, longestLine));
    if (result.isOpen || result.isCut)
        result.text.truncate(wholeCharacters(result.text));
    return result;
}

std::optional<LogDocument::Located> LogDocument::locate(qint64 number) const
{
    std::unique_lock lock(m_mutex);
    if (number < 0 || number > endedLines() || !m_file)
        return {};
    if (number == endedLines())
        return Located{m_file, m_splitter->openLine(), true};
    const qint64 block = number / blockLines;
    const auto index = size_t(number % blockLines);
    if (block + 1 == qint64(m_blockBegins.size()))
        return Located{m_file, m_lastBlock[index], false};
    const std::shared_ptr<Descriptor> file = m_file;
    auto cached = std::find_if(m_cache.begin(), m_cache.end(), [block](const auto &e) { return e.first == block; });
    if (cached == m_cache.end()) {
        const qint64 begin = m_blockBegins[size_t(block)];
        const qint64 end = m_blockBegins[size_t(block) + 1];
        lock.unlock(); // it reads the disk; another thread may do the same meanwhile, and both are right
        Block spans = scan(*file, begin, end);
        lock.lock();
        if (m_file != file)
            return {}; // it began anew
        if (m_cache.size() >= cachedBlocks)
            m_cache.erase(m_cache.begin());
        m_cache.emplace_back(block, std::move(spans));
        cached = std::prev(m_cache.end());
    }
    if (index >= cached->second.size())
        return {}; // somebody cut the file
    return Located{file, cached->second[index], false};
}

LogDocument::Block LogDocument::scan(const Descriptor &file, qint64 begin, qint64 end)
{
    Splitter splitter(begin);
    Block spans;
    while (splitter.offset() < end) {
        const QByteArray bytes = read(file, splitter.offset(), std::min(chunkSize, end - splitter.offset()));
        if (bytes.isEmpty())
            break;
        splitter.take(bytes.constData(), bytes.size(), spans);
    }
    return spans;
}

QByteArray LogDocument::blockBytes(qint64 block, qint64 limit) const
{
    std::shared_ptr<Descriptor> file;
    qint64 begin = 0;
    qint64 end = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (block < 0 || block >= qint64(m_blockBegins.size()) || !m_file)
            return {};
        file = m_file;
        begin = m_blockBegins[size_t(block)];
        end = block + 1 < qint64(m_blockBegins.size()) ? m_blockBegins[size_t(block) + 1] : m_size;
    }
    return end - begin > limit ? QByteArray() : read(*file, begin, end - begin);
}

QByteArray LogDocument::read(const Descriptor &file, qint64 begin, qint64 length)
{
    QByteArray bytes(length, Qt::Uninitialized);
    qint64 done = 0;
    while (done < length) {
        const ssize_t count = ::pread(file.number, bytes.data() + done, size_t(length - done), begin + done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += count;
    }
    bytes.truncate(done);
    return bytes;
}

} // namespace engine
