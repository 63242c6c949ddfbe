// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/layouts.h"

#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

namespace ui {

namespace {

template <typename Layout>
Layout *filled(Layout *layout, const QMargins &margins, int spacing, std::initializer_list<Part> parts)
{
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    for (const Part &part : parts)
        part.addTo(*layout);
    return layout;
}

} // namespace

Part::Part(QWidget *widget, int stretch, Qt::Alignment alignment)
    : m_widget(widget), m_stretch(stretch), m_alignment(alignment)
{
}

Part::Part(QLayout *layout, int stretch) : m_layout(layout), m_stretch(stretch) { }

Part::Part(Stretch stretch) : m_stretch(stretch.factor) { }

Part::Part(Gap gap) : m_gap(gap.pixels) { }

void Part::addTo(QBoxLayout &layout) const
{
    if (m_widget)
        layout.addWidget(m_widget, m_stretch, m_alignment);
    else if (m_layout)
        layout.addLayout(m_layout, m_stretch);
    else if (m_gap > 0)
        layout.addSpacing(m_gap);
    else
        layout.addStretch(m_stretch);
}

QHBoxLayout *newRow(const QMargins &margins, int spacing, std::initializer_list<Part> parts)
{
    return filled(new QHBoxLayout, margins, spacing, parts);
}

QVBoxLayout *newColumn(const QMargins &margins, int spacing, std::initializer_list<Part> parts)
{
    return filled(new QVBoxLayout, margins, spacing, parts);
}

QGridLayout *newGrid(const QMargins &margins, int across, int down, QWidget *parent)
{
    auto *grid = new QGridLayout(parent);
    grid->setContentsMargins(margins);
    grid->setHorizontalSpacing(across);
    grid->setVerticalSpacing(down);
    return grid;
}

QSplitter *newSplitter(Qt::Orientation direction, std::initializer_list<QWidget *> parts, const QList<int> &sizes)
{
    auto *splitter = new QSplitter(direction);
    for (QWidget *part : parts)
        splitter->addWidget(part);
    splitter->setSizes(sizes);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

QScrollArea *newScrollArea(QWidget *content, QWidget *parent)
{
    auto *area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    return area;
}

void addPages(QStackedWidget &stack, std::initializer_list<QWidget *> pages)
{
    for (QWidget *page : pages)
        stack.addWidget(page);
}

} // namespace ui
