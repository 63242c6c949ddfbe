// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLabel>

namespace ui {

/// Text with strong parts and links. All parts are plain text: markup in them is escaped.
class LinkText
{
public:
    LinkText() = default;
    LinkText(const QString &words) { add(words); } // implicit, for plain text

    LinkText &add(const QString &words);
    LinkText &addStrong(const QString &words);
    LinkText &addLink(const QString &words, const QString &target);
    /// \a pattern, a translated sentence, with \a parts for its %1, %2…
    [[nodiscard]] static LinkText filled(const QString &pattern, const QList<LinkText> &parts);

    [[nodiscard]] bool hasLinks() const { return m_hasLinks; }
    [[nodiscard]] QString plain() const; ///< the text without links
    bool operator==(const LinkText &) const = default;

private:
    friend class LinkLabel;

    QString m_html;
    bool m_hasLinks = false;
};

/// Shows a LinkText. Sets the text again when the look changes, as Qt resolves the colour of links in setText().
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
