// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/filepreview.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/text/tonelabel.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTableWidget>
#include <QtConcurrentRun>

namespace ui {

FilePreview::FilePreview(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_note(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))),
      m_stack(new QStackedWidget(this)), m_nothing(new QWidget), m_text(new QPlainTextEdit), m_table(new QTableWidget),
      m_picture(new QLabel)
{
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Beginning of the file"));
    styleTable(m_table);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->setAccessibleName(tr("Beginning of the table"));
    m_picture->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
    m_picture->setMinimumSize(1, 1);
    addPages(*m_stack, {m_nothing, m_text, m_table, m_picture});
    setLayout(newColumn({}, 6, {m_note, {m_stack, 1}}));
}

void FilePreview::clear(const QString &note)
{
    ++m_request;
    m_isReading = false;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_stack->setCurrentWidget(m_nothing);
}

void FilePreview::showFile(const engine::Location &file, const engine::StorageEntry &entry)
{
    const qint64 length = previewLength(entry);
    if (length == 0)
        return clear();
    clear(tr("Reading…"));
    m_isReading = true;
    const auto take = [this, entry, request = m_request](const engine::Result<QByteArray> &bytes) {
        if (request != m_request)
            return;
        if (!bytes)
            return clear(bytes.error().message.text());
        const auto decode = [entry, read = *bytes] { return previewOf(entry, read); };
        engine::whenFinished(QtConcurrent::run(&engine::workerPool(), decode), this,
                             [this, request](const PreviewContent &content) {
                                 if (request == m_request)
                                     this->take(content);
                             });
    };
    engine::whenFinished(m_client.storage.read(file, 0, length), this, take);
}

void FilePreview::take(const PreviewContent &content)
{
    clear(content.note);
    switch (content.kind) {
    case PreviewContent::Kind::Nothing:
        return;
    case PreviewContent::Kind::Text:
        m_text->setPlainText(content.text);
        return m_stack->setCurrentWidget(m_text);
    case PreviewContent::Kind::Image:
        m_image = content.image;
        m_stack->setCurrentWidget(m_picture);
        m_picture->setAccessibleName(tr("Image, %1").arg(content.note));
        return fitImage();
    case PreviewContent::Kind::Table:
        break;
    }
    const QStringList heading = content.rows.constFirst();
    m_table->clear();
    m_table->setColumnCount(int(heading.size()));
    m_table->setRowCount(int(content.rows.size()) - 1);
    m_table->setHorizontalHeaderLabels(heading);
    for (int row = 1; row < content.rows.size(); ++row) {
        for (int column = 0; column < qMin(heading.size(), content.rows[row].size()); ++column)
            m_table->setItem(row - 1, column, new QTableWidgetItem(content.rows[row][column]));
    }
    m_table->resizeColumnsToContents();
    m_stack->setCurrentWidget(m_table);
}

void FilePreview::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitImage();
}

void FilePreview::fitImage()
{
    if (m_image.isNull() || m_stack->currentWidget() != m_picture)
        return;
    const double ratio = devicePixelRatioF();
    const QSize room = (QSizeF(m_stack->size()) * ratio).toSize();
    const bool isLarger = m_image.width() > room.width() || m_image.height() > room.height();
    QPixmap pixmap =
        QPixmap::fromImage(isLarger ? m_image.scaled(room, Qt::KeepAspectRatio, Qt::SmoothTransformation) : m_image);
    pixmap.setDevicePixelRatio(ratio);
    m_picture->setPixmap(pixmap);
}

} // namespace ui
