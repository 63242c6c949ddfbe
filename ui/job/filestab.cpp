// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/filestab.h"

#include "engine/base/whenfinished.h"
#include "models/words.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tables.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

QStringList directoriesOf(const engine::JobSnapshot &job)
{
    QStringList ids{u"stdouterr"_s};
    for (const QJsonValue &output : job.document[u"properties"_s][u"outputDirectories"_s].toArray())
        ids.append(output[u"id"_s].toString());
    return ids;
}

} // namespace

FilesTab::FilesTab(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_directory(new QComboBox(this)), m_place(new QLabel(this)),
      m_count(new QLabel(this)), m_banner(new Banner(this)), m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(u"folder"_s, {}, {}, this)), m_table(makeTable(this))
{
    m_directory->setAccessibleName(tr("Output directory"));
    m_directory->setObjectName(u"directory"_s);
    m_directory->setMinimumContentsLength(10);
    auto *up = new QPushButton(icon(u"up"_s), tr("Up"), this);
    m_up = up;
    auto *again = new QPushButton(icon(u"rerun"_s), tr("Refresh"), this);
    m_place->setFont(monoFont());
    m_place->setTextFormat(Qt::PlainText);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_table->setModel(&m_model);
    m_table->setObjectName(u"files"_s);
    m_table->setAccessibleName(tr("Files"));
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(models::JobFilesModel::Name, QHeaderView::Stretch);
    m_table->setColumnWidth(models::JobFilesModel::Size, 100);
    m_table->setColumnWidth(models::JobFilesModel::Modified, 160);
    m_table->setColumnWidth(models::JobFilesModel::Node, 140);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);

    auto *tools = new QHBoxLayout;
    tools->setContentsMargins(16, 6, 16, 6);
    tools->setSpacing(10);
    tools->addWidget(m_directory);
    tools->addWidget(up);
    tools->addWidget(m_place);
    tools->addStretch(1);
    tools->addWidget(m_count);
    tools->addWidget(again);
    auto *notice = new QHBoxLayout;
    notice->setContentsMargins(16, 0, 16, 0);
    notice->addWidget(m_banner);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(tools);
    column->addLayout(notice);
    column->addWidget(m_stack, 1);

    m_timer.setInterval(3s);
    connect(&m_timer, &QTimer::timeout, this, &FilesTab::list);
    connect(again, &QPushButton::clicked, this, &FilesTab::list);
    connect(m_banner, &Banner::remedyRequested, this, &FilesTab::list);
    connect(up, &QPushButton::clicked, this, [this] { open(m_path.section(u'/', 0, -2)); });
    connect(m_directory, &QComboBox::currentIndexChanged, this, [this] { open({}); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) { openRow(index.row()); });
}

void FilesTab::setJob(const engine::JobSnapshot &job)
{
    const bool ended = !engine::isFinal(m_job.state) && engine::isFinal(job.state);
    m_job = job;
    const QStringList ids = directoriesOf(job);
    if (m_directory->count() != ids.size()) {
        const QSignalBlocker quiet(m_directory);
        m_directory->clear();
        m_directory->addItems(ids);
    }
    if (engine::isFinal(job.state))
        m_timer.stop();
    if (isVisible() && ended)
        list(); // what it wrote last
    showState();
}

void FilesTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    list();
    if (!engine::isFinal(m_job.state))
        m_timer.start();
}

void FilesTab::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

void FilesTab::openRow(int row)
{
    if (row >= 0 && row < m_model.rowCount() && m_model.entry(row).isDirectory)
        open(m_path.isEmpty() ? m_model.entry(row).name : m_path + u'/' + m_model.entry(row).name);
}

void FilesTab::open(const QString &path)
{
    m_path = path;
    m_isListed = false;
    m_model.setEntries({});
    list();
    showState();
}

void FilesTab::list()
{
    if (!m_job.id.isValid() || !m_job.started.isValid())
        return;
    const quint64 request = ++m_request;
    engine::whenFinished(m_client.listJobFiles(m_job.id, m_directory->currentText(), m_path), this,
                         [this, request](const engine::Result<QList<engine::FileEntry>> &answer) {
                             if (request == m_request)
                                 receive(answer);
                         });
}

void FilesTab::receive(const engine::Result<QList<engine::FileEntry>> &answer)
{
    if (!answer) {
        m_banner->showError(answer.error());
        m_banner->setRemedy(tr("Try again"));
    } else {
        m_banner->dismiss();
        m_isListed = true;
        m_model.setEntries(*answer);
    }
    showState();
}

void FilesTab::showState()
{
    m_up->setEnabled(!m_path.isEmpty());
    m_place->setText(m_path.isEmpty() ? QString() : m_path + u'/');
    const int rows = m_model.rowCount();
    m_stack->setCurrentIndex(rows > 0 ? 1 : 0);
    const QString count = rows == 1 ? tr("1 file") : tr("%1 files").arg(locale().toString(rows));
    m_count->setText(rows > 0 ? tr("%1, %2").arg(count, models::fileSize(m_model.totalSize())) : QString());
    if (!m_job.started.isValid())
        m_empty->setTexts(tr("No files yet"), tr("The job has not started."));
    else if (m_isListed)
        m_empty->setTexts(tr("Nothing here"), tr("The job has written no file into this directory."));
    else
        m_empty->setTexts(tr("Not listed yet"), tr("Waiting for the machine's answer."));
}

} // namespace ui
