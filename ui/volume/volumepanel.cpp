// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/volume/volumepanel.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "ui/theme/tokens.h"
#include "ui/volume/folderpicker.h"
#include "ui/volume/volumerow.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceKind;

namespace {

constexpr int panelHeight = 300;
constexpr int mostRows = 4; // of the panel's own height; further rows are scrolled to

/// Scrolls the rows of \a column. As high as its rows, up to mostRows; never less than a row.
class RowsArea final : public QScrollArea
{
public:
    RowsArea(const QVBoxLayout &column, QWidget *parent) : QScrollArea(parent), m_column(column)
    {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setFocusPolicy(Qt::NoFocus);
        setBackgroundRole(QPalette::Base);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {QScrollArea::sizeHint().width(), heightOf(qBound(1, m_column.count(), mostRows))};
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {QScrollArea::minimumSizeHint().width(), heightOf(1)};
    }

protected:
    // QScrollArea does not tell its layout that the content's size changed.
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::event(event);
    }

private:
    [[nodiscard]] int heightOf(int rows) const
    {
        const int row = m_column.isEmpty() ? 0 : m_column.itemAt(0)->widget()->sizeHint().height();
        const QMargins margins = widget()->layout()->contentsMargins();
        return margins.top() + rows * row + (rows - 1) * m_column.spacing() + margins.bottom();
    }

    const QVBoxLayout &m_column;
};

} // namespace

VolumePanel::VolumePanel(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent)
    : QFrame(parent), m_client(client), m_store(store), m_stack(new QStackedWidget(this)), m_column(newColumn({}, 6)),
      m_banner(new Banner(this)), m_picker(new FolderPicker(client, store, this))
{
    setObjectName(u"volumes"_s);
    setAccessibleName(tr("Map volumes"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setMaximumHeight(panelHeight);
    addPages(*m_stack, {newList(), m_picker});
    setLayout(newColumn({}, 0, {newLine(), {m_stack, 1}}));
    connect(&store, &models::ResourceStore::changed, this, &VolumePanel::takePlaces);
    connect(m_picker, &FolderPicker::chosen, this, &VolumePanel::useFolder);
    connect(m_picker, &FolderPicker::canceled, this, &VolumePanel::leavePicker);
    connect(m_picker, &FolderPicker::machineRequested, this, &VolumePanel::machineRequested);
    takePlaces();
    take({});
    fetch();
}

QWidget *VolumePanel::newList()
{
    auto *list = new QWidget(this);
    auto *title = new ToneLabel(ToneLabel::Tone::Text, tr("Map volumes"), list, textFont(13, QFont::DemiBold));
    auto *why = new ToneLabel(ToneLabel::Tone::Quiet,
                              tr("Documents of Batch AI name shares, containers and file servers of Azure. Say where "
                                 "each is now; * stands for any account, share or container. Jobs that were "
                                 "submitted keep what they began with."),
                              list, textFont(12));
    auto *close = new QPushButton(tr("Close"), list);
    connect(close, &QPushButton::clicked, this, &VolumePanel::leave);
    auto *rows = new QWidget;
    rows->setBackgroundRole(QPalette::Base);
    rows->setLayout(newColumn({16, 2, 16, 10}, 0, {m_column, Stretch{}}));
    auto *scroll = new RowsArea(*m_column, list);
    scroll->setWidget(rows);
    auto *head = newRow({16, 10, 16, 0}, 10, {{title, 1}, close});
    auto *notice = newColumn({16, 0, 16, 0}, 6, {why, m_banner});
    list->setLayout(newColumn({}, 6, {head, notice, {scroll, 1}}));
    return list;
}

void VolumePanel::mapSource(const QString &source)
{
    if (m_isLoading)
        m_wanted = source;
    const auto known = std::find_if(m_rows.cbegin(), m_rows.cend(), [&source](const VolumeRow *row) {
        return !source.isEmpty() && row->mapping().source.compare(source, Qt::CaseInsensitive) == 0;
    });
    VolumeRow *row = known == m_rows.cend() ? m_rows.constLast() : *known;
    if (known == m_rows.cend() && !source.isEmpty())
        row->setTyped({source, row->typed().target});
    row->takeFocus();
}

// Fields and the folder picker handle Escape first.
void VolumePanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QFrame::keyPressEvent(event);
    if (m_picker->isOpen())
        return leavePicker();
    const auto edited =
        std::find_if(m_rows.cbegin(), m_rows.cend(), [](const VolumeRow *row) { return row->isEdited(); });
    if (edited == m_rows.cend())
        return leave();
    m_banner->showNotice(Mark::Unusable, tr("What was typed is not saved."), tr("Close drops it."));
    (*edited)->takeFocus();
}

void VolumePanel::fetch()
{
    engine::whenFinished(m_client.volumes.list(), this, [this](const auto &answer) {
        m_isLoading = false;
        if (!answer)
            return m_banner->showError(answer.error());
        take(*answer);
        const QString wanted = std::exchange(m_wanted, {});
        if (m_rows.constLast()->typed() == engine::MappedVolume{wanted, {}}
            && std::any_of(answer->cbegin(), answer->cend(), [&wanted](const engine::MappedVolume &volume) {
                   return volume.source.compare(wanted, Qt::CaseInsensitive) == 0;
               })) {
            m_rows.constLast()->setTyped({});
            mapSource(wanted);
        }
    });
}

VolumeRow *VolumePanel::newRowOf(const engine::MappedVolume &mapping)
{
    auto *row = new VolumeRow(this);
    row->setPlaces(m_names);
    row->setMapping(mapping);
    connect(row, &VolumeRow::mapRequested, this, [this, row] { map(row); });
    connect(row, &VolumeRow::unmapRequested, this, [this, row] { unmap(row); });
    connect(row, &VolumeRow::browseRequested, this, [this, row] { browse(row); });
    return row;
}

// Keeps rows of volumes that are still mapped, as they may be edited.
void VolumePanel::take(const QList<engine::MappedVolume> &volumes)
{
    QList<VolumeRow *> before = m_rows;
    VolumeRow *empty = before.isEmpty() ? newRowOf({}) : before.takeLast();
    m_rows.clear();
    for (const engine::MappedVolume &volume : volumes) {
        const auto known = std::find_if(before.begin(), before.end(), [&volume](const VolumeRow *row) {
            return row->mapping().source == volume.source;
        });
        if (known == before.end()) {
            m_rows.append(newRowOf(volume));
        } else {
            m_rows.append(*known);
            before.erase(known);
            m_rows.constLast()->setMapping(volume);
        }
    }
    for (VolumeRow *gone : std::as_const(before)) {
        gone->hide();
        gone->deleteLater(); // it may be the sender of this call
    }
    m_rows.append(empty);
    QWidget *last = nullptr;
    for (VolumeRow *row : std::as_const(m_rows)) {
        m_column->removeWidget(row);
        m_column->addWidget(row);
        if (last)
            setTabOrder(last, row);
        last = row;
    }
}

// Sets the choices only if names changed, as a list may be open.
void VolumePanel::takePlaces()
{
    QStringList names;
    for (const ResourceKind kind : {ResourceKind::Machine, ResourceKind::FileServer}) {
        for (const engine::ResourceSnapshot &resource : m_store.all(kind))
            names.append(resource.id.name());
    }
    names.removeDuplicates();
    names.sort(Qt::CaseInsensitive);
    if (std::exchange(m_names, names) == names)
        return;
    for (VolumeRow *row : std::as_const(m_rows))
        row->setPlaces(names);
}

void VolumePanel::map(VolumeRow *row)
{
    m_banner->dismiss();
    ++m_saving;
    const engine::MappedVolume sent = row->typed();
    engine::whenFinished(m_client.volumes.map(sent), this,
                         [this, sent, row = QPointer<VolumeRow>(row)](const auto &answer) {
                             if (!answer)
                                 return takeRefusal(answer.error());
                             if (row && row == m_rows.constLast() && row->typed() == sent) {
                                 row->setTyped({});
                                 row->takeFocus();
                             }
                             takeSaved();
                         });
}

void VolumePanel::unmap(VolumeRow *row)
{
    m_banner->dismiss();
    ++m_saving;
    const engine::MappedVolume was = row->mapping();
    engine::whenFinished(m_client.volumes.unmap(was.source), this, [this, was](const auto &answer) {
        if (!answer)
            return takeRefusal(answer.error());
        if (m_rows.constLast()->typed() == engine::MappedVolume())
            m_rows.constLast()->setTyped(was); // so that Add restores the mapping
        takeSaved();
    });
}

// Closes after running calls; a refused mapping stays to be corrected.
void VolumePanel::leave()
{
    m_isLeaving = m_saving > 0;
    if (!m_isLeaving)
        emit closed();
}

void VolumePanel::takeSaved()
{
    --m_saving;
    emit changed();
    m_isLeaving ? leave() : fetch();
}

void VolumePanel::takeRefusal(const engine::Error &error)
{
    --m_saving;
    m_isLeaving = false;
    m_banner->showError(error);
}

void VolumePanel::browse(VolumeRow *row)
{
    leavePicker();
    m_browsed = row;
    m_picker->browse(row->place(), row->folder());
    m_stack->setCurrentWidget(m_picker);
    m_picker->takeFocus();
}

void VolumePanel::useFolder(const QString &folder)
{
    const QPointer<VolumeRow> row = m_browsed;
    leavePicker();
    if (row)
        row->setFolder(folder);
}

void VolumePanel::leavePicker()
{
    m_stack->setCurrentIndex(0);
    m_picker->leave();
    if (m_browsed)
        m_browsed->takeFocus();
    m_browsed.clear();
}

} // namespace ui
