// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/listwatch.h"

#include "engine/api/resource/snapshots.h"
#include "engine/protocol/resources.h"

#include <QJsonDocument>

#include <algorithm>

#include <signal.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

QString idIn(const QJsonObject &row)
{
    return row.value(u"id"_s).toString();
}

class ListWatch
{
    Q_DISABLE_COPY_MOVE(ListWatch)

public:
    ListWatch(Session &session, const WatchedList &list)
        : m_session(session), m_list(list), m_output(session.format(), list.columns),
          m_isRedrawn(session.format() == Format::Table && ::isatty(STDOUT_FILENO) != 0)
    {
        m_session.link().setEventListener([this](const QJsonObject &event) { handleEvent(event); });
    }
    ~ListWatch() { m_session.link().setEventListener({}); }

    Result<int> run()
    {
        while (true) {
            const auto rows = readAll();
            if (!rows)
                return rows.error();
            if (m_isStale)
                continue;
            applyRows(*rows);
            do {
                if (!show())
                    return 0;
            } while (!m_isStale && m_session.link().waitForEvent());
        }
    }

private:
    // Subscribes before reading, so that no change is missed. Stale when the connection, and so the subscription, ended
    // meanwhile; transfer.list subscribes and reads at once.
    Result<QJsonArray> readAll()
    {
        m_isReading = true;
        m_early.clear();
        if (m_list.isIn) {
            const auto snapshot = m_session.read(method::fetchSnapshot);
            if (!snapshot)
                return snapshot.error();
            m_revision = snapshot->revision;
        }
        m_isStale = false;
        auto rows = m_list.rows();
        m_isReading = false;
        return rows;
    }

    void handleEvent(const QJsonObject &event)
    {
        if (event.value(u"event"_s) != u"hello"_s)
            return m_isReading ? m_early.append(event) : applyEvent(event);
        m_early.clear(); // of the previous engine
        m_isStale = m_list.isIn != nullptr;
    }
    void applyEvent(const QJsonObject &event)
    {
        const QJsonObject data = event.value(u"data"_s).toObject();
        const QString name = event.value(u"event"_s).toString();
        if (name == u"changed"_s && m_list.isIn)
            applyResources(data);
        else if (name == u"transferred"_s && !m_list.isIn)
            applyTransfer(data);
    }
    void applyResources(const QJsonObject &data)
    {
        const auto delta = ResourceDelta::fromJson(data);
        const qint64 revision = data.value(u"revision"_s).toInteger();
        if (revision <= m_revision)
            return;
        const bool isEmpty = delta.upserted.isEmpty() && delta.removed.isEmpty();
        m_isStale = m_isStale || isEmpty || revision > m_revision + 1;
        m_revision = revision;
        for (const ResourceSnapshot &resource : delta.upserted) {
            if (m_list.isIn(resource.id))
                put(resource.document);
        }
        for (const ResourceId &id : delta.removed)
            remove(id.toString());
    }
    void applyTransfer(const QJsonObject &data)
    {
        m_isStale = m_isStale || data.contains(u"stale"_s);
        if (data.contains(u"removed"_s))
            return remove(data.value(u"removed"_s).toString());
        if (data.contains(u"transfer"_s))
            return put(data.value(u"transfer"_s).toObject());
        const QJsonObject progress = data.value(u"progress"_s).toObject();
        const auto known = find(idIn(progress));
        if (known == m_rows.end())
            return;
        QJsonObject transfer = *known;
        for (auto part = progress.begin(); part != progress.end(); ++part)
            transfer.insert(part.key(), part.value());
        put(transfer);
    }

    QList<QJsonObject>::iterator find(const QString &id)
    {
        return std::find_if(m_rows.begin(), m_rows.end(), [&id](const QJsonObject &row) { return idIn(row) == id; });
    }
    void put(const QJsonObject &row)
    {
        const auto known = find(idIn(row));
        if (known != m_rows.end() && *known == row)
            return;
        if (known != m_rows.end())
            *known = row;
        else
            m_rows.insert(m_list.isNewestFirst ? 0 : m_rows.size(), row);
        m_news.append(row);
    }
    void remove(const QString &id)
    {
        const auto known = find(id);
        if (known == m_rows.end())
            return;
        m_rows.erase(known);
        m_gone.append(id);
    }
    // Rows are as old as their request: events that came meanwhile are applied to them.
    void applyRows(const QJsonArray &rows)
    {
        QMap<QString, QJsonObject> before;
        for (const QJsonObject &row : std::exchange(m_rows, {}))
            before.insert(idIn(row), row);
        for (const QJsonValue &row : rows)
            m_rows.append(row.toObject());
        for (const QJsonObject &event : std::exchange(m_early, {}))
            applyEvent(event);
        m_news.clear();
        for (const QJsonObject &row : std::as_const(m_rows)) {
            if (before.take(idIn(row)) != row) // oldest first, as newer lines follow
                m_news.insert(m_list.isNewestFirst ? 0 : m_news.size(), row);
        }
        m_gone = before.keys();
    }

    // False when the reader of stdout has gone.
    bool show()
    {
        const QJsonArray news = toArray(std::exchange(m_news, {}));
        const QStringList gone = std::exchange(m_gone, {});
        QString text;
        if (m_isRedrawn) {
            ListOutput table(Format::Table, m_list.columns);
            text = u"\x1b[H\x1b[2J"_s + table.add(toArray(m_rows)) + table.end();
            if (text == std::exchange(m_shown, text))
                return true;
        } else if (m_session.format() == Format::Json) {
            for (const QJsonValue &row : news)
                text += line(row.toObject());
            for (const QString &id : gone)
                text += line({{u"id"_s, id}, {u"removed"_s, true}});
        } else {
            if (!news.isEmpty())
                text = m_output.add(news);
            for (const QString &id : gone)
                m_session.note(u"%1 is gone."_s.arg(id.section(u'/', -1)));
        }
        return writeAll(STDOUT_FILENO, text.toUtf8());
    }
    static QJsonArray toArray(const QList<QJsonObject> &rows)
    {
        QJsonArray array;
        for (const QJsonObject &row : rows)
            array.append(row);
        return array;
    }
    static QString line(const QJsonObject &row)
    {
        return QString::fromUtf8(QJsonDocument(row).toJson(QJsonDocument::Compact)) + u'\n';
    }

    Session &m_session;
    const WatchedList &m_list;
    ListOutput m_output;
    QList<QJsonObject> m_early; // events during the reading of rows
    QList<QJsonObject> m_rows;
    QList<QJsonObject> m_news; // changes that were not printed yet
    QStringList m_gone;
    QString m_shown;
    qint64 m_revision = 0; // of the last change
    bool m_isReading = false;
    bool m_isStale = false; // changes were dropped
    bool m_isRedrawn;
};

} // namespace

const Option watchOption{
    u"--watch"_s, {}, {}, u"follow what changes, until Ctrl+C; a JSON object a line with -o json"_s};

Result<int> showList(Session &session, const WatchedList &list)
{
    if (!session.line().has(u"--watch"_s))
        return session.printed(list.rows(), list.columns);
    ::signal(SIGINT, [](int) { ::_exit(0); });
    return ListWatch(session, list).run();
}

} // namespace ctl
