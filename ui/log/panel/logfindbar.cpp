// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logfindbar.h"

#include "ui/theme/icons.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int mostContext = 99;
constexpr int menuTextWidth = 320; // pixels

} // namespace

LogFindBar::LogFindBar(QWidget *parent)
    : QWidget(parent), m_query(new QLineEdit), m_caseSensitive(newToggle(u"Aa"_s, tr("Match upper and lower case"))),
      m_regex(newToggle(u".*"_s, tr("Regular expression"))), m_message(new QLabel), m_filter(new QToolButton),
      m_context(new QSpinBox), m_menu(new QMenu(this))
{
    m_query->setFont(monoFont());
    m_query->setMaximumWidth(420);
    m_query->setPlaceholderText(tr("Find in the whole file"));
    m_query->setAccessibleName(tr("Find"));
    m_query->addAction(icon(u"search"_s), QLineEdit::LeadingPosition);
    connect(m_query, &QLineEdit::textChanged, this, &LogFindBar::queryChanged);
    connect(m_query, &QLineEdit::returnPressed, this, &LogFindBar::nextWanted);
    connect(m_caseSensitive, &QToolButton::toggled, this, &LogFindBar::queryChanged);
    connect(m_regex, &QToolButton::toggled, this, &LogFindBar::queryChanged);
    QToolButton *saved = newToolButton(u"star"_s, tr("Saved patterns"));
    saved->setMenu(m_menu);
    saved->setPopupMode(QToolButton::InstantPopup);
    connect(m_menu, &QMenu::aboutToShow, this, &LogFindBar::fillMenu);
    QToolButton *previous = newToolButton(u"up"_s, tr("Previous match (Shift+F3)"));
    QToolButton *next = newToolButton(u"down"_s, tr("Next match (F3)"));
    QToolButton *close = newToolButton(u"x"_s, tr("Close (Esc)"));
    connect(previous, &QToolButton::clicked, this, &LogFindBar::previousWanted);
    connect(next, &QToolButton::clicked, this, &LogFindBar::nextWanted);
    connect(close, &QToolButton::clicked, this, &LogFindBar::closeWanted);
    m_filter->setText(tr("Only matching lines"));
    m_filter->setToolTip(tr("Leave out lines that do not match (Ctrl+Shift+L). Enter on a line shows it among all."));
    m_filter->setCheckable(true);
    m_filter->setAutoRaise(true);
    m_context->setRange(0, mostContext);
    m_context->setPrefix(u"± "_s);
    m_context->setToolTip(tr("Lines before and after each"));
    m_context->setAccessibleName(m_context->toolTip());
    m_context->hide();
    connect(m_filter, &QToolButton::toggled, m_context, &QWidget::setVisible);
    connect(m_filter, &QToolButton::toggled, this, &LogFindBar::filterChanged);
    connect(m_context, &QSpinBox::valueChanged, this, &LogFindBar::filterChanged);
    auto *row = newRow({16, 4, 16, 5}, usualSpacing,
                       {{m_query, 1},
                        m_caseSensitive,
                        m_regex,
                        saved,
                        Gap{6},
                        m_message,
                        previous,
                        next,
                        Gap{12},
                        m_filter,
                        m_context,
                        Stretch{0},
                        close});
    setLayout(newColumn({}, 0, {row, newLine()}));
    setFocusPolicy(Qt::ClickFocus); // after a click on a button, keys still go to the query
    setFocusProxy(m_query);
}

engine::LogQuery LogFindBar::query() const
{
    return {m_query->text(), m_regex->isChecked(), m_caseSensitive->isChecked()};
}

void LogFindBar::setQuery(const engine::LogQuery &query)
{
    if (query == this->query())
        return;
    {
        const QSignalBlocker quiet(this);
        m_query->setText(query.text);
        m_regex->setChecked(query.isRegex);
        m_caseSensitive->setChecked(query.isCaseSensitive);
    }
    emit queryChanged();
}

bool LogFindBar::isFiltering() const
{
    return m_filter->isChecked();
}

void LogFindBar::setFiltering(bool isFiltering)
{
    m_filter->setChecked(isFiltering);
}

int LogFindBar::contextLines() const
{
    return m_context->value();
}

void LogFindBar::setMessage(const QString &text)
{
    m_message->setText(text);
}

void LogFindBar::takeFocus()
{
    m_query->setFocus();
    m_query->selectAll();
}

void LogFindBar::fillMenu()
{
    m_menu->clear();
    const engine::LogQuery current = query();
    const qsizetype index = m_saved.indexOf(current);
    const bool isSaved = index >= 0;
    QAction *keep = m_menu->addAction(isSaved ? tr("Forget this pattern") : tr("Save this pattern"), this, [=, this] {
        if (isSaved)
            m_saved.removeAt(index);
        else
            m_saved.append(current);
        emit savedChanged();
    });
    keep->setEnabled(!current.text.isEmpty());
    if (!m_saved.isEmpty())
        m_menu->addSeparator();
    for (const engine::LogQuery &each : std::as_const(m_saved)) {
        QString text = fontMetrics().elidedText(each.text, Qt::ElideMiddle, menuTextWidth);
        if (each.isRegex)
            text += u"   .*"_s;
        if (each.isCaseSensitive)
            text += u"   Aa"_s;
        m_menu->addAction(text.replace(u'&', u"&&"_s), this, [this, each] { setQuery(each); });
    }
}

} // namespace ui
