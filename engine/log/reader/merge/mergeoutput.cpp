// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/mergeoutput.h"

#include "engine/log/reader/merge/mergeinput.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr auto progressStep = std::chrono::milliseconds(100);
constexpr auto progressRest = std::chrono::seconds(2);
constexpr qint64 writtenAtOnce = 256 * 1024;

// Of the 256 colours of terminals: distinguishable on black and on white, and without red, which means an error.
constexpr std::array colours{33, 208, 35, 170, 37, 136, 105, 70, 173, 74, 141, 179, 30, 205, 66, 100};

QByteArray arrivalText(qint64 ms)
{
    static thread_local qint64 second = -1;
    static thread_local QByteArray text;
    if (ms == MergeInput::beginning)
        return "             ";
    if (ms / 1000 != second) {
        second = ms / 1000;
        text = QDateTime::fromMSecsSinceEpoch(ms).toString(u"hh:mm:ss."_s).toLatin1();
    }
    return text + QByteArray::number(1000 + ms % 1000).last(3) + ' ';
}

} // namespace

MergeOutput::MergeOutput(const QList<LogMerge::Source> &sources, const QString &folder, qint64 mostOnDisk)
    : m_folder(folder), m_mostOnDisk(mostOnDisk), m_file(folder)
{
    qsizetype width = 0;
    for (const LogMerge::Source &source : sources)
        width = std::max(width, source.label.size());
    for (const LogMerge::Source &source : sources) {
        const int colour = colours[std::size_t(std::max(0, source.colour)) % colours.size()];
        m_labels.append("\x1b[38;5;" + QByteArray::number(colour) + 'm' + source.label.leftJustified(width).toUtf8()
                        + " │\x1b[0m ");
    }
}

std::optional<Error> MergeOutput::error() const
{
    return m_file.error() == 0 ? std::nullopt : std::optional(error(m_file.error()));
}

Error MergeOutput::error(int number) const
{
    const bool isFull = number == ENOSPC || number == EDQUOT;
    const char *words = QT_TRANSLATE_NOOP("engine", "The logs cannot be merged in %1. Look at them one by one.");
    if (isFull)
        words = QT_TRANSLATE_NOOP("engine",
                                  "There is no room in %1 to merge these logs. Free some of it, or look at them one "
                                  "by one.");
    return Error::of(ErrorCode::IoError, {words, {m_folder}}, m_folder, qt_error_string(number));
}

bool MergeOutput::isMuchGathered() const
{
    return qint64(m_text.size()) >= writtenAtOnce;
}

void MergeOutput::appendLine(std::size_t index, MergeInput &input, const std::function<bool()> &write)
{
    endProgress(index);
    if (const qint64 skipped = input.takeSkipped(); skipped > 0) {
        appendName(index, input);
        m_text += "[Batchdeck: the " + QByteArray::number(skipped)
            + " bytes before this are not merged, as these logs are too large for that. Its own log has them.]\n";
    }
    appendName(index, input);
    input.lines().appendTo(m_text, write);
}

void MergeOutput::appendName(std::size_t index, const MergeInput &input)
{
    if (m_showsTimes)
        m_text += arrivalText(input.key());
    m_text += m_labels[qsizetype(index)];
}

// Writes a state of the progress without a newline; the next state or the whole line replaces it.
bool MergeOutput::showProgress(std::size_t index, MergeInput &input)
{
    if (m_progress && *m_progress != index)
        return false;
    const std::optional<QByteArray> state = input.lines().newProgress();
    if (!state)
        return false;
    if (m_progress)
        m_text += '\r';
    appendName(index, input);
    m_text += *state;
    m_progress = index;
    m_nextProgress = std::chrono::steady_clock::now() + progressStep;
    return true;
}

void MergeOutput::endProgress(std::size_t by)
{
    if (!m_progress)
        return;
    m_text += *m_progress == by ? '\r' : '\n';
    if (*m_progress != by) // the state stays as a line; the pause avoids one such line for each line of busy logs
        m_nextProgress = std::chrono::steady_clock::now() + progressRest;
    m_progress.reset();
}

bool MergeOutput::write()
{
    if (!m_file.append(m_text) || !m_file.keepBelow(m_mostOnDisk))
        return false;
    m_text.resize(0); // keeps the capacity
    return true;
}

} // namespace engine
