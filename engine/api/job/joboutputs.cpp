// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/job/joboutputs.h"

#include "engine/api/paths.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace engine {

QString JobOutput::place() const
{
    return node + u':' + shownPath(path);
}

QStringList JobOutputs::places() const
{
    QStringList places;
    for (const JobOutput &output : found) {
        if (!output.sharedWith.isEmpty())
            continue;
        const QString size = QLocale::c().formattedDataSize(output.bytes, 1, QLocale::DataSizeSIFormat);
        places.append(output.bytes < 0
                          ? output.place()
                          : u"%1 (%2%3)"_s.arg(output.place(), output.isAtLeast ? u"≥ "_s : QString(), size));
    }
    return places;
}

} // namespace engine
