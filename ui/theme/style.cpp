// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/theme/style.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int rowHeight = 26;
constexpr int controlHeight = 28;
constexpr int tabHeight = 34;
constexpr int treeIndent = 14;
constexpr int scrollBarExtent = 11;

bool isSet(const QWidget *widget, const char *property)
{
    return widget && widget->property(property).toBool();
}

void drawButtonText(const QStyle &style, QPainter &painter, QStyleOptionButton option, bool filled)
{
    if (filled && option.state.testFlag(QStyle::State_Enabled))
        option.palette.setColor(QPalette::ButtonText, tokens().onAccent);
    else if (!option.state.testFlag(QStyle::State_Enabled))
        option.palette.setColor(QPalette::ButtonText, tokens().text3);
    const int iconWidth = option.icon.isNull() ? 0 : option.iconSize.width();
    const int gap = iconWidth > 0 && !option.text.isEmpty() ? 6 : 0;
    const int textWidth = option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width();
    int left = option.rect.center().x() - (iconWidth + gap + textWidth) / 2 + 1;
    left = qMax(left, option.rect.left() + 5);
    if (iconWidth > 0) {
        const QRect place(left, option.rect.center().y() - option.iconSize.height() / 2 + 1, iconWidth,
                          option.iconSize.height());
        const auto mode = option.state.testFlag(QStyle::State_Enabled) ? QIcon::Normal : QIcon::Disabled;
        option.icon.paint(&painter, place, Qt::AlignCenter, mode);
    }
    const QRect room(left + iconWidth + gap, option.rect.top(), textWidth + 2, option.rect.height());
    style.drawItemText(&painter, room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, option.palette, true,
                       option.text, QPalette::ButtonText);
}

} // namespace

Style::Style() : QProxyStyle(u"fusion"_s) { }

void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QPushButton *>(widget) || qobject_cast<QTabBar *>(widget) || qobject_cast<QComboBox *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (auto *view = qobject_cast<QAbstractItemView *>(widget); view && view->window()->windowType() == Qt::Popup)
        view->viewport()->setBackgroundRole(QPalette::Button); // raised colour, as all floating widgets
    // Also for labels in tool tips and message boxes: text from machines must not be interpreted as markup.
    if (auto *label = qobject_cast<QLabel *>(widget); label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (qobject_cast<QLineEdit *>(widget) || qobject_cast<QTextEdit *>(widget)
        || qobject_cast<QPlainTextEdit *>(widget))
        widget->installEventFilter(this);
}

// Keys that delete a word in a text must not trigger the window's shortcut that deletes the selection. Qt 6.4 does not
// accept their ShortcutOverride.
bool Style::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::DeleteEndOfWord) || key->matches(QKeySequence::DeleteStartOfWord))
            key->accept();
    }
    return QProxyStyle::eventFilter(watched, event);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return scrollBarExtent;
    case PM_TreeViewIndentation:
        return treeIndent;
    case PM_SmallIconSize:
    case PM_ListViewIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 15;
    case PM_ToolBarIconSize:
        return 16;
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent:
        return 5;
    case PM_TabBarTabHSpace:
        return 20;
    case PM_TabBarTabVSpace:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuBarItemSpacing:
    case PM_ToolBarFrameWidth:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_MenuPanelWidth: // frame of menus
        return 1;
    case PM_MenuBarHMargin:
    case PM_HeaderMargin:
        return 8;
    case PM_MenuHMargin:
    case PM_MenuVMargin:
        return 4;
    case PM_ToolBarItemMargin:
        return 6;
    case PM_ToolBarItemSpacing:
        return 2;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ItemView_ActivateItemOnSingleClick:
    case SH_EtchDisabledText:
    case SH_UnderlineShortcut:
    case SH_TabBar_PreferNoArrows:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ScrollBar_ContextMenu:
    case SH_Widget_Animation_Duration:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_ToolTip_WakeUpDelay:
        return 500;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            const int icon = button->icon.isNull() ? 0 : button->iconSize.width() + (button->text.isEmpty() ? 0 : 6);
            const int text = button->fontMetrics.size(Qt::TextShowMnemonic, button->text).width();
            const int margin = button->text.isEmpty() ? 14 : 22;
            return {icon + text + margin, qMax(controlHeight, button->fontMetrics.height() + 10)};
        }
        return result;
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox:
        return {result.width() + 4, qMax(controlHeight, option->fontMetrics.height() + 10)};
    case CT_TabBarTab:
        // As wide as the bold text of a current tab, so that tabs do not move when another is chosen.
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option)) {
            const QFontMetrics bold(textFont(13, QFont::DemiBold));
            const int badge = tab->rightButtonSize.width() > 0 ? tab->rightButtonSize.width() + 6 : 0;
            return {bold.size(Qt::TextShowMnemonic, tab->text).width() + 20 + badge,
                    qMax(tabHeight, bold.height() + 16)};
        }
        return result;
    case CT_HeaderSection:
        return {result.width() + 8, qMax(rowHeight, option->fontMetrics.height() + 8)};
    case CT_ItemViewItem:
        return {result.width(), qMax(rowHeight, option->fontMetrics.height() + 8)};
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            return {result.width() + 8, qMax(rowHeight, option->fontMetrics.height() + 8)};
        return result;
    case CT_MenuBarItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            result.setWidth(item->fontMetrics.size(Qt::TextHideMnemonic, item->text).width() + 18);
        return {result.width(), qMax(rowHeight, option->fontMetrics.height() + 8)};
    case CT_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            if (button->toolButtonStyle != Qt::ToolButtonTextBesideIcon || button->icon.isNull())
                return {result.width(), qMax(result.height(), 24)};
            const int text = button->fontMetrics.size(Qt::TextHideMnemonic, button->text).width();
            const int arrow = button->features.testFlag(QStyleOptionToolButton::HasMenu) ? 18 : 0;
            return {2 * toolButtonPadding + button->iconSize.width() + 6 + text + arrow,
                    qMax(controlHeight, button->fontMetrics.height() + 10)};
        }
        return result;
    default:
        return result;
    }
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QWidget *outer = widget ? widget->parentWidget() : nullptr;
    const bool isInside = qobject_cast<const QAbstractSpinBox *>(outer) || qobject_cast<const QComboBox *>(outer);
    if (element == SE_LineEditContents && !isInside)
        return QProxyStyle::subElementRect(element, option, widget).adjusted(4, 0, -4, 0);
    if (element == SE_TabBarTabRightButton)
        return QProxyStyle::subElementRect(element, option, widget).translated(-6, 0);
    return QProxyStyle::subElementRect(element, option, widget);
}

// Aligns texts in all kinds of inputs.
QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                            const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return rect.adjusted(4, 0, 0, 0);
    if (control == CC_SpinBox && part == SC_SpinBoxEditField)
        return rect.adjusted(5, 0, 0, 0);
    if (control == CC_SpinBox && (part == SC_SpinBoxUp || part == SC_SpinBoxDown))
        return rect.adjusted(-6, 0, -2, 0);
    return rect;
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        const bool flat = button && button->features.testFlag(QStyleOptionButton::Flat);
        return drawPushButton(*painter, *option, isSet(widget, filledProperty), flat);
    }
    case PE_PanelButtonTool:
    case PE_IndicatorButtonDropDown:
        return drawToolButton(*painter, *option);
    case PE_FrameDefaultButton:
    case PE_FrameFocusRect:
    case PE_FrameTabBarBase:
    case PE_PanelMenuBar:
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget:
    case PE_PanelScrollAreaCorner:
        return;
    case PE_PanelMenu:
        return painter->fillRect(option->rect, tokens().raised);
    case PE_FrameMenu:
        return drawPopup(*painter, *option, {});
    case PE_PanelTipLabel:
        return drawPopup(*painter, *option, tokens().raised);
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth > 0)
            drawInputFrame(*painter, *option);
        return;
    case PE_FrameLineEdit:
        return drawInputFrame(*painter, *option);
    case PE_Frame:
        if (isSet(widget, floatingProperty))
            return drawBox(*painter, option->rect, 6, tokens().field, tokens().raised);
        if (widget && widget->windowType() == Qt::Popup)
            return drawPopup(*painter, *option, {});
        if (widget && !qobject_cast<const QAbstractScrollArea *>(widget) && !isSet(widget, cardProperty))
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        return drawCard(*painter, *option, isSet(widget, cardProperty) ? tokens().surface : QColor());
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheckBox(*painter, *option);
    case PE_IndicatorRadioButton:
        return drawRadioButton(*painter, *option);
    case PE_PanelItemViewRow:
    case PE_PanelItemViewItem:
        // Item views clear State_Active unless they have the focus.
        return drawRow(*painter, *option,
                       option->state.testFlag(State_Active)
                           || (qobject_cast<const QTreeView *>(widget) && widget->isActiveWindow()));
    case PE_IndicatorBranch:
        return drawBranch(*painter, *option);
    case PE_IndicatorArrowDown:
        if (qobject_cast<const QToolButton *>(widget))
            return; // drawToolButtonLabel() draws the arrow after the text
        return paintIcon(*painter, QRectF(option->rect.center() - QPoint(5, 5), QSizeF(12, 12)), u"chev-d"_s,
                         tokens().text2);
    case PE_IndicatorDockWidgetResizeHandle:
        painter->fillRect(option->rect, tokens().chrome);
        if (option->rect.height() > option->rect.width())
            painter->fillRect(QRect(option->rect.right(), option->rect.top(), 1, option->rect.height()), tokens().line);
        else
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                              tokens().line);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option))
            return drawButtonText(*this, *painter, *button, isSet(widget, filledProperty));
        break;
    case CE_ToolButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            if (button->toolButtonStyle == Qt::ToolButtonTextBesideIcon && !button->icon.isNull())
                return drawToolButtonLabel(*painter, *button);
            if (button->icon.isNull() && button->state.testFlag(State_AutoRaise)) {
                QStyleOptionToolButton quiet(*button); // a button of the breadcrumb bar
                quiet.palette.setColor(QPalette::ButtonText,
                                       button->state.testFlag(State_MouseOver) ? tokens().text : tokens().text2);
                return QProxyStyle::drawControl(element, &quiet, painter, widget);
            }
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        return drawHeaderSection(*painter, *option);
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option))
            return drawHeaderLabel(*painter, *header);
        break;
    case CE_Header:
        // Fusion would also draw its own arrow.
        proxy()->drawControl(CE_HeaderSection, option, painter, widget);
        return proxy()->drawControl(CE_HeaderLabel, option, painter, widget);
    case CE_TabBarTabShape:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option))
            return drawTab(*painter, *tab);
        break;
    case CE_TabBarTabLabel:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option))
            return drawTabLabel(*painter, *tab);
        break;
    case CE_ProgressBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option))
            return drawProgress(*painter, *bar);
        break;
    case CE_MenuBarItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            return drawMenuBarItem(*painter, *item);
        break;
    case CE_MenuBarEmptyArea:
    case CE_ToolBar:
        painter->fillRect(option->rect, tokens().chrome);
        if (element == CE_ToolBar)
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                              tokens().line);
        return;
    case CE_Splitter:
        if (option->state.testFlag(State_Horizontal))
            painter->fillRect(QRect(option->rect.center().x(), option->rect.top(), 1, option->rect.height()),
                              tokens().line);
        else
            painter->fillRect(QRect(option->rect.left(), option->rect.center().y(), option->rect.width(), 1),
                              tokens().line);
        return;
    case CE_ShapedFrame:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            frame && (frame->frameShape == QFrame::HLine || frame->frameShape == QFrame::VLine)) {
            const bool lying = frame->frameShape == QFrame::HLine;
            const QRect &all = option->rect;
            painter->fillRect(lying ? QRect(all.left(), all.center().y(), all.width(), 1)
                                    : QRect(all.center().x(), all.top(), 1, all.height()),
                              tokens().line);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                               const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option))
            return drawScrollBar(*painter, *slider, subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget));
    }
    if (control == CC_ComboBox) {
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            return drawComboBox(*painter, *combo);
    }
    if (control == CC_SpinBox) {
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option))
            return drawSpinBox(*painter, *spin, subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget),
                               subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget));
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace ui
