// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/storage/panel/previewcontent.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QTableWidget;

namespace ui {

class ToneLabel;

/// Preview of a file: beginning of a text or a table, or an image. Decoded in a worker.
class FilePreview final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilePreview)

public:
    explicit FilePreview(engine::EngineClient &client, QWidget *parent = nullptr);

    void showFile(const engine::Location &file, const engine::StorageEntry &entry);
    void clear(const QString &note = {});
    [[nodiscard]] bool isSettled() const { return !m_isReading; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void take(const PreviewContent &content);
    void fitImage();

    engine::EngineClient &m_client;
    ToneLabel *m_note;
    QStackedWidget *m_stack;
    QWidget *m_nothing;
    QPlainTextEdit *m_text;
    QTableWidget *m_table;
    QLabel *m_picture;
    QImage m_image;
    quint64 m_request = 0;
    bool m_isReading = false;
};

} // namespace ui
