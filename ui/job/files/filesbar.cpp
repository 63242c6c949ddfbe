// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/filesbar.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAction>
#include <QComboBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

FilesBar::FilesBar(QWidget *parent)
    : QWidget(parent), m_directory(new QComboBox(this)), m_place(new ToneLabel(ToneLabel::Tone::Faint, {}, this)),
      m_row(newRow({16, 6, 16, 6}, 10, {m_directory, m_place, Stretch{}}))
{
    m_directory->setAccessibleName(tr("Output directory"));
    m_directory->setObjectName(u"directory"_s);
    m_directory->setMinimumContentsLength(10);
    m_place->setWordWrap(false);
    setLayout(m_row);
    connect(m_directory, &QComboBox::currentIndexChanged, this, &FilesBar::directoryChanged);
}

void FilesBar::addButton(QAction *action, const QString &text, const QString &name)
{
    auto *button = new QPushButton(action->icon(), text, this);
    button->setAccessibleName(text);
    button->setObjectName(name);
    const auto adopt = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    connect(action, &QAction::changed, button, adopt);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    adopt();
    m_row->addWidget(button);
    setTabOrder(m_buttons.isEmpty() ? static_cast<QWidget *>(m_directory) : m_buttons.constLast(), button);
    m_buttons.append(button);
}

void FilesBar::setDirectories(const QStringList &ids)
{
    if (m_directory->count() == ids.size())
        return;
    const QSignalBlocker quiet(m_directory);
    m_directory->clear();
    m_directory->addItems(ids);
}

QString FilesBar::directory() const
{
    return m_directory->currentText();
}

void FilesBar::setPlace(const QString &words)
{
    m_place->setText(words);
    fitButtons();
}

void FilesBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitButtons();
}

void FilesBar::fitButtons()
{
    int wanted = 2 * 16 + m_directory->sizeHint().width() + m_place->sizeHint().width();
    for (QPushButton *button : std::as_const(m_buttons)) {
        button->setText(button->accessibleName());
        wanted += 10 + button->sizeHint().width();
    }
    for (QPushButton *button : std::as_const(m_buttons))
        button->setText(wanted + 20 > width() ? QString() : button->accessibleName());
}

} // namespace ui
