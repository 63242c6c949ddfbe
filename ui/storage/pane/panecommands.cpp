// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/panecommands.h"

#include "engine/base/whenfinished.h"
#include "ui/connect/terminal.h"
#include "ui/storage/pane/filepane.h"

using namespace Qt::StringLiterals;

namespace ui {

QStringList shellHere(const QString &path)
{
    return {u"/bin/sh"_s, u"-c"_s, u"cd -- \"$1\" && exec \"${SHELL:-/bin/sh}\""_s, u"sh"_s, path};
}

QStringList shellThere(QStringList login, const QString &path)
{
    login.insert(1, u"-t"_s);
    login.append(QString(u"cd "_s + shellLine({path}) + u" && exec $SHELL -l"_s));
    return login;
}

void openTerminalIn(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine)
{
    const engine::Location folder = pane->location();
    if (folder.place.isEmpty()) {
        if (const auto opened = openTerminal(shellHere(folder.path)); !opened)
            pane->fail(opened.error());
        return;
    }
    engine::whenFinished(client.machines.fetchTerminalCommand(machine), pane, [pane, folder](const auto &login) {
        if (!login)
            return pane->fail(login.error());
        if (const auto opened = openTerminal(shellThere(*login, folder.path)); !opened)
            pane->fail(opened.error());
    });
}

void connectMachineOf(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine,
                      const std::function<void()> &open)
{
    if (!machine.isValid())
        return pane->refresh();
    engine::whenFinished(client.machines.connect(machine), pane, [pane, open](const auto &answer) {
        if (answer)
            pane->refresh();
        else if (answer.error().question)
            open();
        else
            pane->fail(answer.error());
    });
}

} // namespace ui
