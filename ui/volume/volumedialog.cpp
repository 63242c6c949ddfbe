// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/volume/volumedialog.h"

#include "engine/base/whenfinished.h"
#include "ui/resource/itemrows.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"
#include "ui/widgets/tonelabel.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

VolumeDialog::VolumeDialog(engine::EngineClient &client, QWidget *parent)
    : QDialog(parent), m_client(client), m_model(new QStandardItemModel(0, 2, this)), m_table(makeTable(this)),
      m_stack(new QStackedWidget(this)), m_banner(new Banner(this)), m_source(new QLineEdit(this)),
      m_target(new QLineEdit(this)), m_map(new QPushButton(tr("Add"), this)),
      m_remove(new QPushButton(tr("Remove"), this))
{
    setObjectName(u"volumes"_s);
    setWindowTitle(tr("Map volumes"));
    build();
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &VolumeDialog::showChosen);
    connect(m_source, &QLineEdit::textChanged, this, &VolumeDialog::check);
    connect(m_target, &QLineEdit::textChanged, this, &VolumeDialog::check);
    connect(m_map, &QPushButton::clicked, this, &VolumeDialog::map);
    connect(m_remove, &QPushButton::clicked, this, &VolumeDialog::remove);
    connect(new QShortcut(QKeySequence::Delete, m_table), &QShortcut::activated, m_remove, &QPushButton::click);
    check();
    fetch();
}

void VolumeDialog::build()
{
    auto *why = new ToneLabel(ToneLabel::Tone::Quiet,
                              tr("Documents of Batch AI name shares, containers and file servers of Azure. Say where "
                                 "each is now; * stands for any account, share or container. Jobs that were "
                                 "submitted keep what they began with."),
                              this);
    m_model->setHorizontalHeaderLabels({tr("In the document"), tr("Is now")});
    m_table->setModel(m_model);
    m_table->setObjectName(u"mappings"_s);
    m_table->setAccessibleName(tr("Mapped volumes"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->setColumnWidth(1, 260);
    m_stack->addWidget(m_table);
    m_stack->addWidget(new EmptyState(u"disk"_s, tr("No volume is mapped yet"),
                                      tr("Mounts of old documents are warned of until they are."), m_stack));
    m_source->setObjectName(u"source"_s);
    m_source->setPlaceholderText(u"https://ACCOUNT.file.core.windows.net/SHARE"_s);
    m_target->setObjectName(u"target"_s);
    m_target->setPlaceholderText(u"path:/data"_s);
    auto *help = new ToneLabel(ToneLabel::Tone::Faint,
                               tr("path:/dir is a folder that the nodes have already; PLACE:/dir is one on a machine "
                                  "or a file server."),
                               this, textFont(12));
    auto *grid = newGrid({}, 12, 5);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto &[label, field] : {std::pair(tr("Volume"), m_source), {tr("Is now"), m_target}}) {
        auto *words = new QLabel(label, this);
        words->setBuddy(field);
        field->setFont(monoFont());
        field->setAccessibleName(label);
        grid->addWidget(words, row, 0);
        grid->addWidget(field, row++, 1);
    }
    grid->addWidget(help, row, 1);
    m_map->setObjectName(u"map"_s);
    m_map->setProperty(filledProperty, true);
    m_map->setDefault(true);
    m_remove->setObjectName(u"unmap"_s);
    m_remove->setAutoDefault(false);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto *buttons = newRow({}, 10, {m_remove, Stretch{}, close, m_map});
    setLayout(newColumn({16, 16, 16, 16}, 10, {why, {m_stack, 1}, m_banner, grid, buttons}));
    QWidget *before = m_table;
    for (QWidget *next : std::initializer_list<QWidget *>{m_source, m_target, m_map, m_remove, close}) {
        setTabOrder(before, next);
        before = next;
    }
    resize(720, 460);
}

void VolumeDialog::mapSource(const QString &source)
{
    if (!source.isEmpty())
        m_source->setText(source);
    const int row = rowOf(source);
    if (row >= 0)
        m_table->selectRow(row);
    (source.isEmpty() ? m_source : m_target)->setFocus(Qt::OtherFocusReason);
}

void VolumeDialog::fetch()
{
    engine::whenFinished(m_client.volumes.list(), this, [this](const auto &answer) {
        m_isLoading = false;
        if (answer)
            take(*answer);
        else
            m_banner->showError(answer.error());
    });
}

void VolumeDialog::take(const QList<engine::MappedVolume> &volumes)
{
    QList<QList<QStandardItem *>> rows;
    for (const engine::MappedVolume &volume : volumes)
        rows.append(QList<QStandardItem *>{textItem(volume.source, {}), textItem(volume.target, {})});
    setRows(*m_model, rows);
    m_stack->setCurrentIndex(rows.isEmpty() ? 1 : 0);
    check();
}

void VolumeDialog::showChosen()
{
    const auto chosen = m_table->selectionModel()->selectedRows();
    if (chosen.isEmpty())
        return check();
    m_source->setText(chosen.constFirst().data().toString());
    m_target->setText(chosen.constFirst().siblingAtColumn(1).data().toString());
}

int VolumeDialog::rowOf(const QString &source) const
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->item(row, 0)->text().compare(source, Qt::CaseInsensitive) == 0)
            return row;
    }
    return -1;
}

void VolumeDialog::check()
{
    const int row = rowOf(m_source->text().trimmed());
    const bool isComplete = !m_source->text().trimmed().isEmpty() && !m_target->text().trimmed().isEmpty();
    m_map->setText(row < 0 ? tr("Add") : tr("Change"));
    m_map->setEnabled(isComplete && (row < 0 || m_model->item(row, 1)->text() != m_target->text().trimmed()));
    m_map->setToolTip(m_map->isEnabled() ? QString()
                          : isComplete   ? tr("It is mapped there already.")
                                         : tr("Fill in both fields."));
    m_remove->setEnabled(row >= 0);
    m_remove->setToolTip(row >= 0 ? QString() : tr("Choose a mapping in the list."));
}

void VolumeDialog::map()
{
    m_banner->dismiss();
    engine::whenFinished(m_client.volumes.map({m_source->text().trimmed(), m_target->text().trimmed()}), this,
                         [this](const auto &answer) {
                             if (!answer)
                                 return m_banner->showError(answer.error());
                             m_source->clear();
                             m_target->clear();
                             m_table->clearSelection();
                             m_source->setFocus(Qt::OtherFocusReason);
                             emit changed();
                             fetch();
                         });
}

void VolumeDialog::remove()
{
    m_banner->dismiss();
    engine::whenFinished(m_client.volumes.unmap(m_source->text().trimmed()), this, [this](const auto &answer) {
        if (!answer)
            return m_banner->showError(answer.error());
        emit changed(); // the fields keep it: Add brings it back
        fetch();
    });
}

} // namespace ui
