// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/banner.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPainter>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString detailsOf(const engine::Error &error)
{
    QStringList lines;
    for (const engine::Fault &fault : error.details) {
        const QString place = fault.line > 0 ? Banner::tr("line %1").arg(fault.line) : fault.target;
        lines.append(place.isEmpty() ? fault.message.text() : place + u": "_s + fault.message.text());
    }
    if (!error.technical.isEmpty())
        lines.append(error.technical);
    return lines.join(u'\n');
}

} // namespace

Banner::Banner(QWidget *parent)
    : QFrame(parent), m_picture(new Picture({}, 16, this)),
      m_cause(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13, QFont::Medium))),
      m_consequence(new ToneLabel(ToneLabel::Tone::Quiet, {}, this)),
      m_details(new ToneLabel(ToneLabel::Tone::Quiet, {}, this, monoFont())), m_fold(new QToolButton(this)),
      m_remedy(new QPushButton(this)), m_close(new QToolButton(this))
{
    m_fold->setText(tr("Details"));
    m_fold->setCheckable(true);
    m_close->setIcon(icon(u"x"_s));
    m_close->setAccessibleName(tr("Close this message"));
    m_close->setToolTip(tr("Close this message"));

    auto *words = newColumn({}, 2, {m_cause, m_consequence, m_details, Stretch{}});
    setLayout(newRow({12, 8, 8, 8}, 8,
                     {{m_picture, 0, Qt::AlignTop},
                      {words, 1},
                      {m_fold, 0, Qt::AlignTop},
                      {m_remedy, 0, Qt::AlignTop},
                      {m_close, 0, Qt::AlignTop}}));

    connect(m_fold, &QToolButton::toggled, m_details, &QWidget::setVisible);
    connect(m_remedy, &QAbstractButton::clicked, this, &Banner::takeRemedy);
    connect(m_close, &QAbstractButton::clicked, this, &Banner::dismiss);
    connect(m_close, &QAbstractButton::clicked, this, &Banner::closed);
    m_remedy->hide();
    hide();
}

void Banner::showError(const engine::Error &error)
{
    const QString details = detailsOf(error);
    showNotice(Mark::Failed, error.message.text(), {});
    m_details->setText(details);
    m_fold->setVisible(!details.isEmpty());
}

void Banner::showNotice(Mark mark, const QString &cause, const QString &consequence)
{
    m_mark = mark;
    m_cause->setText(cause);
    m_consequence->setText(consequence);
    m_consequence->setVisible(!consequence.isEmpty());
    m_details->clear();
    m_details->hide();
    m_fold->setChecked(false);
    m_fold->hide();
    setAccessibleName(text());
    m_picture->setIcon(markIcon(mark));
    alignFirstLine();
    show();
}

void Banner::setRemedy(const QString &text, const std::function<void()> &act)
{
    m_act = act;
    m_remedy->setText(text);
    m_remedy->setVisible(!text.isEmpty());
    alignFirstLine();
}

void Banner::takeRemedy()
{
    const std::function<void()> act = m_act; // copied, as receivers may set another remedy or delete the banner
    emit remedyRequested();
    if (act)
        act();
}

void Banner::setClosable(bool isClosable)
{
    m_close->setVisible(isClosable);
}

// Aligns mark and buttons with the first line of text.
void Banner::alignFirstLine()
{
    const int height = (m_remedy->isHidden() ? m_close->sizeHint() : m_remedy->sizeHint()).height();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_picture, m_fold, m_close})
        widget->setMinimumHeight(height);
    m_cause->setContentsMargins(0, qMax(0, height - m_cause->fontMetrics().height()) / 2, 0, 0);
}

QString Banner::text() const
{
    return m_consequence->text().isEmpty() ? m_cause->text() : m_cause->text() + u' ' + m_consequence->text();
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawBox(painter, rect(), 6, tokens().colour(m_mark), tokens().ground(m_mark));
}

} // namespace ui
