// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/importpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/checklist.h"
#include "ui/widgets/page/banner.h"

#include <QDir>
#include <QLocale>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString shortPath(const QString &file, int line)
{
    const QString home = QDir::homePath() + u'/';
    const QString path = file.startsWith(home) ? u"~/"_s + file.mid(home.size()) : file;
    return line > 0 ? QString(path + u':' + QString::number(line)) : path;
}

} // namespace

ImportPanel::ImportPanel(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_model({tr("Host"), tr("Where"), tr("Note")}), m_banner(new Banner(this)),
      m_list(new CheckList(m_model, tr("From ~/.ssh/config"), this)), m_import(new QPushButton(this))
{
    m_import->setObjectName(u"import"_s);
    m_import->setAutoDefault(true);
    m_list->head()->addWidget(m_import);
    m_list->setWidths({190, 150});
    auto *notice = newRow({16, 0, 16, 4}, 0, {m_banner});
    setLayout(newColumn({}, 0, {{m_list, 1}, notice}));
    connect(m_import, &QPushButton::clicked, this, &ImportPanel::importChecked);
    connect(m_banner, &Banner::remedyRequested, this, &ImportPanel::reload);
    connect(&m_model, &models::CheckListModel::checkedChanged, this, &ImportPanel::showCount);
    m_list->setEmpty(tr("Reading ~/.ssh/config"), {});
    showCount();
    reload();
}

void ImportPanel::reload()
{
    m_isLoading = true;
    engine::whenFinished(m_client.machines.listHosts(), this, [this](const auto &answer) { receive(answer); });
}

void ImportPanel::receive(const engine::Result<QList<engine::ListedHost>> &answer)
{
    m_isLoading = false;
    const bool isMissing = !answer && answer.error().code == engine::ErrorCode::NotFound;
    if (!answer && !isMissing) {
        m_isUnknown = true;
        m_list->setEmpty(tr("The hosts of ~/.ssh/config are not known"), tr("A machine can be typed above."));
        m_banner->showError(answer.error());
        m_banner->setRemedy(tr("Try again"));
        return;
    }
    if (std::exchange(m_isUnknown, false))
        m_banner->dismiss();
    m_list->setEmpty(isMissing ? tr("There is no ~/.ssh/config") : tr("No hosts in ~/.ssh/config"),
                     tr("Hosts that ssh knows by name are listed here. Any other is typed above."));
    QList<models::CheckRow> rows;
    QStringList names;
    for (const engine::ListedHost &host : isMissing ? QList<engine::ListedHost>() : *answer) {
        const auto machine = engine::ResourceId::parse(host.machine.value_or(QString()));
        rows.append({host.name, shortPath(host.file, host.line),
                     machine ? tr("already there as %1").arg(machine->name()) : QString(), !machine});
        names.append(host.name);
    }
    m_model.setRows(rows);
    emit hostsChanged(names);
}

void ImportPanel::importChecked()
{
    const QStringList hosts = m_model.checked();
    m_isImporting = true;
    m_banner->dismiss();
    showCount();
    engine::whenFinished(m_client.machines.importHosts(hosts), this, [this, hosts](const auto &answer) {
        m_isImporting = false;
        if (!answer) {
            m_banner->showError(answer.error());
            m_banner->setRemedy({});
            return showCount();
        }
        m_model.setChecked({});
        m_banner->setRemedy({});
        m_banner->showNotice(
            Mark::Succeeded,
            hosts.size() == 1 ? tr("%1 is being connected.").arg(hosts.constFirst())
                              : tr("%1 machines are being connected.").arg(QLocale().toString(hosts.size())),
            tr("They stand in the tree. One that has to ask you something says so below, at Activity."));
        reload();
    });
}

void ImportPanel::showCount()
{
    const int count = m_model.checkedCount();
    m_import->setText(m_isImporting    ? tr("Connecting")
                          : count == 0 ? tr("Connect chosen")
                          : count == 1 ? tr("Connect 1 machine")
                                       : tr("Connect %1 machines").arg(QLocale().toString(count)));
    m_import->setEnabled(count > 0 && !m_isImporting);
    m_import->setToolTip(count > 0 ? QString() : tr("No host is chosen"));
    m_import->setVisible(m_model.rowCount() > 0);
}

} // namespace ui
