// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/dialog/deletiondialog.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;

namespace {

constexpr int wide = 460;

QHash<QString, qint64> sizesOf(const QStringList &paths)
{
    QHash<QString, qint64> sizes;
    for (const QString &path : paths)
        sizes.insert(path, QFileInfo(path).size());
    return sizes;
}

} // namespace

DeletionDialog::DeletionDialog(engine::EngineClient &client, const models::ResourceStore &store,
                               const QList<ResourceId> &ids, QWidget *window)
    : QDialog(window), m_client(client), m_store(store), m_ids(ids), m_words(models::deletionWords(store, ids)),
      m_goes(newColumn({12, 0, 0, 4}, 4)), m_choice(new QCheckBox(this)), m_named(new QScrollArea(this)),
      m_unnamed(new ToneLabel(ToneLabel::Tone::Quiet, {}, this)),
      m_stays(new ToneLabel(ToneLabel::Tone::Quiet, m_words.stays, this)), m_sure(new QPushButton(m_words.button, this))
{
    build();
    showGoes();
    measureLogs();
    listOutputs();
    fit();
}

QHash<ResourceId, QList<engine::JobOutput>> DeletionDialog::chosenOutputs() const
{
    return m_choice->isChecked() ? m_outputs : QHash<ResourceId, QList<engine::JobOutput>>();
}

void DeletionDialog::build()
{
    setObjectName(u"deletion"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_words.button);
    auto *picture = new Picture(markIcon(Mark::Unusable), 20, this);
    picture->setAccessibleName(tr("Warning"));
    auto *question = new ToneLabel(ToneLabel::Tone::Text, m_words.question, this, textFont(13, QFont::DemiBold));
    question->setObjectName(u"question"_s);
    m_choice->setObjectName(u"outputs"_s);
    m_choice->hide();
    connect(m_choice, &QCheckBox::toggled, this, &DeletionDialog::choose);
    m_named->setAccessibleName(tr("Outputs"));
    m_named->setFrameShape(QFrame::NoFrame);
    m_named->hide();
    m_unnamed->setObjectName(u"unnamed"_s);
    m_unnamed->hide();
    m_stays->setObjectName(u"stays"_s);
    auto *text = newColumn({}, 8, {question, m_goes, m_choice, m_named, m_unnamed, m_stays, Stretch{}});
    if (!m_words.goes.isEmpty())
        text->insertWidget(1, new ToneLabel(ToneLabel::Tone::Quiet, m_words.heading, this));
    auto *upper = newRow({}, 12, {{picture, 0, Qt::AlignTop}, {text, 1}});

    m_sure->setObjectName(u"sure"_s);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(u"cancel"_s);
    cancel->setDefault(true);
    auto *buttons = newRow({}, 10, {Stretch{}, m_sure, cancel});
    setLayout(newColumn({16, 16, 16, 14}, 16, {upper, buttons}));
    setMinimumWidth(wide);
    connect(m_sure, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    cancel->setFocus();
}

void DeletionDialog::showGoes()
{
    for (qsizetype i = 0; i < m_words.goes.size(); ++i) {
        if (QLayoutItem *item = m_goes->itemAt(int(i)))
            qobject_cast<QLabel *>(item->widget())->setText(m_words.goes.at(i));
        else
            m_goes->addWidget(new ToneLabel(ToneLabel::Tone::Text, m_words.goes.at(i), this));
    }
    while (m_goes->count() > m_words.goes.size()) {
        const std::unique_ptr<QLayoutItem> item(m_goes->takeAt(m_goes->count() - 1));
        delete item->widget();
    }
}

void DeletionDialog::measureLogs()
{
    const QStringList logs = models::deletedLogs(m_store, m_ids);
    if (logs.isEmpty())
        return;
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), [logs] { return sizesOf(logs); }), this,
                         [this](const QHash<QString, qint64> &sizes) {
                             m_words.goes = models::deletionWords(m_store, m_ids, sizes).goes;
                             showGoes();
                             fit();
                         });
}

void DeletionDialog::listOutputs()
{
    const auto isJob = [](const ResourceId &id) { return id.kind() == engine::ResourceKind::Job; };
    if (m_ids.size() > mostJobs || !std::all_of(m_ids.cbegin(), m_ids.cend(), isJob))
        return;
    m_open = m_ids.size();
    m_unnamed->setText(tr("Looking for outputs in the folders on the nodes…"));
    m_unnamed->show();
    for (const ResourceId &job : m_ids)
        engine::whenFinished(m_client.jobs.listOutputs(job), this,
                             [this, job](const auto &outputs) { takeOutputs(job, outputs); });
}

void DeletionDialog::takeOutputs(const ResourceId &job, const engine::Result<engine::JobOutputs> &outputs)
{
    if (!outputs) {
        m_unlisted.append(tr("Outputs of %1 could not be listed: they stay.").arg(job.name()));
    } else {
        m_outputs.insert(job, outputs->found);
        for (const QString &place : outputs->places())
            m_places.append(m_ids.size() == 1 ? place : u"%1, %2"_s.arg(job.name(), place));
        if (!outputs->unlisted.isEmpty())
            m_unlisted.append(tr("Outputs on %1 could not be listed: they stay.").arg(outputs->unlisted.join(u", "_s)));
    }
    if (--m_open == 0)
        showOutputs();
}

void DeletionDialog::showOutputs()
{
    m_unlisted.removeDuplicates();
    m_unnamed->setText(m_unlisted.join(u'\n'));
    m_unnamed->setVisible(!m_unlisted.isEmpty());
    if (!m_places.isEmpty()) {
        m_choice->setText(m_ids.size() == 1 ? tr("Delete the outputs in its folder, too:")
                                            : tr("Delete the outputs in their folders, too:"));
        m_choice->show();
        m_places.sort();
        auto *names = new ToneLabel(ToneLabel::Tone::Text, m_places.join(u'\n'));
        names->setObjectName(u"outputNames"_s);
        names->setWordWrap(false);
        names->setContentsMargins(12, 0, 0, 4);
        m_named->setWidget(names);
        constexpr int highest = 140;
        m_named->setFixedHeight(
            std::min(highest, names->sizeHint().height() + m_named->horizontalScrollBar()->sizeHint().height()));
        m_named->show();
    }
    fit();
}

void DeletionDialog::choose(bool takesOutputs)
{
    m_stays->setText(takesOutputs ? tr("Other output files stay where they are.") : m_words.stays);
    m_sure->setText(takesOutputs ? tr("%1 with outputs").arg(m_words.button) : m_words.button);
}

void DeletionDialog::fit()
{
    const int broad = std::max(wide, width());
    resize(broad, std::max(isVisible() ? height() : 0, layout()->totalHeightForWidth(broad)));
}

} // namespace ui
