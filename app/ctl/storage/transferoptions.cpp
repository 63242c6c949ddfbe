// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/storage/transferoptions.h"

#include "app/ctl/operands.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/transfers.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

QList<Option> transferOptions()
{
    return {{u"--conflicts"_s,
             {},
             u"RULE"_s,
             u"files that differ there: replace (the old one goes into the trash), skip or keepBoth"_s,
             u"replace"_s},
            {u"--limit"_s, {}, u"BYTES"_s, u"bytes a second at most, as 5000000 or 5M"_s},
            {u"--checksum"_s, {}, {}, u"compare files by SHA-256: those of one size there, and what arrived"_s},
            {u"--dry-run"_s, {}, {}, u"say what it would do, and do nothing"_s},
            noWaitOption};
}

Result<TransferRequest> withTransferOptions(const Session &session, TransferRequest request)
{
    const CommandLine &line = session.line();
    request.comparesChecksums = line.has(u"--checksum"_s);
    request.honoursGitignore = line.has(u"--gitignore"_s);
    const auto limit = given(line, u"--limit"_s, bytesIn);
    if (!limit)
        return limit.error();
    request.bytesPerSecond = limit->value_or(request.bytesPerSecond);
    QJsonObject wanted = request.toJson();
    wanted.insert(u"conflicts"_s, line.value(u"--conflicts"_s));
    return TransferRequest::fromJson(wanted);
}

Result<QJsonObject> fetchPreview(Session &session, const TransferRequest &wanted)
{
    return session.await(inJson(method::previewTransfer), {wanted});
}

const QList<Column> previewColumns{{u"Files"_s, "files"},           {u"Bytes"_s, "bytes"},
                                   {u"Left out"_s, "ignored"},      {u"There"_s, "filesThere"},
                                   {u"Differ"_s, "filesDiffering"}, {u"Free there"_s, "freeBytes"}};

Result<int> outcomeOf(const QJsonObject &preview)
{
    const Message problem = Message::fromJson(preview.value(u"problem"_s).toObject());
    return problem.isEmpty() ? 0 : Result<int>(Error{ErrorCode::CommandFailed, problem});
}

} // namespace ctl
