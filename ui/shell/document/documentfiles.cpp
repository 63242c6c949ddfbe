// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/document/documentfiles.h"

#include "engine/api/document/documents.h"
#include "engine/api/workerpool.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QtConcurrentRun>

namespace ui {

namespace {

engine::Error failure(const char *words, const QStringList &arguments)
{
    return engine::Error::of(engine::ErrorCode::IoError, engine::Message(words, arguments));
}

models::OpenedDocument readNow(const QString &path)
{
    models::OpenedDocument document;
    document.name = QFileInfo(path).fileName();
    QFile file(path);
    if (QFileInfo(path).isDir())
        document.error =
            failure(QT_TRANSLATE_NOOP("engine", "%1 is a folder. Open one of its documents."), {document.name});
    else if (!file.open(QIODevice::ReadOnly))
        document.error =
            failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2."), {document.name, file.errorString()});
    else if (file.size() > engine::maximumDocumentSize)
        document.error =
            failure(QT_TRANSLATE_NOOP("engine", "%1 is larger than 4 MiB: it is no document."), {document.name});
    if (!document.error.message.isEmpty())
        return document;
    document.text = file.read(engine::maximumDocumentSize + 1); // the size of a device is unknown
    document.kind = models::documentKindOf(document.text);
    return document;
}

} // namespace

QFuture<models::OpenedDocument> readDocument(const QString &path)
{
    return QtConcurrent::run(&engine::workerPool(), [path] { return readNow(path); });
}

QFuture<engine::Result<void>> writeFile(const QString &path, const QByteArray &content)
{
    return QtConcurrent::run(&engine::workerPool(), [path, content]() -> engine::Result<void> {
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit())
            return {};
        return failure(QT_TRANSLATE_NOOP("engine", "%1 cannot be written: %2."),
                       {QFileInfo(path).fileName(), file.errorString()});
    });
}

} // namespace ui
