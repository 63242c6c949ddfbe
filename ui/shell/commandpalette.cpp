// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/commandpalette.h"

#include "models/resourcestore.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int mostFound = 60;
constexpr int idRole = Qt::UserRole;
constexpr int actionRole = Qt::UserRole + 1;
constexpr int keysRole = Qt::UserRole + 2;
constexpr std::array kindIcons{"group", "layers", "cluster", "share", "flask", "play", "server"}; // by ResourceKind
static_assert(kindIcons.size() == engine::enumWords<engine::ResourceKind>.size());

/// Puts the keys of a command at the right edge of its row.
class RowDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QRect room = option.rect.adjusted(0, 0, -10, 0);
        const bool isChosen = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setFont(textFont(12));
        painter->setPen(isChosen ? tokens().text2 : tokens().text3);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, index.data(keysRole).toString());
        painter->restore();
    }
};

bool matches(const QString &text, const QStringList &words)
{
    return std::all_of(words.cbegin(), words.cend(),
                       [&text](const QString &part) { return text.contains(part, Qt::CaseInsensitive); });
}

// Newest jobs first; all else by name.
bool isBefore(const engine::ResourceSnapshot &a, const engine::ResourceSnapshot &b)
{
    const auto created = [](const engine::ResourceSnapshot &resource) {
        return resource.id.kind() == engine::ResourceKind::Job
            ? resource.properties().value(u"creationTime"_s).toString() // ISO 8601: in the order of time
            : QString();
    };
    const int order = QString::compare(created(b), created(a));
    return order != 0 ? order < 0 : a.id.shortText() < b.id.shortText();
}

} // namespace

CommandPalette::CommandPalette(const models::ResourceStore &store, QWidget *window)
    : QFrame(window), m_store(store), m_input(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setFrameShape(QFrame::StyledPanel);
    setProperty(cardProperty, true);
    m_input->setPlaceholderText(tr("Search or run anything"));
    m_input->setAccessibleName(tr("Search or run anything"));
    m_input->addAction(icon(u"search"_s), QLineEdit::LeadingPosition);
    m_input->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("What matches"));
    setLayout(newColumn({8, 8, 8, 8}, usualSpacing, {m_input, m_list}));
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_input, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    hide();
}

void CommandPalette::open(const QList<QAction *> &actions)
{
    m_actions = actions;
    m_input->clear();
    fill({});
    const QWidget *window = parentWidget();
    const int width = qMin(560, window->width() - 48);
    setGeometry((window->width() - width) / 2, 72, width, qMin(420, window->height() - 120));
    show();
    raise();
    m_input->setFocus(Qt::PopupFocusReason);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut)
        hide();
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) {
            hide();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int row = m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1);
            m_list->setCurrentRow(std::clamp(row, 0, qMax(0, m_list->count() - 1)));
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::fill(const QString &text)
{
    m_list->clear();
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (QAction *action : std::as_const(m_actions)) {
        const QString name = action->text().remove(u'&');
        if (!action->isEnabled() || !matches(name, words))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto *item = new QListWidgetItem(action->icon(), name, m_list);
        item->setData(keysRole, keys);
        item->setData(Qt::AccessibleTextRole, keys.isEmpty() ? name : name + u", "_s + keys);
        item->setData(actionRole, QVariant::fromValue(static_cast<QObject *>(action)));
    }
    using engine::ResourceKind;
    for (const auto kind :
         {ResourceKind::Group, ResourceKind::Workspace, ResourceKind::Cluster, ResourceKind::FileServer,
          ResourceKind::Machine, ResourceKind::Experiment, ResourceKind::Job}) {
        if (words.isEmpty() && kind == ResourceKind::Job)
            break;
        QList<engine::ResourceSnapshot> found = m_store.all(kind);
        found.removeIf([&words](const auto &resource) { return !matches(resource.id.shortText(), words); });
        std::sort(found.begin(), found.end(), isBefore);
        for (const auto &resource : std::as_const(found)) {
            if (m_list->count() >= mostFound)
                break;
            const QString name = resource.id.shortText();
            auto *item = new QListWidgetItem(icon(QString::fromLatin1(kindIcons[size_t(kind)])), name, m_list);
            item->setData(idRole, QVariant::fromValue(resource.id));
        }
    }
    if (m_list->count() == 0)
        new QListWidgetItem(tr("Nothing matches"), m_list);
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item)
        return;
    auto *action = qobject_cast<QAction *>(item->data(actionRole).value<QObject *>());
    const auto id = item->data(idRole).value<engine::ResourceId>();
    hide();
    if (action)
        action->trigger();
    else if (id.isValid())
        emit openRequested(id);
}

} // namespace ui
