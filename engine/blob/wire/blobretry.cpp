// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/blobretry.h"

using namespace Qt::StringLiterals;

namespace engine {

bool mayPassByItself(const BlobAnswer &answer)
{
    switch (answer.failure) {
    case QNetworkReply::NoError:
        break;
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError:
    case QNetworkReply::UnknownNetworkError:
    case QNetworkReply::ProxyConnectionClosedError:
        return true;
    default:
        return false;
    }
    switch (answer.status) {
    case 400:
        return answer.errorCode() == "Md5Mismatch"; // damaged on its way there
    case 408:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
        return true;
    default:
        return answer.isDamaged;
    }
}

bool mayBeDone(const BlobAnswer &answer)
{
    return answer.failure != QNetworkReply::NoError || answer.isDamaged || answer.status >= 500;
}

std::optional<std::chrono::milliseconds> askedPause(const BlobAnswer &answer)
{
    bool isNumber = false;
    const int seconds = answer.headers.value("retry-after"_ba).toInt(&isNumber);
    if (!isNumber || seconds < 0)
        return {};
    return std::chrono::seconds(seconds);
}

} // namespace engine
