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

/// Fields for name, group and workspace of a new resource, or name and group of a new workspace. New groups and
/// workspaces can be typed; makeParents() creates them. Names are checked while typing.
class PlaceFields final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlaceFields)

public:
    /// \a place: initial workspace or group; may be invalid.
    PlaceFields(engine::EngineClient &client, const models::ResourceStore &store, engine::ResourceKind kind,
                const engine::ResourceId &place, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId id() const; ///< invalid while fields have faults
    [[nodiscard]] QString fault() const; ///< why id() is invalid; may be empty before the engine has answered
    void setName(const QString &name);
    [[nodiscard]] QJsonObject fields() const; ///< values of the fields, by name
    void setFields(const QJsonObject &fields);
    void takeFocus();
    /// Adds a field below the others.
    void addField(const QString &label, QWidget *field);
    /// Creates group and workspace if they are new, then calls \a done with the first error, if any.
    void makeParents(const std::function<void(const engine::Result<void> &)> &done);

signals:
    void changed();
    void submitted(); ///< Return in the name field

private:
    void fillPlaces();
    void check();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceKind m_kind;
    engine::ResourceId m_place;
    QString m_profile; // empty until the engine answered
    QGridLayout *m_grid;
    QLineEdit *m_name;
    ToneLabel *m_nameFault;
    QComboBox *m_group;
    QComboBox *m_workspace;
    bool m_nameIsTouched = false;
};

} // namespace ui
