// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/question.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;
using engine::Answer;
using engine::Secret;

namespace {

constexpr char mask = 0x55;

/// A text of which the program's memory holds no copy but those that are asked for.
class Rare
{
public:
    [[nodiscard]] Secret secret() const
    {
        std::array<char, size> clear{};
        std::transform(m_masked.begin(), m_masked.end(), clear.begin(), unmasked);
        const Secret made{QByteArrayView(clear)};
        explicit_bzero(clear.data(), clear.size());
        return made;
    }

    /// How often it stands in memory that can be written to.
    [[nodiscard]] int count() const
    {
        QFile maps(u"/proc/self/maps"_s);
        QFile memory(u"/proc/self/mem"_s);
        if (!maps.open(QIODevice::ReadOnly) || !memory.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return -1;
        int found = 0;
        for (const QByteArray &line : maps.readAll().split('\n')) {
            const QByteArrayList range = line.first(qMax<qsizetype>(line.indexOf(' '), 0)).split('-');
            if (range.size() == 2 && line.contains(" rw"))
                found += countIn(range.at(0).toULongLong(nullptr, 16), range.at(1).toULongLong(nullptr, 16), memory);
        }
        return found;
    }

private:
    static constexpr qsizetype size = 24;
    static char unmasked(char c) { return char(c ^ mask); }

    // In place, a page after the other: what would be read elsewhere would be a copy.
    [[nodiscard]] int countIn(quint64 begin, quint64 end, QFile &memory) const
    {
        int found = 0;
        std::array<char, 1> probe{};
        for (quint64 page = begin; page < end; page += 4096) {
            if (!memory.seek(qint64(page)) || memory.read(probe.data(), 1) != 1)
                continue;
            const char *first = reinterpret_cast<const char *>(page);
            const char *last = first + 4096;
            const auto isSame = [](char there, char masked) { return char(there ^ mask) == masked; };
            while ((first = std::search(first, last, m_masked.begin(), m_masked.end(), isSame)) != last) {
                ++found;
                ++first;
            }
        }
        return found;
    }

    std::array<char, size> m_masked{'r', 'a', 'r', 'e', '-', '1', '2', '3', '4', '5', '6', '7',
                                    '8', '9', '0', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'};
};

} // namespace

class TstSecret final : public QObject
{
    Q_OBJECT

private slots:
    void keepsAnyText_data();
    void keepsAnyText();
    void leavesNothingBehind();
};

void TstSecret::keepsAnyText_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << QString();
    QTest::newRow("words") << u"correct horse"_s;
    QTest::newRow("UTF-8") << u"pässwörd 🔑 密码"_s;
    QTest::newRow("a NUL within") << QString(u"a\0b"_s);
}

void TstSecret::keepsAnyText()
{
    QFETCH(const QString, text);
    const Secret secret(text);
    QCOMPARE(secret.text(), text.isNull() ? u""_s : text);
    QCOMPARE(secret.bytes().toByteArray(), text.toUtf8());
    QCOMPARE(secret.data()[secret.bytes().size()], '\0');
    QCOMPARE(secret.isEmpty(), text.isEmpty());
    QCOMPARE(Answer::fromJson(Answer{{}, {secret}, false}.toJson()).values, QList<Secret>{secret});
}

void TstSecret::leavesNothingBehind()
{
    const Rare rare;
    QCOMPARE(rare.count(), 0);
    QList<Answer> answers{{{}, {rare.secret(), rare.secret()}, false}};
    QCOMPARE(rare.count(), 2);
    QList<Answer> others = answers;
    others.first().values.append(rare.secret()); // which makes a list of its own
    Secret last = others.first().values.takeFirst();
    QVERIFY(last.data() != answers.first().values.first().data());
    answers.clear();
    QCOMPARE(rare.count(), 3);
    others.removeIf([](const Answer &) { return true; });
    QCOMPARE(last, rare.secret()); // the others did not take it along
    last = Secret(u"another"_s);
    QCOMPARE(rare.count(), 0);
}

BATCHDECK_TEST(QCoreApplication, TstSecret)
#include "tst_secret.moc"
