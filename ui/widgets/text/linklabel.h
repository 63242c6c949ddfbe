// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLabel>

namespace ui {

/// Words of which some are strong or links. All are plain: what looks like a tag in them is shown as it stands.
class LinkText
{
public:
    LinkText() = default;
    LinkText(const QString &words) { add(words); } // a plain text is one, too

    LinkText &add(const QString &words);
    LinkText &addStrong(const QString &words);
    LinkText &addLink(const QString &words, const QString &target);
    /// \a pattern, a sentence of a translator's, with \a parts for its %1, %2…
    [[nodiscard]] static LinkText filled(const QString &pattern, const QList<LinkText> &parts);

    [[nodiscard]] bool hasLinks() const { return m_hasLinks; }
    [[nodiscard]] QString plain() const; ///< the words alone
    bool operator==(const LinkText &) const = default;

private:
    friend class LinkLabel;

    QString m_html;
    bool m_hasLinks = false;
};

/// Shows them: the one label that is more than plain. Links have the colour of the look, which Qt takes once, when the
/// text is set.
class LinkLabel final : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LinkLabel)

public:
    explicit LinkLabel(QWidget *parent = nullptr);
    LinkLabel(const LinkText &text, QWidget *parent);

    void setWords(const LinkText &text);
    void setText(const QString &) = delete;

protected:
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    LinkText m_text;
};

} // namespace ui
