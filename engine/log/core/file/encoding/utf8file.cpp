// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/encoding/utf8file.h"

namespace engine::logcore {

namespace {

constexpr std::int64_t encodingSize = 4096;

} // namespace

void Utf8File::open(const std::string &path)
{
    m_source = TextFile::open(path);
    m_encoding = Encoding::Unknown;
    if (m_source)
        readEncoding();
    TextFile::Facts facts;
    const bool mayBeConverted = m_source && m_source->facts(facts) && facts.size <= longestConverted;
    m_copy.reset();
    if (mayBeConverted && isUtf16())
        m_copy = Utf16Copy::make(m_source, m_encoding == Encoding::Utf16Big, path.substr(0, path.rfind('/') + 1));
}

bool Utf8File::turnsOutUtf16()
{
    if (m_encoding != Encoding::Unknown)
        return false;
    readEncoding();
    return isUtf16();
}

void Utf8File::readEncoding()
{
    m_encoding = encodingOf(m_source->read(0, encodingSize));
}

bool Utf8File::isUtf16() const
{
    return m_encoding == Encoding::Utf16Little || m_encoding == Encoding::Utf16Big;
}

} // namespace engine::logcore
