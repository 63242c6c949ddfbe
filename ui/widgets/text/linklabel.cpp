// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/text/linklabel.h"

#include <QFocusEvent>
#include <QTextDocumentFragment>

using namespace Qt::StringLiterals;

namespace ui {

LinkText &LinkText::add(const QString &words)
{
    m_html += words.toHtmlEscaped();
    return *this;
}

LinkText &LinkText::addStrong(const QString &words)
{
    m_html += u"<b style=\"font-weight:600\">"_s + words.toHtmlEscaped() + u"</b>"_s;
    return *this;
}

LinkText &LinkText::addLink(const QString &words, const QString &target)
{
    m_hasLinks = true;
    m_html += u"<a style=\"text-decoration:none\" href=\""_s + target.toHtmlEscaped() + u"\">"_s + words.toHtmlEscaped()
        + u"</a>"_s;
    return *this;
}

LinkText LinkText::filled(const QString &pattern, const QList<LinkText> &parts)
{
    LinkText text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int number = pattern.at(i) == u'%' && i + 1 < pattern.size() ? pattern.at(i + 1).digitValue() : 0;
        if (number < 1 || number > parts.size()) {
            text.add(pattern.at(i));
            continue;
        }
        const LinkText &part = parts.at(number - 1);
        text.m_html += part.m_html;
        text.m_hasLinks = text.m_hasLinks || part.m_hasLinks;
        ++i;
    }
    return text;
}

QString LinkText::plain() const
{
    return QTextDocumentFragment::fromHtml(m_html).toPlainText();
}

LinkLabel::LinkLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
}

LinkLabel::LinkLabel(const LinkText &text, QWidget *parent) : LinkLabel(parent)
{
    setWords(text);
}

void LinkLabel::setWords(const LinkText &text)
{
    if (text == m_text)
        return;
    m_text = text;
    QLabel::setText(text.m_html);
}

void LinkLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_text.hasLinks())
        return;
    clear(); // QLabel ignores an unchanged text
    QLabel::setText(m_text.m_html);
}

// Focus by Tab goes to the first link, as the label itself shows no focus and ignores Return.
void LinkLabel::focusInEvent(QFocusEvent *event)
{
    QLabel::focusInEvent(event);
    if (!m_text.hasLinks() || (event->reason() != Qt::TabFocusReason && event->reason() != Qt::BacktabFocusReason))
        return;
    setSelection(0, 0);
    focusNextPrevChild(true);
}

} // namespace ui
