// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/logrow.h"

#include <QAbstractScrollArea>
#include <QCache>
#include <QTimer>

#include <optional>

class QPushButton;

namespace ui {

/// Lines of a LogDocument, painted: number, text, level words in colour, rewritten lines folded. Only what is visible
/// is ever read. Follows the end until somebody scrolls up. The line that is still being rewritten is not among the
/// rows; liveLine() is it. GUI thread.
class LogView final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogView)

public:
    explicit LogView(QWidget *parent = nullptr);
    ~LogView() override;

    void setDocument(std::shared_ptr<engine::LogDocument> document);
    void setGrowing(bool isGrowing); ///< polls the file only while it may grow
    void setWrapping(bool isWrapping);
    void setFollowing(bool isFollowing);
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void setPattern(const std::optional<engine::LogPattern> &pattern); ///< what is highlighted
    void setCurrentMatch(qint64 line); ///< marks and shows it; -1 marks none
    [[nodiscard]] qint64 currentMatch() const { return m_currentMatch; }

    [[nodiscard]] qint64 lineCount() const { return m_count; }
    [[nodiscard]] qint64 firstVisibleLine() const { return m_top.line; }
    [[nodiscard]] std::optional<engine::LogLine> liveLine() const;
    [[nodiscard]] QString lineText(qint64 line) const; ///< as shown
    [[nodiscard]] bool isSettled() const { return !m_hasMore; } ///< the whole file is indexed
    void copy(); ///< the selection, at most 32 MB; the text is gathered in a worker
    void selectAll();

signals:
    void grown(); ///< there are new lines, or another live line
    void followingChanged(bool isFollowing);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    static constexpr int margin = 12;

    /// A place in the text, or with a row of a wrapped line in place of a column, of the window.
    struct Place
    {
        qint64 line = 0;
        int column = 0;
        auto operator<=>(const Place &) const = default;
    };

    void poll();
    void updatePolling();
    void adoptCount();
    [[nodiscard]] LogRow &row(qint64 line) const;
    void paintRow(QPainter &painter, qint64 line, double y) const;
    [[nodiscard]] LogRow::Columns selectionIn(qint64 line) const;
    [[nodiscard]] int rowsOf(qint64 line) const;
    [[nodiscard]] int visibleRows() const;
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] Place topForEnd() const;
    [[nodiscard]] Place placeAt(const QPoint &position) const;
    void scrollRows(int rows); ///< by the user: may pause or resume following
    void setTop(Place top);
    void showLine(qint64 line);
    void moveCaret(int lines, int columns);
    void updateBars();
    void updateButton();
    void forgetRows();

    std::shared_ptr<engine::LogDocument> m_document;
    std::optional<engine::LogPattern> m_pattern;
    mutable QCache<qint64, LogRow> m_rows;
    QTimer m_poll;
    QPushButton *m_newLines;
    Place m_top; ///< column is the row within the line
    Place m_anchor;
    Place m_caret;
    qint64 m_count = 0;
    qint64 m_countWhenPaused = 0;
    qint64 m_currentMatch = -1;
    mutable double m_widest = 0;
    int m_lineHeight = 20;
    bool m_isGrowing = true;
    bool m_isWrapping = false;
    bool m_isFollowing = true;
    bool m_hasMore = false;
    bool m_isAdjusting = false; ///< the bar moves because the text did
};

} // namespace ui
