// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/gui/document/documentworld.h"

namespace canned {

/// The whole window with groups, machines and \a servers file servers; every job has a plan of two nodes.
struct DocumentWindow : MachineWindow
{
    explicit DocumentWindow(int servers = 1, ui::LookChoice look = ui::LookChoice::Light)
        : MachineWindow(documentWorld(servers), look)
    {
        link.answers[QStringLiteral("job.plan")] = QJsonValue(plan(2));
        link.answers[QStringLiteral("volume.list")] = QJsonValue(QJsonArray());
        link.answers[QStringLiteral("resource.list")] = QJsonValue(QJsonArray{cluster()});
    }
    template <typename Page> [[nodiscard]] Page *as() const { return qobject_cast<Page *>(page()); }
    void openFile(const QString &name, const QByteArray &text) { window->openDocument(written(directory, name, text)); }
};

} // namespace canned
