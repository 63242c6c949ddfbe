// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/source.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/sftpsource.h"
#include "engine/storage/transfer/shellsource.h"

namespace engine {

Result<std::unique_ptr<Source>> openSource(const std::shared_ptr<BulkSession> &session, RunContext &context)
{
    for (const QByteArray &name : std::as_const(context.plan.names)) {
        if (!isEntryName(pathFromBytes(name)))
            return Error{
                ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "%1 is no name of a file or folder."), {shownPath(pathFromBytes(name))}},
                pathFromBytes(name),
                {},
                {}};
    }
    const auto checked = ShellSource::check(*session, context.plan);
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
