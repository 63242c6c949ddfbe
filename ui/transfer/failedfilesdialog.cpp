// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/failedfilesdialog.h"

#include "models/transfer/transferwords.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/copying.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <numeric>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString headline(const engine::TransferSnapshot &transfer)
{
    const QString target = models::transferTarget(transfer);
    if (transfer.failedCount == 0)
        return FailedFilesDialog::tr("Not every folder arrived at %1.").arg(target);
    if (transfer.failedCount == 1)
        return FailedFilesDialog::tr("1 file did not arrive at %1.").arg(target);
    return FailedFilesDialog::tr("%1 files did not arrive at %2.")
        .arg(QLocale().toString(transfer.failedCount), target);
}

} // namespace

FailedFilesDialog::FailedFilesDialog(const engine::TransferSnapshot &transfer, QWidget *window)
    : QDialog(window), m_files(transfer.failedFiles), m_list(new QTreeWidget(this))
{
    setObjectName(u"failedFiles"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What did not arrive of %1").arg(models::transferWhat(transfer)));
    const auto addFiles = [](qint64 files, const engine::FailedFile &file) { return files + file.files; };
    const qint64 left = transfer.failedCount - std::accumulate(m_files.cbegin(), m_files.cend(), qint64(0), addFiles);
    auto *head = new QLabel(headline(transfer), this);
    head->setTextFormat(Qt::PlainText);
    head->setWordWrap(true);
    m_list->setObjectName(u"files"_s);
    m_list->setAccessibleName(tr("Files that did not arrive"));
    m_list->setHeaderLabels({tr("File"), tr("Cause")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    for (const engine::FailedFile &file : std::as_const(m_files)) {
        const QStringList cells{engine::shownPath(file.path), engine::shownPath(file.reason)};
        auto *row = new QTreeWidgetItem(m_list, cells);
        row->setIcon(0, markIcon(Mark::Failed));
        for (int column = 0; column < cells.size(); ++column)
            row->setToolTip(column, cells.at(column));
    }
    m_list->header()->setStretchLastSection(true);
    m_list->setColumnWidth(0, 380);
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0));
    auto *rest = new QLabel(tr("And %1 more.").arg(locale().toString(left)), this);
    rest->setVisible(left > 0);
    auto *retry = new QPushButton(tr("Retry failed"), this);
    retry->setObjectName(u"retry"_s);
    retry->setProperty(filledProperty, true);
    retry->setDefault(true);
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy list"), this);
    copy->setObjectName(u"copyList"_s);
    auto *close = new QPushButton(tr("Close"), this);
    auto *buttons = newRow({}, 10, {copy, Stretch{}, close, retry});
    setLayout(newColumn({16, 14, 16, 14}, 8, {head, {m_list, 1}, rest, buttons}));
    resize(720, 420);
    connect(copy, &QPushButton::clicked, this, &FailedFilesDialog::copyList);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(retry, &QPushButton::clicked, this, [this] {
        emit retryRequested();
        accept();
    });
}

void FailedFilesDialog::copyList() const
{
    QString text;
    for (const engine::FailedFile &file : m_files)
        text += engine::shownPath(file.path) + u'\t' + engine::shownPath(file.reason) + u'\n';
    copyText(text);
}

} // namespace ui
