// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/source.h"

#include "engine/storage/transfer/sftpsource.h"
#include "engine/storage/transfer/shellsource.h"
#include "engine/storage/transfer/stagedrun.h"

namespace engine {

Result<std::unique_ptr<Source>> openSource(const std::shared_ptr<BulkSession> &session, RunContext &context)
{
    if (const auto named = checkNames(context.plan); !named)
        return named.error();
    const auto checked = ShellSource::check(*session, context);
    if (checked)
        return std::unique_ptr<Source>(std::make_unique<ShellSource>(session, context));
    if (!isLackOfShell(checked.error()))
        return checked.error();
    auto source = std::make_unique<SftpSource>(session, context);
    if (const auto begun = source->begin(); !begun)
        return begun.error();
    return std::unique_ptr<Source>(std::move(source));
}

} // namespace engine
