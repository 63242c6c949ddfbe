// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QBoxLayout>
#include <QGridLayout>

#include <initializer_list>

class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace ui {

/// Room that grows.
struct Stretch
{
    int factor = 1;
};

/// Room of so many pixels, besides the spacing.
struct Gap
{
    int pixels = 0;
};

/// What a row or a column holds: a widget or a layout, with its share of the room that is left, or room alone.
class Part
{
public:
    Part(QWidget *widget, int stretch = 0, Qt::Alignment alignment = {});
    Part(QLayout *layout, int stretch = 0);
    Part(Stretch stretch);
    Part(Gap gap);

    void addTo(QBoxLayout &layout) const;

private:
    QWidget *m_widget = nullptr;
    QLayout *m_layout = nullptr;
    int m_stretch = 0;
    int m_gap = 0;
    Qt::Alignment m_alignment;
};

inline constexpr int usualSpacing = -1; ///< that of the layout around it, or of the style

/// \a parts from left to right. Whoever takes it (QWidget::setLayout(), or another row or column) owns it.
[[nodiscard]] QHBoxLayout *newRow(const QMargins &margins, int spacing, std::initializer_list<Part> parts = {});
/// The same from top to bottom.
[[nodiscard]] QVBoxLayout *newColumn(const QMargins &margins, int spacing, std::initializer_list<Part> parts = {});
/// An empty grid, of \a parent at once if there is one.
[[nodiscard]] QGridLayout *newGrid(const QMargins &margins, int across, int down, QWidget *parent = nullptr);
/// \a parts with handles between them, at first of \a sizes. None can be dragged away.
[[nodiscard]] QSplitter *newSplitter(Qt::Orientation direction, std::initializer_list<QWidget *> parts,
                                     const QList<int> &sizes);
/// \a content, which takes all the room there is, without a frame.
[[nodiscard]] QScrollArea *newScrollArea(QWidget *content, QWidget *parent = nullptr);
void addPages(QStackedWidget &stack, std::initializer_list<QWidget *> pages);

} // namespace ui
