// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/placelist.h"

#include "engine/storage/transfer/sftptree.h"
#include "engine/storage/transfer/transferrun.h"

namespace engine {

bool hasFind(BulkSession &session)
{
    const auto answer = shellAnswerOf(session, transferCall("bd_tools", {}));
    return answer && *answer && (*answer)->contains("@bd has find\n");
}

Result<void> listBySftp(BulkSession &session, const QByteArray &folder, const QByteArrayList &names, bool isSource,
                        qint64 most, const std::function<void(const TreeEntry &)> &take)
{
    const auto client = session.sftp();
    if (!client)
        return lacksTools(client.error());
    const auto found = lookUp(**client, folder, names);
    if (!found)
        return found.error();
    SftpTree tree(**client, most, [](const QByteArray &, const QString &) {});
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto &facts = found->at(i);
        if (isSource && !facts)
            return noSource(folder, names.at(i));
        const auto listed = tree.list(folder, names.at(i), facts, [&take](TreeEntry &&entry) -> Result<void> {
            take(entry);
            return {};
        });
        if (!listed)
            return listed;
    }
    return {};
}

} // namespace engine
