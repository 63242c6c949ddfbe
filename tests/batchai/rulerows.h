// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"

#include <QStringList>

/// Documents for the tests of rules: the line that a rule concerns is line 2.
namespace rulerows {

inline QByteArray bareJob(const QByteArray &more)
{
    return R"({"stdOutErrPathPrefix":"/o",)"
           "\n"
        + more + "\n}";
}

inline QByteArray custom(const QByteArray &more)
{
    return bareJob(more + R"(,"nodeCount":1,"customToolkitSettings":{"commandLine":"x"})");
}

inline QByteArray toolkit(const QByteArray &settings, int nodes = 1)
{
    return bareJob(settings + R"(,"nodeCount":)" + QByteArray::number(nodes));
}

inline QByteArray cluster(const QByteArray &more)
{
    return "{\n" + more + "\n}";
}

inline QByteArray mounts(const QByteArray &lists)
{
    return R"("mountVolumes":{)" + lists + '}';
}

inline QByteArray share(const QByteArray &more, const QByteArray &path = "a")
{
    return mounts(R"("azureFileShares":[{"azureFileUrl":"https://a.file.core.windows.net/s","relativeMountPath":")"
                  + path + '"' + more + "}]");
}

inline QByteArray shareAt(const QByteArray &url)
{
    return mounts(R"("azureFileShares":[{"azureFileUrl":")" + url + R"(","relativeMountPath":"a"}])");
}

/// "CODE TARGET LINE: words" of each fault.
inline QStringList told(const QList<engine::Fault> &faults)
{
    QStringList texts;
    for (const engine::Fault &fault : faults)
        texts.append(QStringLiteral("%1 %2 %3: %4")
                         .arg(fault.code, fault.target)
                         .arg(fault.line)
                         .arg(fault.message.englishText()));
    return texts;
}

inline const QByteArray batchAi = "/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w";

} // namespace rulerows
