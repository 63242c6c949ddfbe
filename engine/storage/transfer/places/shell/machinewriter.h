// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/shell/machineparts.h"
#include "engine/storage/transfer/wire/stagewriter.h"
#include "engine/storage/transfer/wire/tree/tarstream.h"

namespace engine {

/// Fills the staging folder of a machine over one session: small files as a tar stream, large files in parts. finish()
/// comes between the two, as a session runs one command at a time.
class MachineWriter final : public StageWriter
{
    Q_DISABLE_COPY_MOVE(MachineWriter)

public:
    /// \a tarKind as bd_begin reports it. \a hear is told of entries that cannot be unpacked, or sealed.
    MachineWriter(std::shared_ptr<BulkSession> session, const QByteArray &stage, QByteArray tarKind,
                  PartJournal &journal, ReportTrouble hear)
        : m_session(std::move(session)), m_stage(stage), m_tarKind(std::move(tarKind)), m_journal(journal),
          m_hear(std::move(hear)), m_parts(*m_session, stage, journal)
    {
    }

    int add(const TreeEntry &entry) override;
    int begin(const TreeEntry &file, const QByteArray &path) override;
    int write(QByteArrayView bytes) override;
    int end() override;
    int finish() override;
    int finishAndList(QByteArray &listed) override;
    /// The last entry of an archive, which shows that the archive is whole; bd_extract removes the file.
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
    [[nodiscard]] int endStream(QByteArray &listed);

    std::shared_ptr<BulkSession> m_session;
    QByteArray m_stage, m_tarKind;
    PartJournal &m_journal;
    ReportTrouble m_hear;
    std::unique_ptr<BulkCommand> m_unpacking;
    std::unique_ptr<TarStream> m_tar; // into m_unpacking
    bool m_isInFile = false;
    MachineParts m_parts;
    QByteArray m_partsPath; // of its file, in the staging folder
};

} // namespace engine
