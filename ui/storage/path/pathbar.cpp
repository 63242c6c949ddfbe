// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/path/pathbar.h"

#include "models/storage/placesmodel.h"
#include "models/storage/storagewords.h"
#include "ui/storage/path/pathinput.h"
#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <QStyleOptionFrame>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;

namespace {

constexpr int stepPadding = 4;
constexpr int arrowWidth = 14;
constexpr int roomForName = 300; // pixels; if wider, shows the name of the place beside its icon
constexpr int roomBesideName = 60; // pixels for icon and margins
constexpr int roomForMore = 170; // pixels; if narrower, shows only the last step

QToolButton *newStep(const QString &text, QWidget *parent)
{
    auto *step = new QToolButton(parent);
    step->setAutoRaise(true);
    step->setText(text);
    step->setFocusPolicy(Qt::NoFocus); // the bar has the focus, and Alt+Up goes up
    step->setFixedHeight(22);
    return step;
}

} // namespace

PathBar::PathBar(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent)
    : QFrame(parent), m_places(places), m_place(newStep({}, this)), m_stack(new QStackedWidget(this)),
      m_crumbs(new QWidget), m_steps(newRow({}, 0)), m_hint(new QLabel(tr("click to type a path"))),
      m_input(new PathInput(client, places))
{
    setFixedHeight(qMax(28, fontMetrics().height() + 10));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::IBeamCursor);
    m_place->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_place->setCursor(Qt::ArrowCursor);
    m_place->setToolTip(tr("Other places"));
    connect(m_place, &QToolButton::clicked, this, &PathBar::showPlaces);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setFont(textFont(12.5));
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_crumbs->setLayout(newRow({0, 0, 8, 0}, 0, {m_steps, Stretch{}, m_hint}));
    addPages(*m_stack, {m_crumbs, m_input});
    // Steps are chosen to fit and must not request more width.
    m_stack->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_stack->setMinimumWidth(60);
    setLayout(newRow({5, 1, 2, 1}, 0, {m_place, {m_stack, 1}}));
    connect(m_input, &QLineEdit::returnPressed, this, &PathBar::commit);
    connect(m_input, &PathInput::canceled, this, &PathBar::leave);
    connect(m_input, &PathInput::abandoned, this, &PathBar::showSteps);
}

void PathBar::setLocation(const Location &location)
{
    m_location = location;
    const QString shown = engine::shownPath(location.toString());
    setAccessibleName(tr("Path: %1").arg(shown));
    setToolTip(shown);
    const bool isRooted = !m_root.path.isEmpty();
    m_place->setText(isRooted ? m_rootName : models::placeName(location.place));
    const bool isAccount = !engine::accountOf(location.place).isEmpty();
    m_place->setIcon(icon(isRooted                       ? u"folder"_s
                              : location.place.isEmpty() ? u"monitor"_s
                              : isAccount                ? u"cloud"_s
                                                         : u"server"_s));
    m_place->setAccessibleName(isRooted ? tr("Top: %1").arg(m_rootName) : tr("Place: %1").arg(m_place->text()));
    if (isEditing())
        leave();
    build();
}

void PathBar::setRoot(const Location &root, const QString &name)
{
    m_root = root;
    m_rootName = name;
    m_place->setToolTip(engine::shownPath(root.toString()));
    setCursor(Qt::ArrowCursor);
    setFocusPolicy(Qt::NoFocus);
    setLocation(root);
}

bool PathBar::isEditing() const
{
    return m_stack->currentWidget() == m_input;
}

void PathBar::edit()
{
    if (!m_root.path.isEmpty())
        return;
    m_input->begin(m_location);
    m_stack->setCurrentWidget(m_input);
    m_input->setFocus(Qt::ShortcutFocusReason);
    m_input->selectAll();
    update();
}

// Shows the last steps that fit; an ellipsis for the others leads to the nearest of them.
void PathBar::build()
{
    while (QLayoutItem *item = m_steps->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    QList<Location> steps;
    for (Location at = m_location; at.path != u"/" && at != m_root; at = at.parent())
        steps.prepend(at);
    const bool isRooted = !m_root.path.isEmpty();
    const QFontMetrics metrics(textFont(13, QFont::Medium));
    const auto widthOf = [&](const Location &step) {
        return qMin(200, metrics.horizontalAdvance(engine::shownPath(step.name()))) + 2 * stepPadding + 12 + arrowWidth;
    };
    m_builtFor = width();
    const bool hasRoom = metrics.horizontalAdvance(m_place->text()) + roomBesideName <= width();
    const bool isWide = width() >= roomForName || (steps.isEmpty() && hasRoom);
    m_place->setToolButtonStyle(isWide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    const int room = width() - 10 - m_place->sizeHint().width();
    int left = room - 40;
    qsizetype first = steps.size();
    while (first > 0 && (left -= widthOf(steps[first - 1])) >= 0)
        --first;
    const bool isTight = room < roomForMore;
    first = isTight ? qMax<qsizetype>(0, steps.size() - 1) : qMin(first, qMax<qsizetype>(0, steps.size() - 1));
    const int longest = qBound(24, room - (isTight ? 34 : 90), 200); // leaves room for arrows and ellipsis
    const auto add = [&](const QString &text, const Location &target, bool isLast) {
        auto *arrow = new Picture(icon(u"chev-r"_s), 12, m_crumbs);
        m_steps->addWidget(arrow);
        arrow->show();
        QToolButton *step = newStep(metrics.elidedText(text, Qt::ElideMiddle, longest), m_crumbs);
        step->setAccessibleName(text);
        step->setCursor(Qt::ArrowCursor);
        if (isLast)
            step->setFont(textFont(13, QFont::DemiBold));
        connect(step, &QToolButton::clicked, this, [this, target] { emit openRequested(target); });
        m_steps->addWidget(step);
        step->show();
    };
    const bool isWhole = steps.isEmpty() || (first == 0 && !isTight);
    if (isWhole && !isRooted)
        add(u"/"_s, {m_location.place, u"/"_s}, steps.isEmpty());
    else if (!isWhole && !isTight)
        add(u"…"_s, steps[first - 1], false);
    for (qsizetype i = first; i < steps.size(); ++i)
        add(engine::shownPath(steps[i].name()), steps[i], i + 1 == steps.size());
    m_hint->setVisible(!isRooted && left > m_hint->sizeHint().width());
}

void PathBar::showPlaces()
{
    if (!m_root.path.isEmpty())
        return emit openRequested(m_root);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int row = 0; row < m_places.rowCount(); ++row) {
        const QModelIndex place = m_places.index(row);
        const QString iconName = place.data(models::PlacesModel::IconRole).toString();
        if (iconName.isEmpty()) {
            menu->addSection(place.data().toString());
            continue;
        }
        const auto target = place.data(models::PlacesModel::LocationRole).value<Location>();
        QAction *action = menu->addAction(icon(iconName), place.data().toString().replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, this, [this, target] { emit openRequested(target); });
    }
    menu->popup(mapToGlobal(QPoint(0, height())));
}

void PathBar::commit()
{
    leave();
    if (m_input->text().isEmpty())
        return;
    const auto location = m_input->location();
    location ? emit typed(*location) : emit refused(location.error());
}

void PathBar::leave()
{
    const bool hadFocus = m_input->hasFocus();
    showSteps();
    if (hadFocus)
        emit left();
}

void PathBar::showSteps()
{
    m_stack->setCurrentWidget(m_crumbs);
    update();
}

void PathBar::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        edit();
}

void PathBar::keyPressEvent(QKeyEvent *event)
{
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (opens)
        return edit();
    QFrame::keyPressEvent(event);
}

void PathBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionFrame option;
    option.initFrom(this);
    option.state.setFlag(QStyle::State_HasFocus, hasFocus() || isEditing());
    drawInputFrame(painter, option);
}

void PathBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (m_builtFor != width())
        build();
}

} // namespace ui
