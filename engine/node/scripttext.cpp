// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/scripttext.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace engine {

QByteArray scriptText(QLatin1StringView name)
{
    QFile file(u":/scripts/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is not in the program", name.data());
    return file.readAll();
}

} // namespace engine
