// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/files.h"

#include <QDir>
#include <QDirIterator>

#include <atomic>
#include <thread>

namespace testing {

/// Finds given secrets in any encoding that a file or a command line may have. Any thread.
class LeakSearch
{
public:
    explicit LeakSearch(const QByteArrayList &secrets)
    {
        for (const QByteArray &secret : secrets)
            m_forms += formsOf(secret);
    }

    /// The first form of a secret in \a bytes, or nothing.
    [[nodiscard]] QByteArray leakIn(const QByteArray &bytes) const
    {
        for (const QByteArray &form : m_forms) {
            if (bytes.contains(form))
                return form;
        }
        return {};
    }

    /// "PATH: FORM" of every file below \a folder that has a secret in it or in its name.
    [[nodiscard]] QByteArrayList leaksBelow(const QString &folder) const
    {
        QByteArrayList leaks;
        for (QDirIterator files(folder, QDir::Files | QDir::System | QDir::Hidden, QDirIterator::Subdirectories);
             files.hasNext();) {
            const QByteArray path = files.next().toUtf8();
            if (const QByteArray form = leakIn(path + '\n' + contentOf(files.filePath())); !form.isEmpty())
                leaks.append(path + ": " + form);
        }
        return leaks;
    }

private:
    static QByteArrayList formsOf(const QByteArray &secret)
    {
        QByteArrayList forms{secret, secret.toHex(), secret.toHex().toUpper(), secret.toPercentEncoding()};
        const QString wide = QString::fromUtf8(secret);
        forms.append(QByteArray(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2));
        for (int shift = 0; shift < 3; ++shift) { // the part of its base64 that does not depend on the bytes around it
            const QByteArray shifted = QByteArray(shift, 'x') + secret;
            const qsizetype whole = shifted.size() * 8 / 6;
            const qsizetype first = (shift * 8 + 5) / 6;
            forms.append(shifted.toBase64().mid(first, whole - first));
        }
        return forms;
    }

    QByteArrayList m_forms;
};

/// Searches the arguments and environments of all processes, here and on the nodes, while it lives.
class ProcessWatch
{
    Q_DISABLE_COPY_MOVE(ProcessWatch)

public:
    /// \a mayJobsKnow: the environments of jobs may have the secrets; a job's processes are recognised by their
    /// wrapper's token.
    explicit ProcessWatch(const LeakSearch &search, bool mayJobsKnow = false)
        : m_search(search), m_mayJobsKnow(mayJobsKnow), m_thread([this] { look(); })
    {
    }
    ~ProcessWatch() { (void)leaks(); }

    /// Ends the watch; returns "PID cmdline|environ: FORM" for each leak.
    [[nodiscard]] QByteArrayList leaks()
    {
        m_isOver = true;
        if (m_thread.joinable())
            m_thread.join();
        return m_leaks;
    }
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    void look()
    {
        for (; !m_isOver; ++m_rounds) {
            for (const QString &pid : QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
                for (const QString &file : {QStringLiteral("cmdline"), QStringLiteral("environ")}) {
                    const QByteArray content = contentOf(QStringLiteral("/proc/") + pid + QLatin1Char('/') + file);
                    if (m_mayJobsKnow && file == QLatin1String("environ") && content.contains("BATCHDECK_TOKEN="))
                        continue;
                    const QByteArray form = m_search.leakIn(content);
                    const QByteArray leak = QByteArray(pid.toUtf8() + ' ' + file.toUtf8() + ": " + form);
                    if (!form.isEmpty() && !m_leaks.contains(leak))
                        m_leaks.append(leak);
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }

    const LeakSearch &m_search;
    const bool m_mayJobsKnow;
    QByteArrayList m_leaks; // used in the thread until that is joined
    std::atomic_bool m_isOver = false;
    std::atomic_int m_rounds = 0;
    std::thread m_thread; // the last member: the thread uses the others
};

} // namespace testing
