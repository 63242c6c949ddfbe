// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/tagspanel.h"

#include "engine/base/whenfinished.h"
#include "ui/submit/form/rowseditor.h"
#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

TagsPanel::TagsPanel(engine::EngineClient &client, const engine::ResourceId &id, QWidget *parent)
    : QWidget(parent), m_client(client), m_id(id), m_banner(new Banner(this)),
      m_rows(new RowsEditor({u"name"_s, u"value"_s}, this)), m_verdict(new ToneLabel(ToneLabel::Tone::Quiet, {}, this)),
      m_save(new QPushButton(tr("Save tags"), this)), m_revert(new QPushButton(tr("Revert"), this))
{
    auto *why = new ToneLabel(ToneLabel::Tone::Quiet, tr("Labels of your own. Exports keep them."), this);
    m_rows->setObjectName(u"tags"_s);
    m_rows->setAccessibleName(tr("Tags of %1").arg(id.name()));
    m_save->setObjectName(u"saveTags"_s);
    m_save->setProperty(filledProperty, true);
    auto *buttons = newRow({}, 10, {{m_verdict, 1}, m_revert, m_save});
    setLayout(newColumn({16, 12, 16, 12}, 10, {m_banner, why, m_rows, buttons, Stretch{}}));
    connect(m_rows, &RowsEditor::edited, this, &TagsPanel::check);
    connect(m_save, &QPushButton::clicked, this, &TagsPanel::save);
    connect(m_revert, &QPushButton::clicked, this, [this] {
        m_banner->dismiss();
        const QJsonObject tags = std::exchange(m_tags, typed());
        setTags(tags);
    });
    check();
}

void TagsPanel::setTags(const QJsonObject &tags)
{
    if (typed() != m_tags) {
        m_tags = tags;
        return check();
    }
    m_tags = tags;
    QList<QStringList> rows;
    for (auto it = tags.begin(); it != tags.end(); ++it)
        rows.append({it.key(), it->toString()});
    m_rows->setRows(rows);
    check();
}

QJsonObject TagsPanel::typed() const
{
    QJsonObject tags;
    for (const QStringList &row : m_rows->rows())
        tags.insert(row.value(0).trimmed(), row.value(1));
    return tags;
}

QString TagsPanel::fault() const
{
    QStringList names;
    for (const QStringList &row : m_rows->rows()) {
        const QString name = row.value(0).trimmed();
        if (name.isEmpty())
            return tr("A tag has a name.");
        if (names.contains(name))
            return tr("%1 is given twice.").arg(name);
        names.append(name);
    }
    return {};
}

void TagsPanel::check()
{
    const QString what = fault();
    const bool isChanged = typed() != m_tags || !what.isEmpty();
    m_verdict->setTone(what.isEmpty() ? ToneLabel::Tone::Quiet : ToneLabel::Tone::Failed);
    m_verdict->setText(what);
    m_save->setEnabled(isChanged && what.isEmpty());
    m_save->setToolTip(m_save->isEnabled() ? QString() : isChanged ? what : tr("Nothing is changed."));
    m_revert->setVisible(isChanged);
}

void TagsPanel::save()
{
    m_banner->dismiss();
    const QJsonObject tags = typed();
    engine::whenFinished(m_client.resources.update(m_id, {{u"tags"_s, tags}}), this, [this, tags](const auto &answer) {
        if (!answer)
            return m_banner->showError(answer.error());
        m_tags = tags;
        check();
    });
}

} // namespace ui
