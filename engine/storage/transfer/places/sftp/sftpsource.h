// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"
#include "engine/storage/transfer/places/here/generatedfiles.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/places/sourceremoval.h"

namespace engine {

/// A machine without the needed commands as the source, by SFTP. Size and time of each file are checked again after it
/// was read.
class SftpSource final : public Source
{
public:
    SftpSource(RunContext &context, RunSessions &sessions, std::shared_ptr<BulkSession> session)
        : Source(context, sessions, std::move(session), {32, 32})
    {
    }

    /// Checks that the sources exist.
    [[nodiscard]] Result<void> begin();

    Result<void> list(SourceList &list, const SourceList::Take &take) override;
    Result<std::unique_ptr<Reader>> openReader(size_t lane) override;
    Result<void> eachChanged(const SourceList &, const SourceList::Take &) override { return {}; }
    Result<ClockOffset> clock() override;
    Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return sftpSums(*m_client, m_context.plan.folder, paths, m_context.pacer, stop);
    }
    Result<QByteArray> readGenerated(const QByteArray &path) override
    {
        return engine::readGenerated(*m_client, m_context.plan.folder, path);
    }
    Result<void> checkApart() override { return engine::checkApart(*m_client, m_context.plan); }
    Result<void> removeArrived(const FactSet &placed) override;

private:
    [[nodiscard]] Result<void> fill(SourceList &list, const SourceList::Take &take, const SftpTree::Trouble &trouble);

    class Lane;
    class Line; // a PartLane

    std::shared_ptr<SftpClient> m_client; // from begin() on
};

} // namespace engine
