// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/gui/machine/machinewindow.h"
#include "tests/support/patience.h"
#include "ui/connect/connectpage.h"
#include "ui/connect/stepsview.h"

#include <QPushButton>

namespace canned {

using namespace Qt::StringLiterals;

inline const engine::Question hostKey{engine::Question::Kind::HostKey,
                                      u"ada@gpu-a.lab.example:22"_s,
                                      u"SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"_s,
                                      u"ssh-ed25519"_s,
                                      {},
                                      false};
inline const engine::Question passphrase{
    engine::Question::Kind::Passphrase, u"ada@gpu-a.lab.example:22"_s, u"/home/ada/.ssh/id_ed25519"_s, {}, {}, false};
inline const engine::Question prompts{engine::Question::Kind::Prompts,
                                      u"ada@gpu-a.lab.example:22"_s,
                                      u"Two-factor login of the lab"_s,
                                      {},
                                      {{u"Password:"_s, true}, {u"Verification code (from the app):"_s, false}},
                                      false};

inline engine::Error asking(engine::ErrorCode code, engine::Question question, bool repeated = false)
{
    question.isRepeated = repeated;
    return engine::Error::of(code, {"The machine asks."}).asking(question);
}

inline engine::Error changedKey()
{
    return engine::Error::of(
        engine::ErrorCode::HostKeyChanged,
        {"gpu-a.lab.example shows the key %1, but %2 in %3 line %4 says %5.",
         {u"SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"_s, u"ssh-ed25519"_s, u"/home/ada/.ssh/known_hosts"_s,
          u"12"_s, u"SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg"_s}},
        {}, u"known_hosts: key mismatch"_s);
}

inline engine::Error failure(engine::ErrorCode code, const char *words, const QString &technical = {})
{
    return engine::Error::of(code, {words}, {}, technical);
}

inline QJsonArray hosts(int count)
{
    QJsonArray all;
    for (int i = 0; i < count; ++i)
        all.append(QJsonObject{{u"name"_s, i == 0 ? u"gpu-b"_s : QString(u"node-%1"_s.arg(i, 4, 10, QLatin1Char('0')))},
                               {u"file"_s, QString(QDir::homePath() + u"/.ssh/config"_s)},
                               {u"line"_s, 3 * i + 1},
                               {u"machine"_s, i == 0 ? sshMachineId(u"gpu-b"_s).toString() : QString()}});
    return all;
}

inline QJsonArray resources()
{
    QJsonArray all = world(0);
    all.append(sshMachine(u"gpu-b"_s, u"online"_s));
    return all;
}

/// The window for tests of the page that connects machines; the test decides when an attempt is answered.
class ConnectWindow final : public MachineWindow
{
public:
    using MachineWindow::MachineWindow;

    void open()
    {
        QTRY_VERIFY(isReady());
        link.hold(u"machine.add"_s);
        trigger(u"Ctrl+M"_s);
        QVERIFY(qobject_cast<ui::ConnectPage *>(page()));
        layOut();
    }
    void start()
    {
        open();
        QTest::keyClicks(find<QLineEdit>("destination"), u"ada@gpu-a.lab.example"_s);
        find<QPushButton>("connect")->click();
        QCOMPARE(link.count(u"machine.add"_s), 1);
    }
    void tellStep(const QString &step) { link.tell(u"machine.add"_s, QJsonObject{{u"step"_s, step}}); }
    [[nodiscard]] QString state(engine::ConnectStep step) const
    {
        return page()->findChild<ui::StepsView *>()->stateWord(step);
    }
};

} // namespace canned
