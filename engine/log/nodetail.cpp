// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/nodetail.h"

#include "engine/log/doublingtimer.h"
#include "engine/log/stalledtails.h"
#include "engine/remote/scripttext.h"

namespace engine {

namespace {

using namespace std::chrono_literals;

// Delays of a restart of the stream, so that the files of one job, or of many jobs at once, need only one restart.
constexpr auto shortGathering = 10ms;
constexpr auto longGathering = 250ms;

} // namespace

NodeTail::NodeTail(std::shared_ptr<RemoteHost> host, std::shared_ptr<SpoolQuota> quota,
                   std::shared_ptr<LogReaders> readers, std::chrono::milliseconds firstDelay)
    : m_host(std::move(host)), m_quota(std::move(quota)), m_readers(std::move(readers)),
      m_stalled(new StalledTails(firstDelay, this)), m_soon(new QTimer(this)),
      m_retry(new DoublingTimer(firstDelay, this))
{
    m_soon->setSingleShot(true);
    connect(m_soon, &QTimer::timeout, this, &NodeTail::launch);
    connect(m_retry, &QTimer::timeout, this, &NodeTail::launch);
    connect(m_stalled, &StalledTails::due, this, &NodeTail::askSoon);
}

NodeTail::~NodeTail() = default;

void NodeTail::add(quint64 id, const FollowSpec &spec)
{
    m_tails.emplace(id, std::make_unique<LogTail>(spec, m_readers));
    askSoon();
}

void NodeTail::finish(quint64 id)
{
    const auto found = m_tails.find(id);
    if (found == m_tails.end())
        return;
    found->second->finish();
    askSoon();
}

void NodeTail::stop(quint64 id)
{
    m_stalled->remove(id);
    if (m_tails.erase(id) > 0)
        askSoon();
}

void NodeTail::retryNow()
{
    if (!m_retry->isActive() && m_stalled->isEmpty())
        return;
    m_retry->reset();
    m_stalled->clear();
    launch();
}

void NodeTail::askSoon()
{
    const bool isOften = m_sinceLaunch.isValid() && !m_sinceLaunch.hasExpired((2 * longGathering).count());
    if (!m_soon->isActive())
        m_soon->start(isOften ? longGathering : shortGathering);
}

void NodeTail::launch()
{
    m_retry->stop();
    dropProcess();
    m_asked.clear();
    static const QByteArray functions = scriptToRun(QLatin1StringView("follow.sh"));
    QByteArray script = functions;
    for (const auto &[id, tail] : m_tails) {
        if (m_stalled->contains(id))
            continue;
        const Result<QByteArray> call = tail->call(int(m_asked.size()));
        if (!call) {
            stall(id, call.error());
            continue;
        }
        script += *call;
        m_asked.push_back(id);
    }
    m_soon->stop(); // stalled files are not in the script, so there is nothing more to start
    if (m_asked.empty())
        return;
    script += "bd_follow\n";
    m_parser = {};
    m_sinceLaunch.start();
    m_process = m_host->stream({.script = script, .input = {}});
    connect(m_process.get(), &RemoteProcess::readyRead, this, &NodeTail::receive);
    connect(m_process.get(), &RemoteProcess::finished, this, &NodeTail::endProcess);
}

void NodeTail::receive(const QByteArray &bytes)
{
    if (m_parser.feed(bytes, [this](const TailWord &word) { handle(word); }))
        return;
    dropProcess();
    m_retry->startNext();
}

void NodeTail::handle(const TailWord &word)
{
    if (word.index >= int(m_asked.size()))
        return;
    const quint64 id = m_asked.at(size_t(word.index));
    const auto found = m_tails.find(id);
    if (found == m_tails.end())
        return;
    const LogTail::News news = found->second->handle(word);
    if (news.newBytes > 0) {
        m_retry->reset(); // after progress, an interruption counts as the first
        if (const Result<void> kept = m_quota->add(found->second->spec().spoolPath, news.newBytes); !kept)
            emit stalled(id, kept.error());
    }
    if (news.mustAskAnew || news.failed)
        askSoon();
    if (news.hasAppeared)
        emit appeared(id);
    if (news.stalled)
        return stall(id, *news.stalled);
    if (!news.completed && !news.failed)
        return;
    m_tails.erase(found);
    if (news.completed)
        emit completed(id, *news.completed);
    else
        emit failed(id, *news.failed);
}

void NodeTail::stall(quint64 id, const Error &error)
{
    const bool isNews = m_stalled->add(id);
    askSoon(); // restarts the stream without this file
    if (isNews)
        emit stalled(id, error);
}

void NodeTail::endProcess()
{
    dropProcess();
    if (m_tails.size() > m_stalled->count() && !m_soon->isActive())
        m_retry->startNext();
}

void NodeTail::dropProcess()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process.release()->deleteLater(); // this may run within a signal of the process
}

} // namespace engine
