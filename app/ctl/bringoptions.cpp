// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/bringoptions.h"

#include "app/ctl/operands.h"
#include "app/ctl/verbs.h"
#include "engine/api/transferpreview.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

QList<Option> bringOptions()
{
    return {{u"--conflicts"_s,
             {},
             u"RULE"_s,
             u"files that differ there: replace (the old one goes into the trash), skip or keepBoth"_s,
             u"replace"_s},
            {u"--limit"_s, {}, u"BYTES"_s, u"bytes a second at most, as 5000000 or 5M"_s, {}},
            {u"--checksum"_s, {}, {}, u"compare files by SHA-256: those of one size there, and what arrived"_s, {}},
            {u"--dry-run"_s, {}, {}, u"say what it would do, and do nothing"_s, {}},
            noWaitOption()};
}

Result<QJsonObject> wantedTransfer(const Session &session, const TransferRequest &request)
{
    const CommandLine &line = session.line();
    QJsonObject wanted = request.toJson();
    wanted.insert(u"conflicts"_s, line.value(u"--conflicts"_s));
    wanted.insert(u"checksum"_s, line.has(u"--checksum"_s));
    wanted.insert(u"gitignore"_s, line.has(u"--gitignore"_s));
    if (!line.has(u"--limit"_s))
        return wanted;
    const Result<qint64> limit = bytesIn(u"--limit"_s, line.value(u"--limit"_s));
    if (!limit)
        return limit.error();
    wanted.insert(u"bytesPerSecond"_s, *limit);
    return wanted;
}

Result<QJsonObject> foretell(Session &session, const QJsonObject &wanted)
{
    const auto preview = session.link().await(u"transfer.preview"_s, {{u"transfer"_s, wanted}});
    if (!preview)
        return preview.error();
    return preview->toObject();
}

const QList<Column> &previewColumns()
{
    static const QList<Column> list{
        {u"Files"_s, [](const QJsonObject &preview) { return cellText(preview.value(u"files"_s)); }},
        {u"Bytes"_s, [](const QJsonObject &preview) { return cellText(preview.value(u"bytes"_s)); }},
        {u"Left out"_s, [](const QJsonObject &preview) { return cellText(preview.value(u"ignored"_s)); }},
        {u"There"_s, [](const QJsonObject &preview) { return cellText(preview.value(u"filesThere"_s)); }},
        {u"Differ"_s, [](const QJsonObject &preview) { return cellText(preview.value(u"filesDiffering"_s)); }},
        {u"Free there"_s, [](const QJsonObject &preview) { return cellText(preview.value(u"freeBytes"_s)); }}};
    return list;
}

Result<int> outcomeOf(const QJsonObject &preview)
{
    const TransferPreview known = TransferPreview::fromJson(preview);
    if (known.problem.isEmpty())
        return 0;
    return Error{ErrorCode::CommandFailed, known.problem, {}, {}, {}};
}

} // namespace ctl
