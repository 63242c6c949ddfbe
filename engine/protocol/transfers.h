// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transferpreview.h"
#include "engine/protocol/method.h"

namespace engine {

/// [path, bytes, isNewer]
template <> struct JsonOf<DifferingFile>
{
    static QJsonValue write(const DifferingFile &file) { return QJsonArray{file.path, file.bytes, file.isNewer}; }
    static bool read(const QJsonValue &json, DifferingFile &file, qsizetype longest)
    {
        return JsonOf<QString>::read(json[0], file.path, longest) && JsonOf<qint64>::read(json[1], file.bytes, longest)
            && JsonOf<bool>::read(json[2], file.isNewer, longest);
    }
    static QString name() { return JsonOf<QJsonArray>::name(); }
};

struct GivenTransfer
{
    TransferRequest transfer;

    static void describe(auto &self, auto &fields) { fields("transfer", self.transfer); }
};

struct ChangeTransfer
{
    QString id;
    TransferChange change;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id);
        fields("bytesPerSecond", self.change.bytesPerSecond);
        fields("priority", self.change.priority);
        fields("first", self.change.isFirst);
    }
};

struct LimitTransfers
{
    std::optional<int> perPlace; ///< absent: unchanged
    std::optional<int> total;

    static void describe(auto &self, auto &fields) { fields("perPlace", self.perPlace)("total", self.total); }
};

namespace method {

inline constexpr Method<GivenTransfer, TransferSnapshot> startTransfer{"transfer.start"};
/// Answers the ids of the transfers that restore what transfer.undo's argument replaced; they run one after another.
inline constexpr Method<OfResource, QStringList> undoTransfer{"transfer.undo"};
/// Answers when the transfer has ended. Progress comes without the request.
inline constexpr Method<OfResource, TransferSnapshot> waitForTransfer{"transfer.wait"};
/// Answers when counting and comparing are done; partial results are progress.
inline constexpr Method<GivenTransfer, TransferPreview> previewTransfer{"transfer.preview"};
/// Subscribes to the event `transferred`.
inline constexpr Method<Nothing, QList<TransferSnapshot>> listTransfers{"transfer.list"};
inline constexpr Method<OfResource, TransferSnapshot> showTransfer{"transfer.show"};
inline constexpr Method<ChangeTransfer, TransferSnapshot> changeTransfer{"transfer.set"};
inline constexpr Method<LimitTransfers, TransferLimits> limitTransfers{"transfer.limits"};
inline constexpr Method<OfResource, Nothing> pauseTransfer{"transfer.pause"};
inline constexpr Method<OfResource, Nothing> resumeTransfer{"transfer.resume"};
inline constexpr Method<OfResource, Nothing> cancelTransfer{"transfer.cancel"};

} // namespace method

} // namespace engine
