// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/documentclient.h"

#include "engine/client/call.h"

namespace engine {

QFuture<Result<ExportedDocuments>> DocumentClient::exportResources(const QList<ResourceId> &resources)
{
    ExportDocuments request;
    for (const ResourceId &id : resources)
        request.ids.append(id.toString());
    return call(m_link, method::exportDocuments, request);
}

QFuture<Result<ImportedIds>> DocumentClient::importText(const QByteArray &text, const ResourceId &target)
{
    ImportDocuments request{{QString::fromUtf8(text)}, {}};
    if (target.isValid())
        request.target = target.toString();
    return call(m_link, method::importDocuments, request);
}

} // namespace engine
