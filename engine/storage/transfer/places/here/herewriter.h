// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/stagewriter.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"

namespace engine {

/// Fills a staging folder of this computer.
class HereWriter final : public StageWriter
{
public:
    /// \a stage: descriptor of the folder. \a stagePath is for errors. Several writers share \a writing.
    HereWriter(int stage, QByteArray stagePath, PartJournal &journal, std::mutex &writing, ReportTrouble hear)
        : m_stage(stage), m_stagePath(std::move(stagePath)), m_journal(journal), m_writing(writing),
          m_hear(std::move(hear))
    {
    }

    int add(const TreeEntry &entry) override;
    int begin(const TreeEntry &file, const QByteArray &path) override;
    int write(QByteArrayView bytes) override;
    int end() override;
    int finish() override { return 0; }
    int beginParts(const TreeEntry &file, const QByteArray &path) override;
    int putBlock(qint64 at, QByteArrayView bytes) override;
    int putHole(qint64 at, qsizetype length) override;
    int endMebibyte(qint64 mib) override;
    int endParts() override { return 0; }
    int sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed) override;

private:
    [[nodiscard]] int told(int number); // an errno that applies to all files ends the run
    [[nodiscard]] int seal(int file, const TreeEntry &entry);

    StageFolder m_stage;
    QByteArray m_stagePath;
    PartJournal &m_journal;
    std::mutex &m_writing; // of parts
    ReportTrouble m_hear;
    TreeEntry m_entry; // the current file
    QByteArray m_path; // of m_entry in the staging folder
    UniqueFd m_file;
};

} // namespace engine
