// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/states.h"

#include <array>
#include <utility>

namespace engine {

namespace {

template <typename Enum, size_t size>
QString wordOf(const std::array<std::pair<Enum, const char *>, size> &words, Enum value)
{
    for (const auto &[known, word] : words) {
        if (known == value)
            return QString::fromLatin1(word);
    }
    return {};
}

template <typename Enum, size_t size>
Enum valueOf(const std::array<std::pair<Enum, const char *>, size> &words, QStringView word)
{
    for (const auto &[value, known] : words) {
        if (word == QLatin1StringView(known))
            return value;
    }
    return words.front().first;
}

constexpr std::array<std::pair<JobState, const char *>, 5> jobStates{{{JobState::Queued, "queued"},
                                                                      {JobState::Running, "running"},
                                                                      {JobState::Terminating, "terminating"},
                                                                      {JobState::Succeeded, "succeeded"},
                                                                      {JobState::Failed, "failed"}}};
constexpr std::array<std::pair<JobPhase, const char *>, 7> jobPhases{{{JobPhase::None, "none"},
                                                                      {JobPhase::Staging, "staging"},
                                                                      {JobPhase::Mounting, "mounting"},
                                                                      {JobPhase::Preparing, "preparing"},
                                                                      {JobPhase::Starting, "starting"},
                                                                      {JobPhase::Executing, "executing"},
                                                                      {JobPhase::Collecting, "collecting"}}};
constexpr std::array<std::pair<LinkState, const char *>, 5> linkStates{
    {{LinkState::Offline, "offline"},
     {LinkState::Connecting, "connecting"},
     {LinkState::Online, "online"},
     {LinkState::Degraded, "degraded"},
     {LinkState::NeedsAttention, "needs-attention"}}};
constexpr std::array<std::pair<ConnectStep, const char *>, 6> connectSteps{{{ConnectStep::Resolve, "resolve"},
                                                                            {ConnectStep::Connect, "connect"},
                                                                            {ConnectStep::HostKey, "host-key"},
                                                                            {ConnectStep::Authenticate, "authenticate"},
                                                                            {ConnectStep::Probe, "probe"},
                                                                            {ConnectStep::Ready, "ready"}}};
constexpr std::array<std::pair<NodeState, const char *>, 6> nodeStates{{{NodeState::Allocated, "allocated"},
                                                                        {NodeState::Preparing, "preparing"},
                                                                        {NodeState::Idle, "idle"},
                                                                        {NodeState::Running, "running"},
                                                                        {NodeState::Leaving, "leaving"},
                                                                        {NodeState::Unusable, "unusable"}}};

} // namespace

QString toString(JobState state)
{
    return wordOf(jobStates, state);
}
QString toString(JobPhase phase)
{
    return wordOf(jobPhases, phase);
}
QString toString(LinkState state)
{
    return wordOf(linkStates, state);
}
QString toString(ConnectStep step)
{
    return wordOf(connectSteps, step);
}
QString toString(NodeState state)
{
    return wordOf(nodeStates, state);
}
JobState jobStateFromString(QStringView word)
{
    return valueOf(jobStates, word);
}
JobPhase jobPhaseFromString(QStringView word)
{
    return valueOf(jobPhases, word);
}
LinkState linkStateFromString(QStringView word)
{
    return valueOf(linkStates, word);
}
ConnectStep connectStepFromString(QStringView word)
{
    return valueOf(connectSteps, word);
}
NodeState nodeStateFromString(QStringView word)
{
    return valueOf(nodeStates, word);
}

} // namespace engine
