// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/transferpreview.h"

#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const std::array numbers{std::pair{u"files"_s, &TransferPreview::files},
                         std::pair{u"folders"_s, &TransferPreview::folders},
                         std::pair{u"bytes"_s, &TransferPreview::bytes},
                         std::pair{u"holes"_s, &TransferPreview::holes},
                         std::pair{u"ignored"_s, &TransferPreview::ignored},
                         std::pair{u"unreadable"_s, &TransferPreview::unreadable},
                         std::pair{u"filesThere"_s, &TransferPreview::filesThere},
                         std::pair{u"bytesThere"_s, &TransferPreview::bytesThere},
                         std::pair{u"holesThere"_s, &TransferPreview::holesThere},
                         std::pair{u"filesDiffering"_s, &TransferPreview::filesDiffering},
                         std::pair{u"bytesDiffering"_s, &TransferPreview::bytesDiffering},
                         std::pair{u"holesDiffering"_s, &TransferPreview::holesDiffering},
                         std::pair{u"foldersThere"_s, &TransferPreview::foldersThere},
                         std::pair{u"speed"_s, &TransferPreview::bytesPerSecond}};

} // namespace

QJsonObject TransferPreview::toJson() const
{
    QJsonObject json{{u"counted"_s, isCounted}, {u"compared"_s, isCompared}};
    for (const auto &[key, number] : numbers)
        json.insert(key, this->*number);
    QJsonArray named;
    for (const DifferingFile &file : differing)
        named.append(QJsonArray{file.path, file.bytes, file.isNewer});
    json.insert(u"differing"_s, named);
    if (freeBytes)
        json.insert(u"freeBytes"_s, *freeBytes);
    if (!problem.isEmpty())
        json.insert(u"problem"_s, problem.toJson());
    return json;
}

TransferPreview TransferPreview::fromJson(const QJsonObject &json)
{
    TransferPreview preview;
    preview.isCounted = json.value(u"counted"_s).toBool();
    preview.isCompared = json.value(u"compared"_s).toBool();
    for (const auto &[key, number] : numbers)
        preview.*number = json.value(key).toInteger();
    for (const QJsonValue &file : json.value(u"differing"_s).toArray())
        preview.differing.append({file[0].toString(), file[1].toInteger(), file[2].toBool()});
    if (json.value(u"freeBytes"_s).isDouble())
        preview.freeBytes = json.value(u"freeBytes"_s).toInteger();
    preview.problem = Message::fromJson(json.value(u"problem"_s).toObject());
    return preview;
}

} // namespace engine
