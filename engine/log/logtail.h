// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/spoolfile.h"
#include "engine/log/core/file/spoolparts.h"
#include "engine/log/core/file/spooltimes.h"
#include "engine/log/logcollector.h"
#include "engine/log/tailparser.h"

namespace engine {

/// One file being copied into the spool: its progress, and the handling of the machine's messages. Thread: any one.
class LogTail final
{
    Q_DISABLE_COPY_MOVE(LogTail)

public:
    /// Result of a message.
    struct News
    {
        bool hasAppeared = false; ///< for the first time
        qint64 newBytes = 0;
        bool mustAskAnew = false; ///< further messages are useless: the stream must be restarted
        std::optional<qint64> completed{}; ///< size of the original, -1 when it never existed
        std::optional<Error> failed{}; ///< permanently
        std::optional<Error> stalled{}; ///< it cannot be written or read here now; resumed by the next call()
    };

    LogTail(FollowSpec spec, std::shared_ptr<LogReaders> readers);

    [[nodiscard]] const FollowSpec &spec() const { return m_spec; }
    void finish() { m_isFinishing = true; } ///< takes effect with the next call()
    /// The call of follow.sh that continues the copy. IoError: the copy cannot be read now.
    [[nodiscard]] Result<QByteArray> call(int index);
    [[nodiscard]] News handle(const TailWord &word);

private:
    [[nodiscard]] Result<void> look();
    [[nodiscard]] News append(const TailWord &word);
    [[nodiscard]] News beginAnew(const TailWord &word);
    [[nodiscard]] News appear(const QByteArray &inode);
    [[nodiscard]] News unwritten(const Error &error, qint64 newBytes = 0);
    [[nodiscard]] Result<void> saveParts(const logcore::SpoolParts &parts);
    [[nodiscard]] qint64 position() const { return m_spool.size() - m_parts.last().begin; } ///< in the machine's file
    [[nodiscard]] QString partsPath() const;
    [[nodiscard]] Error error(const char *source) const; ///< \a source has %1 for the path

    FollowSpec m_spec;
    const std::shared_ptr<LogReaders> m_readers; ///< may be null
    const std::string m_path; ///< of the spool file
    logcore::SpoolFile m_spool;
    logcore::SpoolTimes m_times;
    logcore::SpoolParts m_parts;
    QByteArray m_end; ///< last bytes of the part, which identify the file
    bool m_isKnown = false; ///< the spool's size and parts were read
    bool m_hasAppeared = false;
    bool m_isFinishing = false;
    bool m_isStale = false; ///< messages are ignored until the next call()
    bool m_isCut = false; ///< the machine's file is not the copied one any more
    bool m_hasCopy = false; ///< the machine has a rotated copy with the same bytes, and perhaps more
    bool m_isOtherCopy = false; ///< the incoming bytes are not of a copy of the file
};

} // namespace engine
