// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logmap.h"

#include "ui/log/view/logview.h"
#include "ui/theme/tokens.h"

#include <QMouseEvent>
#include <QPainter>

namespace ui {

namespace {

constexpr int stepHeight = 2; // pixels
constexpr int extendInterval = 250; // ms; limits searches of a log that grows fast
constexpr int surveyInterval = 200; // ms

engine::LogPattern patternOf(const char *expression)
{
    return *engine::LogPattern::compile({QString::fromLatin1(expression), true, true});
}

} // namespace

LogMap::LogMap(LogView &view, const LogFinder &matches, QWidget *parent)
    : QWidget(parent), m_view(view), m_matches(matches)
{
    setFixedWidth(mapWidth);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Map of the log"));
    setToolTip(tr("Errors, warnings, matches and marks in the whole log"));
    m_extend.setSingleShot(true);
    m_extend.setInterval(extendInterval);
    m_survey.setSingleShot(true);
    m_survey.setInterval(surveyInterval);
    connect(&m_extend, &QTimer::timeout, this, &LogMap::extend);
    connect(&m_survey, &QTimer::timeout, this, &LogMap::survey);
    connect(&view, &LogView::grown, this, &LogMap::extendSoon);
    connect(&view, &LogView::linesMoved, this, [this] { // at once, as its line numbers must be the view's
        if (m_errors.search())
            extend();
    });
    connect(&view.marks(), &MarkedLines::changed, this, &LogMap::changeSoon);
    connect(&view, &LogView::scrolled, this, qOverload<>(&QWidget::update));
    for (const LogFinder *finder : std::initializer_list<const LogFinder *>{&m_errors, &m_warnings, &matches})
        connect(finder, &LogFinder::changed, this, &LogMap::changeSoon);
}

LogMap::~LogMap() = default;

void LogMap::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_document = std::move(document);
    m_steps.clear();
    m_isStale = true;
    m_isDrawn = false;
    m_errors.start(nullptr, {});
    m_warnings.start(nullptr, {});
    extendSoon();
}

bool LogMap::isSettled() const
{
    const bool isIdle =
        !m_extend.isActive() && !m_survey.isActive() && !m_errors.isSearching() && !m_warnings.isSearching();
    return !isVisible() || isIdle || (m_isDrawn && m_view.isGrowing());
}

void LogMap::extendSoon()
{
    m_isStale = true;
    if (isVisible() && !m_extend.isActive())
        m_extend.start();
}

void LogMap::extend()
{
    m_isStale = false;
    if (m_errors.search()) {
        m_errors.extend();
        m_warnings.extend();
    } else {
        m_errors.start(m_document, patternOf("\\b(?:ERROR|CRITICAL|FATAL|Traceback)\\b"));
        m_warnings.start(m_document, patternOf("\\bWARN(?:ING)?\\b"));
    }
    changeSoon();
}

void LogMap::changeSoon()
{
    if (isVisible() && !m_survey.isActive())
        m_survey.start();
}

void LogMap::survey()
{
    m_isDrawn |= m_errors.search() && !m_errors.isSearching() && !m_warnings.isSearching();
    m_lines = m_view.rows().lineCount();
    m_steps.assign(size_t(std::max(1, height() / stepHeight)), {});
    const auto lineOf = [this](size_t step) { return qint64(double(m_lines) * double(step) / double(m_steps.size())); };
    qint64 errors = 0;
    qint64 warnings = 0;
    qint64 matches = 0;
    for (size_t i = 0; i < m_steps.size() && m_lines > 0; ++i) {
        const qint64 end = std::max(lineOf(i + 1), lineOf(i));
        const auto hasMore = [end](const LogFinder &finder, qint64 &below) {
            if (below >= finder.count())
                return false;
            const qint64 before = std::exchange(below, finder.countBelow(end));
            return below > before;
        };
        m_steps[i].hasError = hasMore(m_errors, errors);
        m_steps[i].hasWarning = hasMore(m_warnings, warnings);
        m_steps[i].hasMatch = hasMore(m_matches, matches);
    }
    for (const qint64 line : m_view.marks().lines())
        m_steps[size_t(std::clamp(yOf(line) / stepHeight, 0.0, double(m_steps.size() - 1)))].hasMark = true;
    update();
}

double LogMap::yOf(qint64 line) const
{
    const qint64 lines = std::max<qint64>(1, m_view.rows().lineCount());
    return double(line) / double(lines) * height();
}

void LogMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &colours = tokens();
    painter.fillRect(rect(), colours.surface);
    painter.fillRect(0, 0, 1, height(), colours.line);
    for (size_t i = 0; i < m_steps.size(); ++i) {
        const Step &step = m_steps[i];
        const double y = double(i) * stepHeight;
        if (step.hasWarning)
            painter.fillRect(QRectF(2, y, 6, stepHeight), colours.colour(Mark::Terminating));
        if (step.hasMatch)
            painter.fillRect(QRectF(10, y, 6, stepHeight), colours.matchCurrent);
        if (step.hasError)
            painter.fillRect(QRectF(2, y, 14, stepHeight), colours.colour(Mark::Failed));
        if (step.hasMark)
            painter.fillRect(QRectF(6, y - 1, 6, stepHeight + 2), colours.link);
    }
    if (m_view.rows().count() == 0)
        return;
    const LogScroll &scroll = m_view.scroll();
    const double top = yOf(scroll.firstVisibleLine());
    const bool isAtEnd = scroll.top().row + scroll.visibleRows() >= m_view.rows().count();
    // Lines behind the last row are filtered out or overwritten.
    const double end = isAtEnd ? height() : yOf(scroll.lastVisibleLine() + 1);
    const double bottom = std::max(end, top + 6);
    QRectF box(1.5, std::min(top, height() - 7.0) + 0.5, mapWidth - 3.0, std::min(bottom - top, height() - 1.0));
    QColor fill = colours.text;
    fill.setAlpha(28);
    painter.setBrush(fill);
    painter.setPen(colours.text3);
    painter.drawRect(box);
}

void LogMap::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    survey();
}

void LogMap::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        m_extend.start();
    survey();
}

void LogMap::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_extend.stop();
    m_survey.stop();
}

void LogMap::scrollTo(double y)
{
    constexpr double edge = 3; // pixels at the bottom that scroll to the end
    if (y >= height() - edge)
        return m_view.goToRow(m_view.rows().count());
    const auto line = qint64(y / std::max(1, height()) * double(m_view.rows().lineCount()));
    const qint64 row = m_view.rows().rowOf({std::clamp<qint64>(line, 0, m_view.rows().lineCount()), -1});
    m_view.goToRow(row - m_view.scroll().visibleRows() / 2);
}

void LogMap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        scrollTo(event->position().y());
}

void LogMap::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        scrollTo(event->position().y());
}

void LogMap::wheelEvent(QWheelEvent *event)
{
    QCoreApplication::sendEvent(m_view.viewport(), event); // the view knows the row height
}

} // namespace ui
