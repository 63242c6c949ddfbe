// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/transferspage.h"

#include "models/transfer/transferlist.h"
#include "models/transfer/transfertable.h"
#include "ui/transfer/progresstrack.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

using engine::TransferState;
using models::TransferTable;

namespace {

constexpr int widths[] = {180, 170, 180, 126, 130, 140, 88, 220, 96}; // by column
constexpr int leastStatus = 200;
constexpr int goFirst[] = {TransferTable::From, TransferTable::Began, TransferTable::Speed, TransferTable::Done};

class TransferCellDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (index.column() != TransferTable::Progress)
            return CellDelegate::paint(painter, option, index);
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), tokens().grid);
        const int percent = index.data(TransferTable::PercentRole).toInt();
        const auto state = TransferState(index.data(TransferTable::StateRole).toInt());
        if (percent < 0 && engine::isEnded(state))
            return; // a transfer that ended without starting has no progress
        const QFontMetrics metrics(option.font);
        const QRect room = option.rect.adjusted(8, 0, -8, -1);
        const int words = metrics.horizontalAdvance(u"100 %"_s);
        painter->setFont(option.font);
        painter->setPen(tokens().text);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
        paintTrack(*painter, QRectF(room.left(), room.center().y() - 2.5, room.width() - words - 8, 6), percent,
                   trackMarkOf(state));
    }

protected:
    [[nodiscard]] int markAt(const QModelIndex &index) const override
    {
        return index.column() == TransferTable::State
            ? int(markOf(TransferState(index.data(TransferTable::StateRole).toInt())))
            : -1;
    }
    [[nodiscard]] QString toneAt(const QModelIndex &index) const override
    {
        const bool isFailed = index.data(TransferTable::StateRole).toInt() == int(TransferState::Failed);
        if (index.column() == TransferTable::Status)
            return isFailed ? u"failed"_s : QString();
        return index.column() == TransferTable::What ? QString() : u"text2"_s;
    }
};

} // namespace

TransfersPage::TransfersPage(engine::EngineClient &client, const models::TransferList &transfers, QSettings &settings,
                             QWidget *parent)
    : Page(parent), m_client(client), m_settings(settings), m_model(new TransferTable(transfers, this)),
      m_order(new QSortFilterProxyModel(this)), m_header(new PageHeader(this)), m_filter(new QLineEdit(this)),
      m_count(new QLabel(this)), m_table(makeTable(this)), m_stack(new QStackedWidget(this)),
      m_nothing(new EmptyState(u"search"_s, {}, {}, this)), m_bar(new QWidget(this)), m_selected(new QLabel(m_bar))
{
    m_order->setSourceModel(m_model);
    m_order->setSortRole(TransferTable::SortRole);
    m_order->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_order->setFilterRole(TransferTable::FilterRole);
    for (const QVariant &column : settings.value(u"transfers/hidden"_s, QVariantList{TransferTable::From}).toList())
        m_hidden.insert(column.toInt());
    addCommands();
    arrange();
    connectParts();
    showCounts();
    showSelection();
}

// Children are deleted later and would still emit signals to this.
TransfersPage::~TransfersPage()
{
    for (QObject *part : std::initializer_list<QObject *>{m_model, m_order, m_table->selectionModel()})
        part->disconnect(this);
}

void TransfersPage::arrange()
{
    m_header->setTitle(tr("Transfers"));
    styleFilter(m_filter, tr("Filter the transfers by name, place or state"));
    m_filter->setFixedWidth(200);
    auto *tools = newRow({16, 6, 16, 8}, usualSpacing, {m_filter, Stretch{}, m_count});

    m_table->setModel(m_order);
    m_table->setItemDelegate(new TransferCellDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setAccessibleName(tr("Transfers"));
    m_table->sortByColumn(TransferTable::Began, Qt::DescendingOrder);
    QHeaderView *header = m_table->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setStretchLastSection(false);
    header->setSectionResizeMode(TransferTable::Status, QHeaderView::Stretch);
    for (int column = 0; column < TransferTable::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);

    auto *empty = new EmptyState(
        u"arrow-r"_s, tr("No transfers"),
        tr("Files that are uploaded, downloaded, copied or moved appear here, until they are cleared."), this);
    connect(empty->setButton(tr("Browse files")), &QAbstractButton::clicked, this, [this] { emit filesRequested({}); });
    connect(m_nothing->setButton(tr("Clear filter")), &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
    addPages(*m_stack, {m_table, empty, m_nothing});
    addBar(m_bar);
    setLayout(newColumn({}, 0, {m_header, newLine(), tools, {m_stack, 1}, m_bar}));
}

void TransfersPage::connectParts()
{
    connect(m_header->addCommand(u"layers"_s, tr("Transfers at once…")), &QAbstractButton::clicked, this,
            &TransfersPage::limitsRequested);
    auto *clear = m_header->addCommand(u"check"_s, tr("Clear those done"),
                                       tr("Forget every transfer that is done or was canceled"));
    connect(clear, &QAbstractButton::clicked, this, &TransfersPage::clearDone);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        QString pattern;
        for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) // all words must match, in any order
            pattern += u"(?=.*%1)"_s.arg(QRegularExpression::escape(word));
        m_order->setFilterRegularExpression(QRegularExpression(u'^' + pattern,
                                                               QRegularExpression::CaseInsensitiveOption
                                                                   | QRegularExpression::DotMatchesEverythingOption));
    });
    // m_order alone would miss rows that the filter hides.
    for (const QAbstractItemModel *rows : std::initializer_list<QAbstractItemModel *>{m_model, m_order}) {
        for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
            connect(rows, change, this, &TransfersPage::showCounts);
        connect(rows, &QAbstractItemModel::modelReset, this, &TransfersPage::showCounts);
    }
    // The selection model emits nothing on a reset.
    connect(m_order, &QAbstractItemModel::modelReset, this, &TransfersPage::showSelection);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &TransfersPage::showCounts);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &TransfersPage::showSelection);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TransfersPage::showSelection);
    connect(m_table, &QTableView::activated, this, &TransfersPage::openFolder);
    connect(m_table, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &where) { showMenu(m_table->viewport()->mapToGlobal(where)); });
    connect(m_table->horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint &where) {
        offerColumns(m_table, where, m_hidden, [this] {
            m_settings.setValue(u"transfers/hidden"_s, QVariantList(m_hidden.cbegin(), m_hidden.cend()));
            fitColumns();
        });
    });
}

void TransfersPage::takeFocus()
{
    m_table->setFocus(Qt::OtherFocusReason);
    if (!m_table->currentIndex().isValid() && m_order->rowCount() > 0)
        m_table->selectionModel()->setCurrentIndex(m_order->index(0, 0), QItemSelectionModel::NoUpdate);
}

void TransfersPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    fitColumns();
}

// Hides columns that do not fit, in the order of goFirst.
void TransfersPage::fitColumns()
{
    QSet<int> hidden = m_hidden;
    const auto wanted = [&] {
        int sum = leastStatus;
        for (int column = 0; column < TransferTable::ColumnCount; ++column)
            sum += hidden.contains(column) || column == TransferTable::Status ? 0 : widths[column];
        return sum;
    };
    for (const int column : goFirst) {
        if (wanted() > width())
            hidden.insert(column);
    }
    for (int column = 0; column < TransferTable::ColumnCount; ++column)
        m_table->setColumnHidden(column, hidden.contains(column));
}

void TransfersPage::showCounts()
{
    const QLocale locale;
    const int known = m_model->rowCount();
    const int shown = m_order->rowCount();
    QList<LinkText> facts{known == 1 ? tr("1 transfer") : tr("%1 transfers").arg(locale.toString(known))};
    const int running = m_model->countOf(TransferState::Running) + m_model->countOf(TransferState::Verifying);
    for (const auto &[count, words] : {std::pair(running, tr("%1 running")),
                                       {m_model->countOf(TransferState::Waiting), tr("%1 waiting")},
                                       {m_model->countOf(TransferState::Failed), tr("%1 failed")}}) {
        if (count > 0)
            facts.append(words.arg(locale.toString(count)));
    }
    m_header->setFacts(facts);
    m_count->setText(tr("%1 of %2").arg(locale.toString(shown), locale.toString(known)));
    m_nothing->setTexts(tr("No transfer matches %1.").arg(m_filter->text()),
                        tr("%1 transfers are hidden.").arg(locale.toString(known)));
    m_stack->setCurrentIndex(shown > 0 ? 0 : (known == 0 ? 1 : 2));
}

} // namespace ui
