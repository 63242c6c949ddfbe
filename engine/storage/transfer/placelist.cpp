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
    SftpTree tree(**client, most, [](const QByteArray &, const QString &) {});
    for (const QByteArray &name : names) {
        bool isThere = false;
        const auto listed = tree.list(folder, name, [&](TreeEntry &&entry) -> Result<void> {
            isThere = true;
            take(entry);
            return {};
        });
        if (!listed)
            return listed;
        if (isSource && !isThere)
            return noSource(folder, name);
    }
    return {};
}

} // namespace engine
