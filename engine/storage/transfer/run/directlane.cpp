// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/directlane.h"

#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/places/shell/machineparts.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr qint64 mostDirectPartMiB = 8;
constexpr qint64 mostMiB = 16; // unconfirmed at once
constexpr size_t mostDirectAsked = 16;
// Parts are sized to take about this long, as each shows progress, waits for the limit, and is lost with the
// connection.
constexpr auto shortPart = 250ms;
constexpr auto longPart = 1000ms; // with the wait for the limit
constexpr qsizetype longestLine = 64 * 1024;
constexpr qsizetype lineReadBytes = 4096;

QByteArray directCall(const char *function, const QByteArrayList &words)
{
    return transferCall(":", {}) + scriptCall("direct.sh", function, words);
}

// Checks words that go into configurations of ssh.
bool isMatch(const char *pattern, const QByteArray &word)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1StringView(pattern)))
        .match(QString::fromLatin1(word))
        .hasMatch();
}

bool isKey(const QByteArray &type, const QByteArray &key)
{
    return type == "ssh-ed25519" && isMatch("[A-Za-z0-9+/]{40,200}=*", key);
}

bool isPort(const QByteArray &word)
{
    const int port = word.toInt();
    return port >= 20000 && port < 32000;
}

} // namespace

Result<void> DirectLane::End::begin(const QByteArray &call)
{
    heard.clear();
    auto started = session ? session->start(call) : Result<std::unique_ptr<BulkCommand>>(connectionClosed());
    if (!started) {
        auto opened = sessions.open();
        if (!opened)
            return opened.error();
        session = *opened;
        started = session->start(call);
    }
    if (!started)
        return started.error();
    command = *std::move(started);
    return {};
}

bool DirectLane::End::say(const QByteArray &line)
{
    return bool(command->write(QByteArray(line + '\n')));
}

std::optional<QByteArray> DirectLane::End::hear()
{
    qsizetype end = 0;
    while ((end = heard.indexOf('\n')) < 0 && heard.size() < longestLine) {
        const Result<QByteArray> some = command->read(lineReadBytes);
        if (!some || some->isEmpty())
            return std::nullopt;
        heard += *some;
    }
    if (end < 0)
        return std::nullopt;
    const QByteArray line = heard.first(end);
    heard.remove(0, end + 1);
    return line;
}

bool DirectLane::isLost(const QByteArray &words)
{
    if (m_words.isEmpty())
        m_words = harmlessEnd(words.trimmed(), 300);
    return false;
}

// The words behind "@bd WORD". Other output before that is a banner.
std::optional<QByteArrayList> DirectLane::await(End &end, const char *word)
{
    const QByteArray mark = "@bd " + QByteArray(word);
    while (const auto line = end.hear()) {
        if (*line == mark || line->startsWith(QByteArray(mark + ' ')))
            return line->sliced(mark.size()).trimmed().split(' ');
        for (const char *no : {"@bd no ", "@bd cut "}) {
            if (line->startsWith(no)) {
                (void)isLost(line->sliced(qsizetype(qstrlen(no))));
                return std::nullopt;
            }
        }
    }
    return std::nullopt;
}

bool DirectLane::open()
{
    m_file.reset();
    m_mebibytes = 0;
    m_hasCarried = false;
    m_words.clear();
    if (const auto begun = m_source.begin(directCall("bd_give", {m_context.plan.folder})); !begun)
        return isLost(begun.error().message.englishText().toUtf8());
    const auto key = await(m_source, "key");
    if (!key || key->size() != 2 || !isKey(key->at(0), key->at(1)))
        return isLost("no key was made on the source");
    const QByteArrayList words = QByteArrayList{m_context.stagePath()} + *key;
    if (const auto begun = m_target.begin(directCall("bd_door", words)); !begun)
        return isLost(begun.error().message.englishText().toUtf8());
    const auto door = await(m_target, "door");
    if (!door || door->size() != 4 || !isPort(door->at(0)) || !isKey(door->at(1), door->at(2))
        || !isMatch("[A-Za-z0-9._-]{1,64}", door->at(3)))
        return isLost("the target opens no port");
    const QByteArray said = m_context.plan.targetAddress.value_or(QByteArray());
    const QByteArray address = said.isEmpty() ? m_target.session->address().toLatin1() : said;
    if (!isMatch("[A-Za-z0-9:][A-Za-z0-9.:_-]{0,254}", address))
        return isLost("the target has no address that others could reach");
    if (!m_source.say("go " + address + ' ' + door->join(' ')) || !await(m_source, "in") || !m_source.say("in"))
        return isLost("the machines cannot reach each other");
    return true;
}

Result<bool> DirectLane::carry(PartQueue &queue)
{
    Result<bool> carried = true;
    while (carried && *carried) {
        if (mayAsk()) {
            const auto waits = m_asked.empty() ? PartQueue::Waits::Yes : PartQueue::Waits::No;
            if (const auto part = queue.take(m_file, m_partMiB, waits)) {
                carried = ask(*part);
                continue;
            }
            if (m_asked.empty())
                return true;
        }
        carried = settleOldest(queue);
    }
    for (const Asked &asked : std::exchange(m_asked, {}))
        queue.giveBack(asked.part);
    return carried;
}

// Confirmed parts are counted and noted before the next one waits for the limit.
bool DirectLane::mayAsk() const
{
    return m_asked.empty()
        || (m_mebibytes < mostMiB && m_asked.size() < mostDirectAsked && !m_context.pacer.isHolding());
}

bool DirectLane::ask(const PartQueue::Part &part)
{
    const TreeEntry &file = part.file->entry;
    m_asked.push_back({part, part.count > 0 ? What::Part : What::Facts});
    if (part.count == 0)
        return m_source.say("facts " + inOctal(file.path)) || isLost();
    m_mebibytes += part.count;
    const bool isOther = std::exchange(m_file, part.file) != part.file;
    const QByteArray holes = file.heldBytes < file.size ? "sparse" : "-";
    if (isOther
        && (!m_source.say("file " + inOctal(file.path))
            || !m_target.say("file " + inOctal(m_context.targetPath(file.path)) + ' ' + holes)))
        return isLost();
    m_context.pacer.wait(part.bytes());
    m_context.counters.bytesSent += part.bytes();
    const QByteArray place = "part " + QByteArray::number(part.first) + ' ' + QByteArray::number(part.count);
    return (m_source.say(place + ' ' + QByteArray::number(part.bytes())) && m_target.say(place)) || isLost();
}

DirectLane::Asked *DirectLane::awaited(What what, bool Asked::*isHeard)
{
    const auto found = std::find_if(m_asked.begin(), m_asked.end(),
                                    [&](const Asked &asked) { return asked.what == what && !(asked.*isHeard); });
    return found == m_asked.end() ? nullptr : &*found;
}

bool DirectLane::hearSource()
{
    const auto line = m_source.hear();
    if (!line || line->startsWith("@bd cut"))
        return isLost(line ? line->sliced(qstrlen("@bd cut")) : QByteArray());
    const QByteArrayList words = line->split(' ');
    if (words.size() < 3 || words.at(0) != "@bd")
        return true; // output of the shell itself
    const bool isFacts = words.at(1) == "facts";
    Asked *asked = awaited(isFacts ? What::Facts : What::Part, &Asked::isGiven);
    if (!asked || (!isFacts && words.at(2).toLongLong() != asked->part.first))
        return isLost("the source gives what it was not asked for");
    asked->isGiven = true;
    asked->isBad = isFacts ? !isAsListed(asked->part.file->entry, words.sliced(2).join(' ')) : words.at(1) != "part";
    return true;
}

Result<bool> DirectLane::hearTarget()
{
    const auto line = m_target.hear();
    if (!line || line->startsWith("@bd cut"))
        return isLost();
    if (line->startsWith("@bd failed "))
        return couldNot(line->sliced(qstrlen("@bd failed ")));
    const bool isPart = line->startsWith("@bd part ");
    if (!isPart && *line != "@bd sealed" && *line != "@bd unsealed")
        return true;
    Asked *asked = awaited(isPart ? What::Part : What::Seal, &Asked::isTaken);
    if (!asked || (isPart && line->sliced(qstrlen("@bd part ")).toLongLong() != asked->part.first))
        return isLost("the target says what it was not asked for");
    asked->isTaken = true;
    asked->isBad |= *line == "@bd unsealed";
    return true;
}

Result<bool> DirectLane::settleOldest(PartQueue &queue)
{
    const What what = m_asked.front().what;
    while (what != What::Seal && !m_asked.front().isGiven) {
        if (!hearSource())
            return false;
    }
    while (what != What::Facts && !m_asked.front().isTaken) {
        if (const auto heard = hearTarget(); !heard || !*heard)
            return heard;
    }
    const Asked asked = m_asked.front();
    m_asked.pop_front();
    const TreeEntry &file = asked.part.file->entry;
    m_mebibytes -= asked.part.count;
    if (asked.isBad) {
        spoil(queue, asked);
    } else if (what == What::Part) {
        learn(asked);
        if (const auto whole = queue.done(asked.part))
            return ask(*whole);
    } else if (what == What::Facts) {
        m_asked.push_back({asked.part, What::Seal});
        return m_target.say("seal " + inOctal(m_context.targetPath(file.path)) + ' ' + QByteArray::number(file.size)
                            + ' ' + QByteArray::number(file.mode, 8) + ' ' + timeWord(file))
            || isLost();
    } else {
        ++m_context.counters.filesDone;
        queue.forget(asked.part.file);
    }
    return true;
}

void DirectLane::learn(const Asked &asked)
{
    m_hasCarried = true;
    const auto took = Clock::now() - asked.since;
    if (took < shortPart)
        m_partMiB = std::min(m_partMiB * 2, mostDirectPartMiB);
    else if (took > longPart)
        m_partMiB = std::max<qint64>(m_partMiB / 2, 1);
}

void DirectLane::spoil(PartQueue &queue, const Asked &asked)
{
    m_context.reasons.note(m_context.targetPath(asked.part.file->entry.path),
                           asked.what == What::Seal ? u"its length, permissions or time could not be set"_s
                                                    : changedOrUnread());
    queue.forget(asked.part.file);
}

void DirectLane::end()
{
    for (End *end : {&m_source, &m_target}) {
        if (end->command && end->command->closeInput())
            (void)end->command->finish();
        end->command.reset();
    }
}

} // namespace engine
