// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/spoolfile.h"
#include "engine/log/core/file/spoolparts.h"
#include "engine/log/core/file/spooltimes.h"
#include "engine/log/logcollector.h"
#include "engine/log/tailparser.h"

namespace engine {

/// One file on its way into the spool: how far it is, and what comes of what the machine says of it. Thread: any one.
class LogTail final
{
    Q_DISABLE_COPY_MOVE(LogTail)

public:
    /// What a word led to.
    struct News
    {
        bool hasAppeared = false; ///< for the first time
        qint64 newBytes = 0;
        bool mustAskAnew = false; ///< what the machine says now is of no use: the stream has to begin again
        std::optional<qint64> completed{}; ///< the size of the original, -1 when it never existed
        std::optional<Error> failed{}; ///< for good
        std::optional<Error> stalled{}; ///< it cannot be written, or read, here now: it goes on with the next call()
    };

    LogTail(FollowSpec spec, std::shared_ptr<LogReaders> readers);

    [[nodiscard]] const FollowSpec &spec() const { return m_spec; }
    void finish() { m_isFinishing = true; } ///< from the next call() on
    /// The call for follow.sh that goes on behind what is here. IoError: that cannot be read now, so that nobody knows.
    [[nodiscard]] Result<QByteArray> call(int index);
    [[nodiscard]] News take(const TailWord &word);

private:
    [[nodiscard]] Result<void> look();
    [[nodiscard]] News append(const TailWord &word);
    [[nodiscard]] News beginAnew(const TailWord &word);
    [[nodiscard]] News appear(const QByteArray &inode);
    [[nodiscard]] News unwritten(const Error &error, qint64 newBytes = 0);
    [[nodiscard]] Result<void> saveParts(const logcore::SpoolParts &parts);
    [[nodiscard]] qint64 position() const { return m_spool.size() - m_parts.last().begin; } ///< in the machine's file
    [[nodiscard]] QString partsPath() const;
    [[nodiscard]] Error error(const char *source) const; ///< %1: the path

    FollowSpec m_spec;
    const std::shared_ptr<LogReaders> m_readers; ///< null: none
    const std::string m_path; ///< of the spool
    logcore::SpoolFile m_spool;
    logcore::SpoolTimes m_times;
    logcore::SpoolParts m_parts;
    QByteArray m_end; ///< the last bytes of the part, by which the file is known
    bool m_isKnown = false; ///< what is here, and of which parts
    bool m_hasAppeared = false;
    bool m_isFinishing = false;
    bool m_isStale = false; ///< until the next call(), nothing is believed
    bool m_isCut = false; ///< what the machine has under the name is not what is here
    bool m_hasCopy = false; ///< a copy there has the same, and perhaps more
    bool m_isOtherCopy = false; ///< what comes is no copy of the file
};

} // namespace engine
