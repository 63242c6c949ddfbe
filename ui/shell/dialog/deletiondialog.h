// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/deletion.h"

#include <QDialog>
#include <QHash>

class QCheckBox;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ui {

class ToneLabel;

/// Confirms a deletion and lists what is deleted and what is kept. Cancel is the default. Sizes of logs and output
/// directories of jobs appear once they are known. Outputs are deleted only if chosen here.
class DeletionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DeletionDialog)

public:
    static constexpr qsizetype mostJobs = 20; ///< with more jobs, outputs are not offered: nobody reads so many names

    /// \a ids: at least one, all in \a store. \a client and \a store must outlive the dialog.
    DeletionDialog(engine::EngineClient &client, const models::ResourceStore &store,
                   const QList<engine::ResourceId> &ids, QWidget *window);

    [[nodiscard]] bool stopsJobs() const { return m_words.stopsJobs; }
    /// Outputs to delete, by job; empty unless chosen.
    [[nodiscard]] QHash<engine::ResourceId, QList<engine::JobOutput>> chosenOutputs() const;

private:
    void build();
    void showGoes();
    void measureLogs();
    void listOutputs();
    void takeOutputs(const engine::ResourceId &job, const engine::Result<engine::JobOutputs> &outputs);
    void showOutputs(); // once all jobs have answered
    void choose(bool takesOutputs);
    void fit();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    const QList<engine::ResourceId> m_ids;
    models::DeletionWords m_words;
    QHash<engine::ResourceId, QList<engine::JobOutput>> m_outputs;
    QStringList m_places; // of m_outputs
    QStringList m_unlisted; // sentences about jobs whose outputs could not be listed
    qsizetype m_open = 0; // requests without an answer
    QVBoxLayout *m_goes;
    QCheckBox *m_choice;
    QScrollArea *m_named;
    ToneLabel *m_unnamed; // why outputs are missing, or still being listed
    ToneLabel *m_stays;
    QPushButton *m_sure;
};

} // namespace ui
