// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <sys/stat.h>

namespace engine {

/// The `tar` of the target's machine.
class TargetTar final
{
public:
    void read(const QByteArray &answer) ///< of bd_begin
    {
        m_kind = answer.contains("@bd tar GNU\n") ? "GNU" : "other";
        m_setsNoModes = answer.contains("@bd tar sets no modes\n");
    }
    [[nodiscard]] const QByteArray &kind() const { return m_kind; } ///< a word of bd_extract; empty before read()
    [[nodiscard]] bool isGnu() const { return m_kind == "GNU"; }
    [[nodiscard]] bool setsNoModes() const { return m_setsNoModes; } ///< of folders that exist, and no special bits
    [[nodiscard]] bool losesModeOf(const TreeEntry &file) const
    {
        return m_setsNoModes && (file.mode & (S_ISUID | S_ISGID)) != 0;
    }

private:
    QByteArray m_kind;
    bool m_setsNoModes = false;
};

} // namespace engine
