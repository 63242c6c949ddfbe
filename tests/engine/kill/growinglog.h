// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QCryptographicHash>
#include <QFile>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace testing {

/// Writes an endless log in a thread, like a program, and hashes all that it wrote.
class GrowingLog final
{
public:
    enum class Turn { None, Rename, CopyAndCut };

    GrowingLog(QString path, qint64 bytesPerSecond) : m_path(std::move(path)), m_rate(bytesPerSecond)
    {
        reopen();
        m_thread = std::thread([this] { write(); });
    }
    ~GrowingLog() { end(); }

    [[nodiscard]] static QByteArray lineAt(qint64 line)
    {
        return QByteArray::number(line) + " step " + QByteArray::number(line * 2654435761 % 1000003) + '\n';
    }
    void turn(Turn turn) { m_turn = turn; } ///< takes effect soon
    [[nodiscard]] bool isTurning() const { return m_turn != Turn::None; }
    void end()
    {
        m_isOver = true;
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    [[nodiscard]] QByteArray hash() const { return m_hash.result(); } ///< after end()

private:
    void reopen()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = ::open(QFile::encodeName(m_path).constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    void write()
    {
        const auto began = std::chrono::steady_clock::now();
        for (qint64 due = 0; !m_isOver;) {
            due = qint64(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count()
                         * double(m_rate));
            while (m_bytes < due && !m_isOver)
                writeBlock();
            turnNow();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ::close(m_descriptor);
    }
    void writeBlock()
    {
        QByteArray block;
        for (int i = 0; i < 500; ++i, ++m_line)
            block += lineAt(m_line);
        m_hash.addData(block);
        for (qsizetype done = 0; done < block.size();) {
            const ssize_t count = ::write(m_descriptor, block.constData() + done, size_t(block.size() - done));
            if (count > 0)
                done += count;
        }
        m_bytes += block.size();
    }
    void turnNow()
    {
        if (m_turn == Turn::None)
            return;
        const QString old = m_path + QLatin1Char('.') + QString::number(++m_turns);
        if (m_turn == Turn::Rename) {
            std::rename(QFile::encodeName(m_path).constData(), QFile::encodeName(old).constData());
            writeBlock(); // goes to the renamed file, which is still open
            reopen();
        } else {
            QFile::copy(m_path, old);
            (void)::ftruncate(m_descriptor, 0);
        }
        m_turn = Turn::None;
    }

    const QString m_path;
    const qint64 m_rate;
    QCryptographicHash m_hash{QCryptographicHash::Sha1};
    std::atomic<qint64> m_bytes = 0;
    qint64 m_line = 0;
    int m_turns = 0;
    int m_descriptor = -1;
    std::atomic<Turn> m_turn = Turn::None;
    std::atomic<bool> m_isOver = false;
    std::thread m_thread;
};

} // namespace testing
