// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/stagewriter.h"
#include "engine/storage/transfer/wire/tree/tarstream.h"

#include <QHash>

namespace engine {

/// Fills a stage of a machine over one session: small things as a tar stream, large files in parts. Both at once it
/// cannot: finish() comes between.
class MachineWriter final : public StageWriter
{
    Q_DISABLE_COPY_MOVE(MachineWriter)

public:
    /// \a tarKind as bd_begin says it. \a hear of what cannot be unpacked, or sealed.
    MachineWriter(std::shared_ptr<BulkSession> session, const QByteArray &stage, QByteArray tarKind,
                  PartJournal &journal, HearTrouble hear)
        : m_session(std::move(session)), m_stage(stage), m_tarKind(std::move(tarKind)), m_journal(journal),
          m_hear(std::move(hear))
    {
    }

    int add(const TreeEntry &entry) override;
    int begin(const TreeEntry &file, const QByteArray &path) override;
    int write(QByteArrayView bytes) override;
    int end() override;
    int finish() override;
    int finishAndList(QByteArray &listed) override;
    /// The last entry of an archive that is known to be whole by it; it does not stay in the stage.
    [[nodiscard]] static TreeEntry markOf(const QByteArray &stage);
    int beginParts(const TreeEntry &file, const QByteArray &path) override;
    int beginRun(qint64 first, qint64 count) override;
    int putBlock(qint64 at, QByteArrayView bytes) override;
    int putHole(qint64 at, qsizetype length) override;
    int endMebibyte(qint64 mib) override;
    int endParts() override;
    int sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed) override;

private:
    [[nodiscard]] int told(const Result<void> &result) { return result ? 0 : fail(result.error()); }
    [[nodiscard]] Result<void> beginStream();
    [[nodiscard]] int streamed(const Result<void> &put);
    [[nodiscard]] int endStream(QByteArray &said);
    [[nodiscard]] Result<void> announce(qint64 first, qint64 count);
    [[nodiscard]] Result<void> writePart(QByteArrayView bytes);
    [[nodiscard]] Result<void> endLine();
    [[nodiscard]] Result<void> put(QByteArrayView bytes);
    [[nodiscard]] Result<void> hear(const QByteArray &output);

    std::shared_ptr<BulkSession> m_session;
    QByteArray m_stage, m_tarKind;
    PartJournal &m_journal;
    HearTrouble m_hear;
    std::unique_ptr<BulkCommand> m_command; // that unpacks
    std::unique_ptr<TarStream> m_tar;
    bool m_isInFile = false;
    TreeEntry m_entry; // that comes in parts
    QByteArray m_path; // of it in the stage
    qint64 m_runMiB = 0; // that follow at once
    qint64 m_runBytes = 0; // of the first of them, that were written
    bool m_isCut = false; // a run is not whole: what the machine says of parts is worth nothing
    QByteArray m_mebibyte; // of it, else
    bool m_isHole = true; // all of that
    std::unique_ptr<BulkCommand> m_line; // that writes parts, and says of each that it is written
    QHash<qint64, qint64> m_counts; // of parts that are not written yet, by their first MiB
    QByteArray m_heard; // of it
    QString m_refusal; // why the file cannot be written; what was given for it is lost
};

/// A name as a word that printf's %b turns back.
[[nodiscard]] QByteArray inOctal(const QByteArray &name);

/// Gives files of which all parts are written their lengths, permissions and, last, their times. They have their paths
/// there; \a hear of those that cannot be sealed, or only in part.
[[nodiscard]] Result<void> sealParts(BulkSession &session, const QByteArray &stage, const std::vector<TreeEntry> &files,
                                     const HearTrouble &hear);

} // namespace engine
