// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/resource/states.h"

#include <QDateTime>
#include <QStringList>

#include <chrono>
#include <optional>

/// Texts of values. Pure functions; translated, in the user's locale.
namespace models {

[[nodiscard]] QString word(engine::JobState state);
[[nodiscard]] QString word(engine::JobPhase phase);
[[nodiscard]] QString word(engine::JobState state, engine::JobPhase phase); ///< the phase, unless the command executes
[[nodiscard]] QString word(engine::NodeState state);
[[nodiscard]] QString word(engine::LinkState state);
[[nodiscard]] QString word(engine::NodeState state,
                           engine::LinkState link); ///< the link's word, unless the machine is online
/// word() of each value of \a State.
template <typename State> [[nodiscard]] QStringList everyWord()
{
    QStringList words;
    for (size_t value = 0; value < engine::enumWords<State>.size(); ++value)
        words.append(word(State(value)));
    return words;
}
[[nodiscard]] bool isReached(engine::LinkState link);
/// "1,317".
[[nodiscard]] QString number(qint64 value);
/// For texts of QT_TRANSLATE_NOOP("models", …): \a one, or \a many with the count as %1.
[[nodiscard]] QString counted(qint64 count, const char *one, const char *many);
[[nodiscard]] QString counted(qint64 count, engine::ResourceKind kind); ///< "1 job", "5 jobs"
/// "00:12:41"; from one day on "2 d 03:10".
[[nodiscard]] QString duration(std::chrono::milliseconds value);
/// Memory: "41.2 GiB".
[[nodiscard]] QString memory(qint64 bytes);
/// Files: decimal, "13.6 GB".
[[nodiscard]] QString fileSize(qint64 bytes);
/// "37 %"; empty without \a value.
[[nodiscard]] QString percentText(std::optional<double> value);
/// Today "14:02", this week "Wed", else "3 Nov".
[[nodiscard]] QString shortTime(const QDateTime &time, const QDateTime &now);
/// As shortTime(), with the time on every day: "Wed 14:02". Empty for an invalid \a time.
[[nodiscard]] QString dayAndTime(const QDateTime &time, const QDateTime &now);

} // namespace models
