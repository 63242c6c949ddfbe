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

/// Says what goes and what stays before something is deleted. Cancel is the default. What takes a while comes when it
/// is known: how large logs are, and which outputs of jobs may go with them, by name. None goes that was not chosen
/// here.
class DeletionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DeletionDialog)

public:
    static constexpr qsizetype mostJobs = 20; ///< of whose outputs it asks: nobody reads the names of more

    /// \a ids: at least one, that \a store knows. Both outlive the dialog.
    DeletionDialog(engine::EngineClient &client, const models::ResourceStore &store,
                   const QList<engine::ResourceId> &ids, QWidget *window);

    [[nodiscard]] bool stopsJobs() const { return m_words.stopsJobs; }
    /// By job; none unless they are to go, too.
    [[nodiscard]] QHash<engine::ResourceId, QList<engine::JobOutput>> chosenOutputs() const;

private:
    void build();
    void showGoes();
    void measureLogs();
    void listOutputs();
    void takeOutputs(const engine::ResourceId &job, const engine::Result<engine::JobOutputs> &outputs);
    void showOutputs(); // once all have said theirs
    void choose(bool takesOutputs);
    void fit();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    const QList<engine::ResourceId> m_ids;
    models::DeletionWords m_words;
    QHash<engine::ResourceId, QList<engine::JobOutput>> m_outputs;
    QStringList m_places; // of m_outputs
    QStringList m_unlisted; // sentences: whose could not be listed
    qsizetype m_open = 0; // jobs that are asked for theirs
    QVBoxLayout *m_goes;
    QCheckBox *m_choice;
    QScrollArea *m_named;
    ToneLabel *m_unnamed; // why some are not named, or not yet
    ToneLabel *m_stays;
    QPushButton *m_sure;
};

} // namespace ui
