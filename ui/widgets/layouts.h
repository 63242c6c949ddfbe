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

/// Stretchable space.
struct Stretch
{
    int factor = 1;
};

/// Fixed space, in addition to the spacing.
struct Gap
{
    int pixels = 0;
};

/// An item of a row or column: a widget or a layout with a stretch factor, or space.
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

inline constexpr int usualSpacing = -1; ///< spacing of the parent layout or the style

/// Lays out \a parts from left to right. Owned by the widget or layout that it is set on.
[[nodiscard]] QHBoxLayout *newRow(const QMargins &margins, int spacing, std::initializer_list<Part> parts = {});
/// Lays out \a parts from top to bottom.
[[nodiscard]] QVBoxLayout *newColumn(const QMargins &margins, int spacing, std::initializer_list<Part> parts = {});
/// An empty grid, set as layout of \a parent if not null.
[[nodiscard]] QGridLayout *newGrid(const QMargins &margins, int across, int down, QWidget *parent = nullptr);
/// A splitter with \a parts of initial \a sizes in pixels, not collapsible.
[[nodiscard]] QSplitter *newSplitter(Qt::Orientation direction, std::initializer_list<QWidget *> parts,
                                     const QList<int> &sizes);
/// A scroll area without a frame, which \a content fills.
[[nodiscard]] QScrollArea *newScrollArea(QWidget *content, QWidget *parent = nullptr);
void addPages(QStackedWidget &stack, std::initializer_list<QWidget *> pages);

} // namespace ui
