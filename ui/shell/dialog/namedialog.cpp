// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/dialog/namedialog.h"

#include "models/resourcestore.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

NameDialog::NameDialog(const models::ResourceStore &store, const QString &profile, ResourceKind kind,
                       const ResourceId &parent, QWidget *window)
    : QDialog(window), m_store(store), m_profile(profile), m_kind(kind), m_parent(parent), m_name(new QLineEdit(this)),
      m_verdict(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))),
      m_create(new QPushButton(tr("Create"), this))
{
    setObjectName(u"nameDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(kind == ResourceKind::Group           ? tr("New group")
                       : kind == ResourceKind::Workspace ? tr("New workspace in %1").arg(parent.name())
                                                         : tr("New experiment in %1").arg(parent.name()));
    auto *label = new QLabel(tr("Name"), this);
    label->setBuddy(m_name);
    m_name->setObjectName(u"name"_s);
    m_name->setAccessibleName(tr("Name"));
    m_verdict->setObjectName(u"verdict"_s);
    m_verdict->setMinimumHeight(2 * QFontMetrics(m_verdict->font()).height() + 2); // keeps the dialog's size constant
    m_verdict->setAlignment(Qt::AlignTop);
    m_create->setObjectName(u"create"_s);
    m_create->setProperty(filledProperty, true);
    m_create->setDefault(true);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *buttons = newRow({}, 10, {Stretch{}, cancel, m_create});
    setLayout(newColumn({16, 14, 16, 14}, 6, {label, m_name, m_verdict, buttons}));
    setMinimumWidth(380);
    setTabOrder(m_name, m_create);
    setTabOrder(m_create, cancel);
    connect(m_name, &QLineEdit::textEdited, this, &NameDialog::check);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_create, &QPushButton::clicked, this, [this] {
        emit named(id());
        accept();
    });
    check();
}

ResourceId NameDialog::id() const
{
    const QString name = m_name->text().trimmed();
    return m_kind == ResourceKind::Group ? ResourceId::group(m_profile, name) : m_parent.child(m_kind, name);
}

void NameDialog::check()
{
    const QString name = m_name->text().trimmed();
    const auto fits = engine::checkName(m_kind, name);
    const bool isTaken = fits && m_store.contains(id());
    m_create->setEnabled(fits && !isTaken);
    const bool isWrong = !name.isEmpty() && !m_create->isEnabled();
    m_verdict->setTone(isWrong ? ToneLabel::Tone::Failed : ToneLabel::Tone::Faint);
    m_verdict->setText(isTaken                             ? tr("There is one of this name.")
                           : isWrong                       ? fits.error().message.text()
                           : m_kind == ResourceKind::Group ? tr("1 to 90 letters, digits, dots, - and _.")
                                                           : tr("1 to 64 letters, digits, - and _."));
    m_create->setToolTip(m_create->isEnabled() ? QString() : m_verdict->text());
}

} // namespace ui
