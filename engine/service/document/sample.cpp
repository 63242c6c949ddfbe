// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/document/sample.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QStringList notOfTheJob{u"README.md"_s, u"job.json"_s};

QByteArray contentOf(const QString &sample, const QString &file)
{
    QFile source(u":/samples/"_s + sample + u'/' + file);
    return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

} // namespace

QStringList sampleNames()
{
    return {u"iris"_s, u"pytorch-ddp"_s, u"mpi-c"_s, u"mpi4py"_s, u"custom"_s};
}

Sample readSample(const QString &name)
{
    QJsonArray files;
    for (const QString &file : QDir(u":/samples/"_s + name).entryList(QDir::Files)) {
        if (!notOfTheJob.contains(file))
            files.append(QJsonObject{{u"path"_s, file}, {u"content"_s, QString::fromUtf8(contentOf(name, file))}});
    }
    const QStringList paragraphs = QString::fromUtf8(contentOf(name, u"README.md"_s)).split(u"\n\n"_s);
    QJsonObject document = checkDocument(ResourceKind::Job, contentOf(name, u"job.json"_s)).document;
    QJsonObject extension = extensionOf(document);
    extension[u"files"_s] = files;
    return {name, paragraphs.value(0).mid(2).simplified(), paragraphs.value(1).simplified(),
            withExtension(document, extension)};
}

QJsonObject fittedTo(const QJsonObject &document, qsizetype nodes)
{
    const int wanted = document[u"properties"_s][u"nodeCount"_s].toInt(1);
    return withProperties(document, {{u"nodeCount"_s, qBound(1, int(nodes), wanted)}});
}

} // namespace engine
