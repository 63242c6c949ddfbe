// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/scalepanel.h"

#include "engine/base/whenfinished.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/segments.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int numberWidth = 76;
constexpr int mostNodes = 100000;

} // namespace

ScalePanel::ScalePanel(engine::EngineClient &client, const engine::ResourceId &cluster, QWidget *parent)
    : QWidget(parent), m_client(client), m_cluster(cluster), m_banner(new Banner(this)),
      m_kind(new Segments(tr("Scale"), this)), m_target(newNumber(u"target"_s, tr("Nodes"))),
      m_least(newNumber(u"least"_s, tr("Fewest nodes"))), m_most(newNumber(u"most"_s, tr("Most nodes"))),
      m_range(new QWidget(this)), m_words(new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(12))),
      m_save(new QPushButton(tr("Save scale"), this)), m_revert(new QPushButton(tr("Revert"), this))
{
    m_kind->setTexts({tr("Manual"), tr("Automatic")});
    m_save->setObjectName(u"saveScale"_s);
    m_words->setMinimumWidth(60);
    auto *title = new QLabel(tr("Scale"), this);
    title->setFont(textFont(13, QFont::DemiBold));
    m_range->setLayout(newRow({}, 8, {m_least, new QLabel(tr("to"), m_range), m_most}));
    auto *row = newRow(
        {}, 8, {title, m_kind, m_target, m_range, new QLabel(tr("nodes"), this), {m_words, 1}, m_revert, m_save});
    setLayout(newColumn({16, 6, 16, 6}, 6, {row, m_banner}));
    connect(m_kind, &Segments::currentChanged, this, &ScalePanel::check);
    for (const QSpinBox *number : {m_target, m_least, m_most})
        connect(number, &QSpinBox::valueChanged, this, &ScalePanel::check);
    connect(m_save, &QPushButton::clicked, this, &ScalePanel::save);
    connect(m_revert, &QPushButton::clicked, this, [this] {
        m_banner->dismiss();
        fill(m_settings);
    });
    fill({});
}

QSpinBox *ScalePanel::newNumber(const QString &name, const QString &accessibleName)
{
    auto *number = new QSpinBox(this);
    number->setObjectName(name);
    number->setRange(0, mostNodes);
    number->setFixedWidth(numberWidth);
    number->setAccessibleName(accessibleName);
    number->findChild<QLineEdit *>()->setAccessibleName(accessibleName);
    return number;
}

bool ScalePanel::isAutomatic() const
{
    return m_kind->current() == 1;
}

void ScalePanel::setScale(const QJsonObject &settings)
{
    const bool isBeingTyped = m_revert->isVisibleTo(this);
    m_settings = settings;
    if (isBeingTyped)
        check();
    else
        fill(settings);
}

void ScalePanel::fill(const QJsonObject &settings)
{
    const QJsonObject range = settings.value(u"autoScale"_s).toObject();
    const int target = settings.value(u"manual"_s)[u"targetNodeCount"_s].toInt();
    {
        const QSignalBlocker kind(m_kind);
        const QSignalBlocker number(m_target);
        const QSignalBlocker least(m_least);
        const QSignalBlocker most(m_most);
        m_kind->setCurrent(range.isEmpty() ? 0 : 1);
        m_target->setValue(range.isEmpty() ? target : range.value(u"initialNodeCount"_s).toInt());
        m_least->setValue(range.value(u"minimumNodeCount"_s).toInt());
        m_most->setValue(range.isEmpty() ? target : range.value(u"maximumNodeCount"_s).toInt());
    }
    check();
}

// Keeps settings that are not shown, such as the initial node count of a range.
QJsonObject ScalePanel::typed() const
{
    if (!isAutomatic()) {
        QJsonObject manual = m_settings.value(u"manual"_s).toObject();
        manual[u"targetNodeCount"_s] = m_target->value();
        return {{u"manual"_s, manual}};
    }
    QJsonObject range = m_settings.value(u"autoScale"_s).toObject();
    range[u"minimumNodeCount"_s] = m_least->value();
    range[u"maximumNodeCount"_s] = m_most->value();
    return {{u"autoScale"_s, range}};
}

void ScalePanel::check()
{
    m_target->setVisible(!isAutomatic());
    m_range->setVisible(isAutomatic());
    const bool isChanged = typed() != m_settings && !m_settings.isEmpty();
    const bool isRange = !isAutomatic() || m_least->value() <= m_most->value();
    m_words->setTone(isRange ? ToneLabel::Tone::Quiet : ToneLabel::Tone::Failed);
    m_words->setText(!isRange            ? tr("The fewest are more than the most.")
                         : isAutomatic() ? tr("All its machines up to the most are nodes; none is switched off.")
                                         : QString());
    m_save->setEnabled(isChanged && isRange);
    m_save->setToolTip(isChanged && isRange ? QString() : isRange ? tr("Nothing is changed.") : m_words->text());
    m_revert->setVisible(isChanged);
    m_save->setVisible(isChanged);
}

void ScalePanel::save()
{
    m_banner->dismiss();
    const QJsonObject settings = typed();
    engine::whenFinished(
        m_client.resources.update(m_cluster, {{u"properties"_s, QJsonObject{{u"scaleSettings"_s, settings}}}}), this,
        [this](const auto &answer) {
            if (!answer)
                return m_banner->showError(answer.error());
            m_settings = answer->value(u"properties"_s)[u"scaleSettings"_s].toObject();
            fill(m_settings);
        });
}

} // namespace ui
