// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"

#include <optional>

namespace engine {

/// The question with which a login ends: the first that lacked an answer, or whose answer was wrong. Thread: the
/// login's (LoginQueue).
class OpenQuestion final
{
public:
    explicit OpenQuestion(QString host) : m_host(std::move(host)) { }

    [[nodiscard]] Question about(Question::Kind kind, const QString &subject = {}) const; ///< a question of this host
    /// Sets the question unless one is set. \a isRepeated: an answer to it was wrong.
    void ask(Question question, bool isRepeated);
    void replaceBy(Question question, bool isRepeated);
    [[nodiscard]] bool isThere() const { return m_question.has_value(); }
    [[nodiscard]] Error error() const; ///< needs isThere()

private:
    QString m_host; // SshHop::identity()
    std::optional<Question> m_question;
};

} // namespace engine
