// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/mappedvolume.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace ui {

/// One volume of old documents: what it is called there, the machine that has it now, and the folder. A row without a
/// mapping takes a new one.
class VolumeRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumeRow)

public:
    explicit VolumeRow(QWidget *parent = nullptr);

    /// Names of machines and file servers, beside the nodes themselves.
    void setPlaces(const QStringList &places);
    void setMapping(const engine::MappedVolume &mapping); ///< as the engine has it
    [[nodiscard]] const engine::MappedVolume &mapping() const { return m_mapping; }
    void setTyped(const engine::MappedVolume &typed);
    [[nodiscard]] engine::MappedVolume typed() const;
    [[nodiscard]] bool isEdited() const; ///< by the user, and not mapped yet
    [[nodiscard]] QString place() const; ///< "path": the nodes themselves
    [[nodiscard]] QString folder() const;
    void setFolder(const QString &folder);
    void takeFocus(); ///< the first field that wants something

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
