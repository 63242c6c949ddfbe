// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/placespanel.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/linklabel.h"

#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace ui {

using models::PlacesModel;

namespace {

constexpr int panelWidth = 196;
constexpr int margin = 12;
constexpr int iconSide = 16;
constexpr int barHeight = 4;

class PlaceDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bool isHeading = index.data(PlacesModel::IconRole).toString().isEmpty();
        const int line = option.fontMetrics.height();
        return {80, isHeading ? line + 14 : 2 * line + 20};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Tokens &t = tokens();
        const QString iconName = index.data(PlacesModel::IconRole).toString();
        const QRect room = option.rect.adjusted(margin, 0, -margin, 0);
        if (iconName.isEmpty()) {
            painter->setFont(textFont(12, QFont::Medium));
            painter->setPen(t.text2);
            painter->drawText(room.adjusted(0, 4, 0, 0), Qt::AlignVCenter, index.data().toString());
            return;
        }
        const bool isLit = option.state.testFlag(QStyle::State_Selected);
        if (isLit || option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, isLit ? t.selection : t.hover);
        if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
            drawFocusRing(*painter, option.rect.adjusted(2, 1, -2, -1), 4);
        const bool isOnline = index.data(PlacesModel::OnlineRole).toBool();
        const QVariant used = index.data(PlacesModel::UsedRole);
        const bool hasMeter = used.isValid() && isOnline;
        const int line = option.fontMetrics.height();
        const int top = room.top() + (hasMeter ? 5 : (room.height() - 2 * line) / 2);
        paintIcon(*painter, QRectF(room.left(), top + (line - iconSide) / 2.0, iconSide, iconSide), iconName,
                  isLit ? t.text : t.text2);
        const QRect words(room.left() + iconSide + 8, top, room.width() - iconSide - 8, line);
        drawLine(*painter, words, index.data().toString(), textFont(13), isOnline ? t.text : t.text2);
        const QFont small = textFont(11.5);
        drawLine(*painter, words.translated(0, line - 1), index.data(PlacesModel::DetailRole).toString(), small,
                 isLit ? t.text2 : t.text3);
        if (hasMeter)
            drawMeter(*painter, QRectF(words.left(), words.top() + 2 * line + 1, words.width(), barHeight),
                      used.toDouble());
    }

private:
    static void drawLine(QPainter &painter, const QRect &room, const QString &text, const QFont &font,
                         const QColor &colour)
    {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetrics(font).elidedText(text, Qt::ElideMiddle, room.width()));
    }
};

} // namespace

PlacesPanel::PlacesPanel(PlacesModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_list(new QListView(this))
{
    setFixedWidth(panelWidth);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_list->setModel(&model);
    m_list->setItemDelegate(new PlaceDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->viewport()->setBackgroundRole(QPalette::AlternateBase);
    m_list->setAccessibleName(tr("Places"));
    const auto addLink = [this](const QString &words, const QMargins &margins, auto requested) {
        auto *link = new LinkLabel(LinkText().addLink(words, u"more"_s), this);
        link->setContentsMargins(margins);
        link->setFocusPolicy(Qt::StrongFocus);
        link->setAccessibleName(words);
        connect(link, &QLabel::linkActivated, this, requested);
        return link;
    };
    auto *machine = addLink(tr("Connect a machine…"), {margin, 8, margin, 4}, &PlacesPanel::connectRequested);
    auto *account = addLink(tr("Add a storage account…"), {margin, 0, margin, 10}, &PlacesPanel::accountRequested);
    setLayout(newColumn({0, 2, 0, 0}, 0, {{m_list, 1000}, machine, account, Stretch{}}));
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        int height = 4;
        for (int row = 0; row < m_model.rowCount(); ++row)
            height += m_list->sizeHintForRow(row);
        m_list->setMaximumHeight(height); // the next widget is directly below the last place
        light();
    });
    const auto open = [this](const QModelIndex &index) {
        if (index.flags().testFlag(Qt::ItemIsEnabled))
            emit openRequested(index.data(PlacesModel::LocationRole).value<engine::Location>());
    };
    connect(m_list, &QListView::clicked, this, open);
    connect(m_list, &QListView::activated, this, open);
}

DropSpot PlacesPanel::spotAt(const QPoint &where) const
{
    const QPoint inside = m_list->viewport()->mapFrom(this, where);
    const QModelIndex index = m_list->indexAt(inside);
    const auto root = index.data(PlacesModel::LocationRole).value<engine::Location>();
    if (!index.isValid() || root.path.isEmpty())
        return {};
    QRect row = m_list->visualRect(index);
    row.moveTopLeft(m_list->viewport()->mapTo(this, row.topLeft()));
    return {root, row, index.data(PlacesModel::OnlineRole).toBool()};
}

void PlacesPanel::showLocation(const engine::Location &location)
{
    m_location = location;
    light();
}

void PlacesPanel::light()
{
    const int row = m_model.rowOf(m_location);
    m_list->setCurrentIndex(row < 0 ? QModelIndex() : m_model.index(row));
}

} // namespace ui
