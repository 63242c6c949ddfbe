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
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;

namespace ui {

QString plainText(const QAction &action)
{
    return action.text().remove(u'&');
}

namespace {

constexpr int mostFound = 60;
constexpr int idRole = Qt::UserRole;
constexpr int actionRole = Qt::UserRole + 1;
constexpr int keysRole = Qt::UserRole + 2;
constexpr int reasonRole = Qt::UserRole + 3; // why a command is disabled
// By ResourceKind.
constexpr std::array kindIcons{"group", "layers", "cluster", "share", "flask", "play", "server", "cloud"};
static_assert(kindIcons.size() == engine::enumWords<engine::ResourceKind>.size());

/// Paints the keys of a command at the right edge, the reason why it is disabled behind its name.
class RowDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        QStyleOptionViewItem whole = option;
        initStyleOption(&whole, index);
        QRect room = option.rect.adjusted(0, 0, -10, 0);
        const QString keys = index.data(keysRole).toString();
        painter->save();
        painter->setFont(textFont(12));
        painter->setPen(quietColour(option));
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, keys);
        const QFontMetrics metrics(painter->font());
        const QRect name = option.widget->style()->subElementRect(QStyle::SE_ItemViewItemText, &whole, option.widget);
        room.setLeft(name.left() + whole.fontMetrics.horizontalAdvance(whole.text) + gap);
        room.setRight(room.right() - metrics.horizontalAdvance(keys) - gap);
        if (room.width() > 0)
            painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(index.data(reasonRole).toString(), Qt::ElideRight, room.width()));
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(reasonRole).isNull())
            return;
        for (const auto role : {QPalette::Text, QPalette::HighlightedText})
            option->palette.setColor(role, quietColour(*option));
    }

private:
    static constexpr int gap = 14;

    static QColor quietColour(const QStyleOptionViewItem &option)
    {
        return option.state.testFlag(QStyle::State_Selected) ? tokens().text2 : tokens().text3;
    }
};

/// The typed text.
struct Query
{
    explicit Query(const QString &typed) : text(typed.simplified()), words(text.split(u' ', Qt::SkipEmptyParts)) { }

    QString text;
    QStringList words;
};

/// Quality of a match, best first.
enum class Rank { Equal, Start, WordStarts, Inside, InTip, NoMatch };

bool hasAll(const Query &query, const QString &text)
{
    return std::all_of(query.words.cbegin(), query.words.cend(),
                       [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

bool startsWord(const QString &text, const QString &part)
{
    for (qsizetype at = text.indexOf(part, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(part, at + 1, Qt::CaseInsensitive)) {
        if (at == 0 || !text.at(at - 1).isLetterOrNumber())
            return true;
    }
    return false;
}

/// \a name: shown name; \a text: all searchable text.
Rank rankOf(const Query &query, const QString &name, const QString &text)
{
    if (query.words.isEmpty() || name.compare(query.text, Qt::CaseInsensitive) == 0)
        return Rank::Equal;
    if (name.startsWith(query.text, Qt::CaseInsensitive))
        return Rank::Start;
    if (!hasAll(query, text))
        return Rank::NoMatch;
    const bool areStarts = std::all_of(query.words.cbegin(), query.words.cend(),
                                       [&text](const QString &word) { return startsWord(text, word); });
    return areStarts ? Rank::WordStarts : Rank::Inside;
}

Rank rankOf(const Query &query, const QAction &action)
{
    const QString name = plainText(action);
    const Rank rank = rankOf(query, name, name);
    const QString others = action.statusTip() + u' ' + action.property(synonymsProperty).toString();
    return rank == Rank::NoMatch && hasAll(query, others) ? Rank::InTip : rank;
}

// The reason is in the tool tip, below its first line or as the whole.
QString whyNot(const QAction &action)
{
    const QString tip = action.toolTip();
    const QString reason = tip.contains(u'\n') ? tip.section(u'\n', 1) : tip;
    return reason.isEmpty() || reason == plainText(action) ? CommandPalette::tr("Not possible now") : reason;
}

// Jobs newest first, others by name.
bool isBefore(const engine::ResourceSnapshot &a, const engine::ResourceSnapshot &b)
{
    const auto created = [](const engine::ResourceSnapshot &resource) {
        return resource.id.kind() == engine::ResourceKind::Job
            ? resource.properties().value(u"creationTime"_s).toString() // ISO 8601 sorts by time
            : QString();
    };
    const int order = QString::compare(created(b), created(a));
    return order != 0 ? order < 0 : a.id.shortText() < b.id.shortText();
}

struct Row
{
    int rank; // best first
    std::unique_ptr<QListWidgetItem> item;
};

// An icon that aligns names of rows without one.
QIcon emptyIcon()
{
    QPixmap room(1, 1);
    room.fill(Qt::transparent);
    return room;
}

Row rowOf(QAction &action, Rank rank)
{
    const QString name = plainText(action);
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    QStringList words{name, keys};
    Row row{2 * int(rank),
            std::make_unique<QListWidgetItem>(action.icon().isNull() ? emptyIcon() : action.icon(), name)};
    row.item->setData(keysRole, keys);
    row.item->setData(actionRole, QVariant::fromValue(QPointer<QObject>(&action)));
    if (!action.isEnabled()) {
        words.append(whyNot(action));
        row.rank += 1;
        row.item->setData(reasonRole, words.constLast());
        row.item->setToolTip(words.constLast());
    }
    words.removeAll(QString());
    row.item->setData(Qt::AccessibleTextRole, words.join(u", "_s));
    return row;
}

void addResources(std::vector<Row> &rows, const Query &query, const QList<engine::ResourceSnapshot> &resources)
{
    std::vector<std::pair<Rank, const engine::ResourceSnapshot *>> found;
    for (const auto &resource : resources) {
        if (const Rank rank = rankOf(query, resource.id.name(), resource.id.shortText()); rank != Rank::NoMatch)
            found.emplace_back(rank, &resource);
    }
    const auto end = found.begin() + std::min<qsizetype>(mostFound, qsizetype(found.size()));
    std::partial_sort(found.begin(), end, found.end(), [](const auto &a, const auto &b) {
        return a.first != b.first ? a.first < b.first : isBefore(*a.second, *b.second);
    });
    for (auto it = found.begin(); it != end; ++it) {
        const engine::ResourceId &id = it->second->id;
        Row row{
            2 * int(it->first),
            std::make_unique<QListWidgetItem>(icon(QString::fromLatin1(kindIcons[size_t(id.kind())])), id.shortText())};
        row.item->setData(idRole, QVariant::fromValue(id));
        rows.push_back(std::move(row));
    }
}

} // namespace

CommandPalette::CommandPalette(const models::ResourceStore &store, QWidget *window)
    : QFrame(window), m_store(store), m_input(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setFrameShape(QFrame::StyledPanel);
    setProperty(floatingProperty, true);
    m_input->addAction(icon(u"search"_s), QLineEdit::LeadingPosition);
    m_input->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->viewport()->setBackgroundRole(QPalette::Button); // raised colour, as all floating widgets
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

void CommandPalette::open(const QList<QAction *> &actions, Offer offer)
{
    m_actions.assign(actions.cbegin(), actions.cend());
    m_offer = offer;
    const QString what = offer == Offer::Everything ? tr("Search or run anything") : tr("Find a command and its key");
    m_input->setPlaceholderText(what);
    m_input->setAccessibleName(what);
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
    const Query query(text);
    std::vector<Row> rows;
    for (const QPointer<QAction> &action : std::as_const(m_actions)) {
        if (const Rank rank = action ? rankOf(query, *action) : Rank::NoMatch; rank != Rank::NoMatch)
            rows.push_back(rowOf(*action, rank));
    }
    const size_t most = rows.size() + mostFound;
    using engine::ResourceKind;
    for (const auto kind :
         {ResourceKind::Group, ResourceKind::Workspace, ResourceKind::Cluster, ResourceKind::FileServer,
          ResourceKind::Machine, ResourceKind::StorageAccount, ResourceKind::Experiment, ResourceKind::Job}) {
        if (m_offer == Offer::Everything && (!query.words.isEmpty() || kind != ResourceKind::Job))
            addResources(rows, query, m_store.all(kind));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.rank < b.rank; });
    rows.resize(std::min(rows.size(), most));
    for (Row &row : rows)
        m_list->addItem(row.item.release());
    if (rows.empty())
        new QListWidgetItem(tr("Nothing matches"), m_list);
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item || !item->data(reasonRole).isNull())
        return;
    auto *action = qobject_cast<QAction *>(item->data(actionRole).value<QPointer<QObject>>().data());
    const auto id = item->data(idRole).value<engine::ResourceId>();
    hide();
    if (action)
        action->trigger();
    else if (id.isValid())
        emit openRequested(id);
}

} // namespace ui
