// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/loggobar.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace ui {

LogGoBar::LogGoBar(QWidget *parent) : QWidget(parent), m_target(new QLineEdit), m_message(new QLabel)
{
    m_target->setObjectName(u"goToLine"_s);
    m_target->setFont(monoFont());
    m_target->setMaximumWidth(420);
    m_target->setPlaceholderText(tr("Line number, or a time: 13:57, 2026-03-04 13:57:22"));
    m_target->setAccessibleName(tr("Go to line or time"));
    connect(m_target, &QLineEdit::returnPressed, this, &LogGoBar::go);
    connect(m_target, &QLineEdit::textChanged, m_message, &QLabel::clear);
    QToolButton *close = newToolButton(u"x"_s, tr("Close (Esc)"));
    connect(close, &QToolButton::clicked, this, &LogGoBar::closeWanted);
    auto *row = newRow({16, 4, 16, 5}, usualSpacing, {{m_target, 1}, m_message, Stretch{0}, close});
    setLayout(newColumn({}, 0, {row, newLine()}));
}

void LogGoBar::setDocument(std::shared_ptr<const engine::LogDocument> document)
{
    m_document = std::move(document);
    ++m_asked;
    m_message->clear();
}

void LogGoBar::takeFocus()
{
    m_target->setFocus();
    m_target->selectAll();
}

void LogGoBar::go()
{
    ++m_asked;
    const QString text = m_target->text().trimmed();
    if (!m_document || text.isEmpty())
        return;
    QString digits = text;
    digits.remove(locale().groupSeparator());
    bool isNumber = false;
    const qint64 number = digits.toLongLong(&isNumber);
    const qint64 lines = m_document->lineCount();
    if (isNumber && number >= 1 && number <= lines)
        return emit lineFound(number - 1);
    if (const std::optional<engine::LogTime> time = engine::typedTime(text))
        return goToTime(*time);
    m_message->setText(isNumber ? tr("There are lines 1 to %1.").arg(locale().toString(lines))
                                : tr("This is no line number and no time."));
}

void LogGoBar::goToTime(const engine::LogTime &time)
{
    const auto look = [document = m_document, time, place = m_place] {
        return engine::lineOfTime(*document, time, place);
    };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), look), this, [this, asked = m_asked](qint64 line) {
        if (asked != m_asked)
            return; // superseded by a later request
        if (line < 0)
            m_message->setText(tr("No line of this log begins with a time, and when they arrived is not known."));
        else
            emit lineFound(line);
    });
}

} // namespace ui
