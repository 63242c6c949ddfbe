// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/wipe.h"

#include <string.h>

namespace engine {

void wipe(QString &text)
{
    explicit_bzero(const_cast<QChar *>(text.constData()), size_t(text.size()) * sizeof(QChar));
    text.clear();
}

void wipe(QByteArray &bytes)
{
    explicit_bzero(const_cast<char *>(bytes.constData()), size_t(bytes.size()));
    bytes.clear();
}

} // namespace engine
