// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/blobxml.h"

#include "engine/api/paths.h"
#include "engine/blob/wire/blobrequest.h"

#include <QLocale>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype mostEntries = 10'000; // of a page; the service has 5,000
constexpr qsizetype mostBlocks = 100'000; // uncommitted, of the service
constexpr qsizetype mostMetadata = 200; // of an entry; the service has 8 KB
constexpr qsizetype longestText = 16 * 1024; // of an element; names and values have 1,024 characters

Error unreadable(const QString &why)
{
    return Error::of(ErrorCode::IoError,
                     QT_TRANSLATE_NOOP("engine", "The blob service answered with a list that makes no sense."), {},
                     why);
}

/// A reader that stands on an element of the answer. Its functions move it to the element's end.
class AnswerXml final
{
public:
    explicit AnswerXml(const QByteArray &xml) : m_reader(xml) { }

    /// Moves to the next child element of the current one; false at the current element's end and after an error.
    bool nextChild()
    {
        while (!m_reader.atEnd()) {
            const QXmlStreamReader::TokenType token = m_reader.readNext();
            if (token == QXmlStreamReader::DTD)
                m_reader.raiseError(u"an answer that defines entities"_s);
            else if (token == QXmlStreamReader::StartElement)
                return true;
            else if (token == QXmlStreamReader::EndElement || token == QXmlStreamReader::EndDocument)
                return false;
        }
        return false;
    }
    [[nodiscard]] bool is(QStringView name) const { return m_reader.name() == name; }
    [[nodiscard]] QString name() const { return m_reader.name().toString(); }
    [[nodiscard]] QString text()
    {
        const QString text = m_reader.readElementText();
        if (text.size() > longestText)
            refuse(u"a text without end"_s);
        return text;
    }
    /// A name, which the service encodes when XML cannot have one of its characters.
    [[nodiscard]] QString encodableText()
    {
        const bool isEncoded = m_reader.attributes().value("Encoded"_L1) == "true"_L1;
        const QString name = text();
        return isEncoded ? pathFromBytes(QByteArray::fromPercentEncoding(name.toUtf8())) : name;
    }
    void skip() { m_reader.skipCurrentElement(); }
    void refuse(const QString &why)
    {
        if (!m_reader.hasError())
            m_reader.raiseError(why);
    }
    /// Whether the answer ended where its first element does; a truncated one did not.
    [[nodiscard]] bool isWhole()
    {
        while (!m_reader.atEnd())
            m_reader.readNext();
        return !m_reader.hasError();
    }
    [[nodiscard]] Error error() const { return unreadable(m_reader.errorString()); }

private:
    QXmlStreamReader m_reader;
};

void readMetadata(AnswerXml &xml, BlobEntry &entry)
{
    while (xml.nextChild()) {
        if (entry.metadata.size() >= mostMetadata)
            return xml.refuse(u"metadata without end"_s);
        const QString name = xml.name().toLower();
        entry.metadata.insert(name, xml.text());
    }
}

void readProperties(AnswerXml &xml, BlobEntry &entry)
{
    while (xml.nextChild()) {
        if (xml.is(u"Content-Length"))
            entry.size = qMax<qint64>(0, xml.text().toLongLong());
        else if (xml.is(u"Last-Modified"))
            entry.modified = httpDate(xml.text().toLatin1());
        else if (xml.is(u"Etag"))
            entry.etag = plainEtag(xml.text().toUtf8());
        else if (xml.is(u"Content-MD5"))
            entry.md5 = md5FromBase64(xml.text().toLatin1());
        else if (xml.is(u"Content-Type"))
            entry.contentType = xml.text();
        else
            xml.skip();
    }
}

BlobEntry readEntry(AnswerXml &xml, bool isPrefix)
{
    BlobEntry entry;
    entry.isPrefix = isPrefix;
    while (xml.nextChild()) {
        if (xml.is(u"Name"))
            entry.name = xml.encodableText();
        else if (xml.is(u"Properties") && !isPrefix)
            readProperties(xml, entry);
        else if (xml.is(u"Metadata") && !isPrefix)
            readMetadata(xml, entry);
        else
            xml.skip();
    }
    return entry;
}

void readEntries(AnswerXml &xml, QStringView element, BlobPage &page)
{
    while (xml.nextChild()) {
        const bool isPrefix = xml.is(u"BlobPrefix");
        if (!isPrefix && !xml.is(element)) {
            xml.skip();
            continue;
        }
        if (page.entries.size() + page.leftOut >= mostEntries)
            return xml.refuse(u"a page without end"_s);
        BlobEntry entry = readEntry(xml, isPrefix);
        if (isBlobPath(entry.name) && (!isPrefix || entry.name.endsWith(u'/')))
            page.entries.append(std::move(entry));
        else
            ++page.leftOut;
    }
}

Result<BlobPage> readPage(const QByteArray &bytes, QStringView list, QStringView element)
{
    AnswerXml xml(bytes);
    BlobPage page;
    if (!xml.nextChild() || !xml.is(u"EnumerationResults"))
        return unreadable(u"no EnumerationResults"_s);
    while (xml.nextChild()) {
        if (xml.is(list))
            readEntries(xml, element, page);
        else if (xml.is(u"NextMarker"))
            page.next = xml.text();
        else
            xml.skip();
    }
    if (!xml.isWhole())
        return xml.error();
    return page;
}

/// Calls \a take with id and size of each block of the list \a name.
template <typename TakeBlock> Result<void> readBlocks(const QByteArray &bytes, QStringView name, TakeBlock take)
{
    AnswerXml xml(bytes);
    qsizetype count = 0;
    if (!xml.nextChild() || !xml.is(u"BlockList"))
        return unreadable(u"no BlockList"_s);
    while (xml.nextChild()) {
        if (!xml.is(name)) {
            xml.skip();
            continue;
        }
        while (xml.nextChild()) {
            QByteArray id;
            qint64 size = -1;
            while (xml.nextChild()) {
                if (xml.is(u"Name"))
                    id = QByteArray::fromBase64(xml.text().toLatin1());
                else if (xml.is(u"Size"))
                    size = xml.text().toLongLong();
                else
                    xml.skip();
            }
            if (++count > mostBlocks)
                xml.refuse(u"blocks without end"_s);
            else if (!id.isEmpty() && size >= 0)
                take(id, size);
        }
    }
    return xml.isWhole() ? Result<void>() : xml.error();
}

} // namespace

Result<BlobPage> containersFromXml(const QByteArray &xml)
{
    Result<BlobPage> page = readPage(xml, u"Containers", u"Container");
    if (page)
        page->leftOut += int(page->entries.removeIf([](const BlobEntry &entry) { return entry.name.contains(u'/'); }));
    return page;
}

Result<BlobPage> blobsFromXml(const QByteArray &xml)
{
    return readPage(xml, u"Blobs", u"Blob");
}

Result<QMap<QByteArray, qint64>> blocksFromXml(const QByteArray &xml)
{
    QMap<QByteArray, qint64> blocks;
    const auto read = readBlocks(xml, u"UncommittedBlocks",
                                 [&blocks](const QByteArray &id, qint64 size) { blocks.insert(id, size); });
    return read ? Result(blocks) : read.error();
}

Result<QByteArrayList> committedFromXml(const QByteArray &xml)
{
    QByteArrayList ids;
    const auto read =
        readBlocks(xml, u"CommittedBlocks", [&ids](const QByteArray &id, qint64 /*size*/) { ids.append(id); });
    return read ? Result(ids) : read.error();
}

QByteArray blocksToXml(const QByteArrayList &ids, BlockVersion version)
{
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.writeStartDocument();
    xml.writeStartElement(u"BlockList"_s);
    for (const QByteArray &id : ids)
        xml.writeTextElement(version == BlockVersion::Latest ? u"Latest"_s : u"Committed"_s,
                             QString::fromLatin1(id.toBase64()));
    xml.writeEndDocument();
    return bytes;
}

QByteArray errorCodeOf(const QByteArray &bytes)
{
    AnswerXml xml(bytes);
    if (!xml.nextChild() || !xml.is(u"Error"))
        return {};
    while (xml.nextChild()) {
        if (xml.is(u"Code"))
            return xml.text().toLatin1().left(100);
        xml.skip();
    }
    return {};
}

QDateTime httpDate(const QByteArray &text)
{
    QDateTime time = QLocale::c().toDateTime(QString::fromLatin1(text), u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s);
    time.setTimeSpec(Qt::UTC);
    return time;
}

QString plainEtag(const QByteArray &etag)
{
    QByteArray plain = etag;
    if (plain.size() >= 2 && plain.startsWith('"') && plain.endsWith('"'))
        plain = plain.sliced(1, plain.size() - 2);
    return QString::fromLatin1(plain.left(200));
}

QByteArray md5FromBase64(const QByteArray &text)
{
    const QByteArray md5 = QByteArray::fromBase64(text);
    return md5.size() == 16 ? md5 : QByteArray();
}

} // namespace engine
