// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QAction>
#include <QShortcut>
#include <QWidget>

namespace testing {

/// Shortcuts that two actions of the window have at once: Qt triggers neither.
inline QStringList shortcutClashes(const QWidget &window)
{
    struct Listener
    {
        QString what;
        QWidgetList parts; ///< one of these must have the focus; empty: any widget of the window
        bool holdsInside = false; ///< also when a child of a part has the focus
    };
    QMultiHash<QKeySequence, Listener> listeners;
    const auto add = [&](const QList<QKeySequence> &keys, Qt::ShortcutContext context, const QString &what,
                         const QWidgetList &owners) {
        const bool isPart = context == Qt::WidgetShortcut || context == Qt::WidgetWithChildrenShortcut;
        for (const QKeySequence &key : keys)
            listeners.insert(key, {what, isPart ? owners : QWidgetList(), context == Qt::WidgetWithChildrenShortcut});
    };
    const auto isIn = [&window](const QWidget *widget) {
        return widget && widget->isVisible() && widget->window() == &window;
    };
    for (const auto *action : window.findChildren<QAction *>()) {
        QWidgetList owners;
        for (QObject *owner : action->associatedObjects()) {
            if (auto *widget = qobject_cast<QWidget *>(owner); isIn(widget))
                owners.append(widget);
        }
        if (action->isEnabled() && !owners.isEmpty())
            add(action->shortcuts(), action->shortcutContext(), action->text(), owners);
    }
    for (const auto *shortcut : window.findChildren<QShortcut *>()) {
        auto *widget = qobject_cast<QWidget *>(shortcut->parent());
        if (shortcut->isEnabled() && isIn(widget))
            add(shortcut->keys(), shortcut->context(), QLatin1StringView(widget->metaObject()->className()), {widget});
    }
    const auto reaches = [](const Listener &one, const QWidget *part) {
        return std::any_of(one.parts.cbegin(), one.parts.cend(), [&](const QWidget *own) {
            return own == part || (one.holdsInside && own->isAncestorOf(part));
        });
    };
    const auto meets = [&](const Listener &one, const Listener &other) {
        if (one.parts.isEmpty() || other.parts.isEmpty())
            return true;
        const auto isReached = [&](const Listener &by, const Listener &of) {
            return std::any_of(of.parts.cbegin(), of.parts.cend(), [&](QWidget *part) { return reaches(by, part); });
        };
        return isReached(one, other) || isReached(other, one);
    };
    QStringList clashes;
    for (const QKeySequence &key : listeners.uniqueKeys()) {
        const QList<Listener> all = listeners.values(key);
        for (qsizetype i = 0; i < all.size(); ++i) {
            for (qsizetype k = i + 1; k < all.size(); ++k) {
                if (meets(all[i], all[k]))
                    clashes.append(key.toString() + u": " + all[i].what + u", " + all[k].what);
            }
        }
    }
    return clashes;
}

} // namespace testing
