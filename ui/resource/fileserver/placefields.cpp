// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/fileserver/placefields.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/faultlabel.h"
#include "ui/widgets/text/tonelabel.h"

#include <QComboBox>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

constexpr int labelWidth = 84;
constexpr int widestField = 360;

void fill(QComboBox *field, QStringList names, const QString &wanted)
{
    const QSignalBlocker quiet(field);
    names.append(wanted);
    names.removeDuplicates();
    names.removeAll(QString());
    names.sort(Qt::CaseInsensitive);
    field->clear();
    field->addItems(names);
    field->setCurrentText(wanted);
}

bool isThere(const engine::Result<QJsonObject> &made)
{
    return made || made.error().code == engine::ErrorCode::AlreadyExists;
}

} // namespace

PlaceFields::PlaceFields(engine::EngineClient &client, const models::ResourceStore &store, ResourceKind kind,
                         const ResourceId &place, QWidget *parent)
    : QWidget(parent), m_client(client), m_store(store), m_kind(kind), m_place(place),
      m_grid(newGrid({16, 12, 16, 12}, 12, 5, this)), m_name(new QLineEdit(this)),
      m_nameFault(newFaultLabel(u"placeName"_s, FaultPlace::Below, this)), m_group(new QComboBox(this)),
      m_workspace(new QComboBox(this))
{
    m_grid->setColumnMinimumWidth(0, labelWidth);
    m_grid->setColumnStretch(2, 1); // keeps fields beside their labels
    m_name->setObjectName(u"placeName"_s);
    addField(tr("Name"), m_name);
    m_grid->addWidget(m_nameFault, m_grid->rowCount(), 1, 1, 2);
    m_group->setObjectName(u"group"_s);
    m_workspace->setObjectName(u"workspace"_s);
    for (QComboBox *field : {m_group, m_workspace}) {
        field->setEditable(true);
        field->setInsertPolicy(QComboBox::NoInsert);
    }
    addField(tr("Group"), m_group);
    m_group->lineEdit()->setAccessibleName(tr("Group"));
    if (kind != ResourceKind::Workspace) {
        addField(tr("Workspace"), m_workspace);
        m_workspace->lineEdit()->setAccessibleName(tr("Workspace"));
    } else {
        m_workspace->hide();
    }
    fillPlaces();
    connect(m_name, &QLineEdit::textEdited, this, [this] {
        m_nameIsTouched = true;
        check();
    });
    connect(m_name, &QLineEdit::returnPressed, this, &PlaceFields::submitted);
    connect(m_group, &QComboBox::currentTextChanged, this, &PlaceFields::fillPlaces);
    connect(m_workspace, &QComboBox::currentTextChanged, this, &PlaceFields::check);
    engine::whenFinished(client.fetchStatus(), this, [this](const auto &status) {
        m_profile = status ? status->profileId : QString();
        check();
    });
}

void PlaceFields::addField(const QString &label, QWidget *field)
{
    auto *words = new ToneLabel(ToneLabel::Tone::Text, label, this);
    words->setWordWrap(false);
    words->setBuddy(field);
    field->setAccessibleName(label);
    field->setFixedWidth(widestField);
    const int row = m_grid->rowCount();
    m_grid->addWidget(words, row, 0);
    m_grid->addWidget(field, row, 1);
}

void PlaceFields::setName(const QString &name)
{
    m_name->setText(name);
    check();
}

QJsonObject PlaceFields::fields() const
{
    return {{u"name"_s, m_name->text()},
            {u"group"_s, m_group->currentText()},
            {u"workspace"_s, m_workspace->currentText()}};
}

void PlaceFields::setFields(const QJsonObject &fields)
{
    m_group->setEditText(fields[u"group"_s].toString());
    m_workspace->setEditText(fields[u"workspace"_s].toString());
    m_nameIsTouched = true;
    setName(fields[u"name"_s].toString());
}

void PlaceFields::takeFocus()
{
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
}

// Fills the lists of groups and of workspaces of the chosen group.
void PlaceFields::fillPlaces()
{
    const bool isFirst = m_group->count() == 0;
    const bool isWanted = isFirst && m_place.isValid();
    QStringList groups;
    QStringList workspaces;
    for (const auto &group : m_store.all(ResourceKind::Group))
        groups.append(group.id.name());
    groups.sort(Qt::CaseInsensitive);
    if (isFirst)
        fill(m_group, groups, isWanted ? m_place.groupName() : groups.value(0, u"default"_s));
    for (const auto &workspace : m_store.all(ResourceKind::Workspace)) {
        if (workspace.id.groupName().compare(m_group->currentText(), Qt::CaseInsensitive) == 0)
            workspaces.append(workspace.id.name());
    }
    workspaces.sort(Qt::CaseInsensitive);
    const QString wanted = isWanted ? m_place.workspaceName() : QString();
    fill(m_workspace, workspaces, wanted.isEmpty() ? workspaces.value(0, u"default"_s) : wanted);
    check();
}

ResourceId PlaceFields::id() const
{
    if (m_profile.isEmpty() || !fault().isEmpty())
        return {};
    const ResourceId group = ResourceId::group(m_profile, m_group->currentText().trimmed());
    if (m_kind == ResourceKind::Workspace)
        return group.child(m_kind, m_name->text().trimmed());
    return group.child(ResourceKind::Workspace, m_workspace->currentText().trimmed())
        .child(m_kind, m_name->text().trimmed());
}

QString PlaceFields::fault() const
{
    QList<std::pair<ResourceKind, QString>> names{{m_kind, m_name->text().trimmed()},
                                                  {ResourceKind::Group, m_group->currentText().trimmed()}};
    if (m_kind != ResourceKind::Workspace)
        names.append({ResourceKind::Workspace, m_workspace->currentText().trimmed()});
    for (const auto &[kind, name] : std::as_const(names)) {
        if (const auto fits = engine::checkName(kind, name); !fits)
            return fits.error().message.text();
    }
    return {};
}

void PlaceFields::check()
{
    const auto fits = engine::checkName(m_kind, m_name->text().trimmed());
    const bool isTaken = fits && id().isValid() && m_store.contains(id());
    setFault(m_nameFault,
             isTaken                        ? tr("There is one of this name.")
                 : !fits && m_nameIsTouched ? fits.error().message.text()
                                            : QString());
    emit changed();
}

void PlaceFields::makeParents(const std::function<void(const engine::Result<void> &)> &done)
{
    const ResourceId parent = id().parent();
    if (m_store.contains(parent))
        return done({});
    const ResourceId group = parent.ancestor(ResourceKind::Group);
    engine::whenFinished(m_client.resources.create(group), this, [this, parent, group, done](const auto &made) {
        if (!isThere(made))
            return done(made.error());
        if (parent == group)
            return done({});
        engine::whenFinished(m_client.resources.create(parent), this,
                             [done](const auto &place) { isThere(place) ? done({}) : done(place.error()); });
    });
}

} // namespace ui
