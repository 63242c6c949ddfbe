// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/loghighlights.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int swatch = 14; // pixels
constexpr int mostHeight = 230; // pixels; leaves room for the log

QIcon swatchOf(int colour)
{
    QPixmap picture(swatch, swatch);
    picture.fill(highlightColour(colour));
    QPainter painter(&picture);
    painter.setPen(tokens().line2);
    painter.drawRect(0, 0, swatch - 1, swatch - 1);
    return QIcon(picture);
}

} // namespace

class LogHighlights::Row final : public QWidget
{
public:
    Row(const HighlightRule &rule, LogHighlights *owner)
        : QWidget(owner), m_text(new QLineEdit(rule.query.text)),
          m_case(newToggle(u"Aa"_s, LogHighlights::tr("Match upper and lower case"), rule.query.isCaseSensitive)),
          m_regex(newToggle(u".*"_s, LogHighlights::tr("Regular expression"), rule.query.isRegex)),
          m_colour(new QComboBox), m_fault(new QLabel)
    {
        m_text->setFont(monoFont());
        m_text->setMaximumWidth(420);
        m_text->setClearButtonEnabled(true); // clearing the text removes the rule
        m_text->setPlaceholderText(LogHighlights::tr("Text to highlight"));
        m_text->setAccessibleName(LogHighlights::tr("Highlight"));
        for (int i = 0; i < HighlightRule::colours; ++i)
            m_colour->addItem(swatchOf(i), highlightColourName(i));
        m_colour->setCurrentIndex(rule.colour);
        m_colour->setAccessibleName(LogHighlights::tr("Colour"));
        setLayout(newRow({}, usualSpacing, {{m_text, 1}, m_case, m_regex, m_colour, m_fault, Stretch{0}}));
        connect(m_text, &QLineEdit::textChanged, owner, &LogHighlights::onEdited);
        connect(m_case, &QToolButton::toggled, owner, &LogHighlights::onEdited);
        connect(m_regex, &QToolButton::toggled, owner, &LogHighlights::onEdited);
        connect(m_colour, &QComboBox::currentIndexChanged, owner, &LogHighlights::onEdited);
    }

    [[nodiscard]] HighlightRule rule() const
    {
        return {{m_text->text(), m_regex->isChecked(), m_case->isChecked()}, m_colour->currentIndex()};
    }
    void showFault()
    {
        const auto compiled = engine::LogPattern::compile(rule().query);
        m_fault->setText(compiled ? QString() : compiled.error().message.text());
    }
    void takeFocus() { m_text->setFocus(); }

protected:
    void changeEvent(QEvent *event) override
    {
        QWidget::changeEvent(event);
        for (int i = 0; event->type() == QEvent::PaletteChange && i < m_colour->count(); ++i)
            m_colour->setItemIcon(i, swatchOf(i));
    }

private:
    QLineEdit *m_text;
    QToolButton *m_case;
    QToolButton *m_regex;
    QComboBox *m_colour;
    QLabel *m_fault;
};

LogHighlights::LogHighlights(QWidget *parent)
    : QWidget(parent), m_area(newScrollArea(new QWidget)), m_column(newColumn({}, 4))
{
    m_area->widget()->setLayout(m_column);
    QToolButton *close = newToolButton(u"x"_s, tr("Close (Esc)"));
    connect(close, &QToolButton::clicked, this, &LogHighlights::closeWanted);
    auto *row = newRow({16, 6, 16, 6}, usualSpacing, {{m_area, 1}, {close, 0, Qt::AlignTop}});
    setLayout(newColumn({}, 0, {row, newLine()}));
    setRules({});
}

void LogHighlights::setRules(const QList<HighlightRule> &rules)
{
    qDeleteAll(m_rows);
    m_rows.clear();
    for (const HighlightRule &rule : rules)
        addRow(rule);
    addRow({{}, int(rules.size()) % HighlightRule::colours});
}

void LogHighlights::addRow(const HighlightRule &rule)
{
    m_rows.append(new Row(rule, this));
    m_column->addWidget(m_rows.constLast());
    const int rowHeight = m_rows.constLast()->sizeHint().height() + m_column->spacing();
    m_area->setFixedHeight(std::min(mostHeight, int(m_rows.size()) * rowHeight - m_column->spacing()));
}

void LogHighlights::onEdited()
{
    for (Row *row : std::as_const(m_rows))
        row->showFault();
    if (!m_rows.constLast()->rule().query.text.isEmpty())
        addRow({{}, int(m_rows.size()) % HighlightRule::colours});
    emit rulesChanged();
}

QList<HighlightRule> LogHighlights::rules() const
{
    QList<HighlightRule> result;
    for (const Row *row : m_rows) {
        if (!row->rule().query.text.isEmpty())
            result.append(row->rule());
    }
    return result;
}

void LogHighlights::takeFocus()
{
    m_rows.constLast()->takeFocus();
}

} // namespace ui
