// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/mappedvolume.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace ui {

/// A row of the volume map: source in documents, place and folder. A row without a mapping adds one.
class VolumeRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumeRow)

public:
    explicit VolumeRow(QWidget *parent = nullptr);

    /// Offers machines and file servers, in addition to "path" on the nodes.
    void setPlaces(const QStringList &places);
    void setMapping(const engine::MappedVolume &mapping); ///< of the engine
    [[nodiscard]] const engine::MappedVolume &mapping() const { return m_mapping; }
    void setTyped(const engine::MappedVolume &typed);
    [[nodiscard]] engine::MappedVolume typed() const;
    [[nodiscard]] bool isEdited() const; ///< edited by the user and not saved
    [[nodiscard]] QString place() const; ///< "path": a path on the nodes
    [[nodiscard]] QString folder() const;
    void setFolder(const QString &folder);
    void takeFocus(); ///< focuses the first field to be filled

signals:
    void mapRequested();
    void unmapRequested();
    void browseRequested();

private:
    void check();

    engine::MappedVolume m_mapping;
    QLineEdit *m_source;
    QComboBox *m_place;
    QLineEdit *m_folder;
    QPushButton *m_map;
    QPushButton *m_unmap;
};

} // namespace ui
