// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/document/documentview.h"

#include "engine/api/document/documents.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/text/jsonhighlighter.h"

#include <QScrollBar>

namespace ui {

DocumentView::DocumentView(const QString &accessibleName, QWidget *parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    document()->setDocumentMargin(16);
    setAccessibleName(accessibleName);
    new JsonHighlighter(document());
}

void DocumentView::setDocumentOf(engine::ResourceKind kind, const QJsonObject &document)
{
    const QString text = QString::fromUtf8(engine::writeDocument(kind, document));
    if (text == toPlainText() || textCursor().hasSelection())
        return;
    const int line = verticalScrollBar()->value();
    setPlainText(text);
    verticalScrollBar()->setValue(line);
}

} // namespace ui
