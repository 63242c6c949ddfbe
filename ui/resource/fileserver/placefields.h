// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QGridLayout;
class QLineEdit;

namespace models {
class ResourceStore;
}

namespace ui {

class ToneLabel;

/// Name, group and workspace of something new in a workspace, or name and group of a new workspace. Others than those
/// that are there can be typed and are made on the way. Names are checked while they are typed.
class PlaceFields final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlaceFields)

public:
    /// \a place: the workspace (or group) that is filled in; may be invalid.
    PlaceFields(engine::EngineClient &client, const models::ResourceStore &store, engine::ResourceKind kind,
                const engine::ResourceId &place, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId id() const; ///< invalid while the fields are not right
    [[nodiscard]] QString fault() const; ///< why they are not; may be empty while the engine has not answered yet
    void setName(const QString &name);
    [[nodiscard]] QJsonObject fields() const; ///< what was typed or chosen, by name
    void setFields(const QJsonObject &fields);
    void takeFocus();
    /// A further field below those.
    void addField(const QString &label, QWidget *field);
    /// Makes the group and the workspace where they are new, then \a done; an error of either is its argument.
    void makeParents(const std::function<void(const engine::Result<void> &)> &done);

signals:
    void changed();
    void submitted(); ///< Return in the name

private:
    void fillPlaces();
    void check();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceKind m_kind;
    engine::ResourceId m_place;
    QString m_profile; // empty until the engine has said it
    QGridLayout *m_grid;
    QLineEdit *m_name;
    ToneLabel *m_nameFault;
    QComboBox *m_group;
    QComboBox *m_workspace;
    bool m_nameIsTouched = false;
};

} // namespace ui
