// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/transferplan.h"
#include "engine/storage/transfer/wire/target/bytecomparison.h"
#include "engine/storage/transfer/wire/target/sentversions.h"

namespace engine {

/// What the target of a transfer has already, and what therefore happens to each file of the source. Fill and seal()
/// the sets first. After that any thread may call const functions, and one thread the others.
class TargetState final
{
    Q_DISABLE_COPY_MOVE(TargetState)

public:
    TargetState(ConflictRule rule, TransferCounters &counters, FailedFiles &failed, NamedFiles &noted)
        : entries(rule, existing), bytes(entries, existing), m_rule(rule), m_counters(counters), m_failed(failed),
          m_noted(noted)
    {
        expected.keepSizes();
    }

    FactSet existing; ///< entries in their places in the target
    FactSet staged{FactSet::Of::Stage}; ///< entries of the staging folder when the run began
    FactSet expected; ///< files and links that the staging folder must hold at the end; isWanted() adds them
    FactSet folders; ///< folders that it may hold
    TargetEntries entries;
    ByteComparison bytes;
    SentVersions versions;

    void setUser(const QByteArray &name) { m_user = name; } ///< the owner of all files that are made in the target
    void keepOwners() { m_keepsOwners = true; } ///< the target's tools set the owners of the sources

    enum class Found { Nothing, Same, Another };
    [[nodiscard]] Found find(const TreeEntry &entry) const; ///< in its place
    [[nodiscard]] bool isStaged(const TreeEntry &source) const; ///< the staging folder has it in this version
    /// What the target has of a source was brought by this transfer, or was compared by its bytes.
    [[nodiscard]] bool hasItsBytes(const TreeEntry &source) const;
    /// Whether a file or a link has to be sent. If not, it is counted as done, kept or failed.
    [[nodiscard]] bool isWanted(const TreeEntry &entry);
    /// From now on isWanted() is true for these sources only, which were removed from the staging folder. null: for
    /// all.
    void wantAgain(const FactSet *paths) { m_again = paths; }
    void expectSentVersions(); ///< adds to `expected` what `versions` got

private:
    void noteLosses(const TreeEntry &source, const TreeEntry &atTarget);

    const ConflictRule m_rule;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    NamedFiles &m_noted;
    QByteArray m_user;
    bool m_keepsOwners = false;
    const FactSet *m_again = nullptr;
};

} // namespace engine
