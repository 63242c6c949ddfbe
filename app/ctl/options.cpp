// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/options.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

const QList<Option> &globalOptions()
{
    static const QList<Option> options{
        {u"--profile"_s,
         {},
         u"DIR"_s,
         u"what the engine keeps lies in DIR (else $BATCHDECK_PROFILE, else the data directory)"_s},
        {u"--output"_s, u"-o"_s, u"FORMAT"_s, u"table, json or tsv; table on a terminal, else json"_s},
        {u"--help"_s, u"-h"_s, {}, u"this text"_s},
        {u"--version"_s, {}, {}, u"the program's version"_s},
        {u"--verbose"_s, {}, {}, {}, {}, Option::Use::Ignored},
        {u"--debug"_s, {}, {}, {}, {}, Option::Use::Ignored},
        {u"--subscription"_s, {}, u"ID"_s, {}, {}, Option::Use::Ignored},
    };
    return options;
}

qsizetype distance(const QString &a, const QString &b)
{
    QList<qsizetype> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        qsizetype diagonal = std::exchange(row[0], i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const qsizetype change = diagonal + (a.at(i - 1) == b.at(j - 1) ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row.at(j) + 1, row.at(j - 1) + 1, change}));
        }
    }
    return row.constLast();
}

QString suggestion(const QString &word, const QStringList &known)
{
    QString best;
    qsizetype bestDistance = std::max<qsizetype>(2, word.size() / 3) + 1;
    for (const QString &candidate : known) {
        const qsizetype away = distance(word.left(40), candidate);
        if (away < bestDistance) {
            best = candidate;
            bestDistance = away;
        }
    }
    return best.isEmpty() ? QString() : QString(u" Did you mean \""_s + best + u"\"?"_s);
}

const Option *find(const QList<Option> &options, const QString &name)
{
    const auto found = std::find_if(options.cbegin(), options.cend(), [&name](const Option &option) {
        return option.name == name || (!option.letter.isEmpty() && option.letter == name)
            || option.otherNames.contains(name);
    });
    return found == options.cend() ? nullptr : &*found;
}

// az accepts an unambiguous prefix of a long option.
const Option *findShortened(const QList<Option> &options, const QString &beginning)
{
    const auto begins = [&beginning](const Option &option) {
        const QStringList names = QStringList(option.name) + option.otherNames;
        return std::any_of(names.cbegin(), names.cend(),
                           [&beginning](const QString &name) { return name.startsWith(beginning); });
    };
    const auto found = std::find_if(options.cbegin(), options.cend(), begins);
    const bool isOne = found != options.cend() && std::none_of(found + 1, options.cend(), begins);
    return isOne && beginning.size() > 2 ? &*found : nullptr;
}

bool looksLikeOption(const QString &word)
{
    return word.size() > 1 && word.startsWith(u'-') && !word.at(1).isDigit();
}

// Parses the words once; every step takes one word, or an option with its value.
class Parser
{
public:
    Parser(const QStringList &words, const QList<Verb> &verbs) : m_words(words), m_verbs(verbs) { }

    CommandLine run()
    {
        while (m_next < m_words.size() && m_line.fault.isEmpty()) {
            const QString word = m_words.at(m_next++);
            if (!m_onlyOperands && word == u"--"_s)
                m_onlyOperands = true;
            else if (!m_onlyOperands && looksLikeOption(word))
                takeOption(word);
            else
                takeWord(word);
        }
        finish();
        return m_line;
    }

private:
    void takeWord(const QString &word)
    {
        if (m_line.topic.isEmpty() && word == u"batchai"_s) // the second word of az's commands
            return;
        if (m_verb) {
            if (m_line.operands.size() >= m_verb->operand.split(u' ', Qt::SkipEmptyParts).size()
                && !m_verb->takesMany())
                fail(u"\"%1\" is one word too many for \"%2\"."_s.arg(word, m_verb->path));
            m_line.operands.append(word);
            m_line.operand = m_line.operands.constFirst();
            return;
        }
        const QString topic = m_line.topic.isEmpty() ? word : QString(m_line.topic + u' ' + word);
        QStringList possible;
        for (const Verb &verb : m_verbs) {
            for (const QString &path : pathsOf(verb)) {
                if (path == topic)
                    m_verb = &verb;
                if (QString(path + u' ').startsWith(topic + u' '))
                    possible.append(path);
            }
        }
        if (possible.isEmpty()) {
            fail(u"There is no command \"%1\"."_s.arg(topic) + suggestion(word, nextWords()));
            return;
        }
        m_line.topic = m_verb ? m_verb->path : topic;
    }

    static QStringList pathsOf(const Verb &verb) { return QStringList(verb.path) + verb.otherPaths; }

    QStringList nextWords() const
    {
        QStringList words;
        const QString prefix = m_line.topic.isEmpty() ? QString() : QString(m_line.topic + u' ');
        for (const Verb &verb : m_verbs) {
            if (verb.path.startsWith(prefix))
                words.append(verb.path.mid(prefix.size()).section(u' ', 0, 0));
        }
        words.removeDuplicates();
        return words;
    }

    void takeOption(const QString &word)
    {
        const bool isLong = word.startsWith(u"--"_s);
        QString name = word;
        QString attached;
        bool hasAttached = false;
        if (const qsizetype equals = word.indexOf(u'='); isLong && equals > 0) {
            name = word.left(equals);
            attached = word.mid(equals + 1);
            hasAttached = true;
        } else if (!isLong && word.size() > 2) {
            name = word.left(2);
            attached = word.mid(2);
            hasAttached = true;
        }
        const Option *option = find(globalOptions(), name);
        if (!option && m_verb)
            option = find(m_verb->options, name);
        if (!option && m_verb && isLong)
            option = findShortened(m_verb->options, name);
        if (!option)
            return failUnknown(name);
        QString value;
        if (option->value.isEmpty() && hasAttached)
            return fail(u"The option %1 takes no value."_s.arg(name));
        if (option->takes == Option::Takes::Words)
            return takeWords(*option, hasAttached ? QStringList(attached) : QStringList());
        if (!option->value.isEmpty()) {
            if (!hasAttached && (m_next >= m_words.size() || looksLikeOption(m_words.at(m_next))))
                return fail(u"The option %1 needs a value (%2)."_s.arg(name, option->value));
            value = hasAttached ? attached : m_words.at(m_next++);
        }
        store(*option, value);
    }

    void takeWords(const Option &option, QStringList words)
    {
        while (m_next < m_words.size() && !looksLikeOption(m_words.at(m_next)))
            words.append(m_words.at(m_next++));
        m_line.values[option.name] += words;
    }

    void store(const Option &option, const QString &value)
    {
        if (option.use != Option::Use::Ours && !m_line.ignored.contains(option.name))
            m_line.ignored.append(option.name);
        if (option.use == Option::Use::Ignored)
            return;
        if (option.name == u"--help"_s)
            m_line.wantsHelp = true;
        else if (option.name == u"--version"_s)
            m_line.wantsVersion = true;
        else if (option.name == u"--profile"_s)
            m_line.profile = value;
        else if (option.name == u"--output"_s)
            m_line.format = value;
        else if (option.takes == Option::Takes::Each)
            m_line.values[option.name].append(value);
        else
            m_line.values[option.name] = {value};
    }

    void failUnknown(const QString &name)
    {
        // Without this a script would mistake the whole answer for the queried part.
        if (name == u"--query"_s)
            return fail(u"There is no --query here: -o json prints the whole document, from which jq takes a part."_s);
        if (!m_verb) {
            // The valid options depend on the verb, which must come first.
            return fail(
                m_line.topic.isEmpty()
                    ? u"The option %1 must stand behind a command."_s.arg(name)
                    : u"The option %1 must stand behind a whole command, not behind \"%2\"."_s.arg(name, m_line.topic));
        }
        QStringList names;
        for (const QList<Option> &options : {globalOptions(), m_verb->options}) {
            for (const Option &option : options)
                names.append(option.name);
        }
        fail(u"The command \"%1\" has no option %2."_s.arg(m_verb->path, name) + suggestion(name, names));
    }

    void fail(const QString &sentence)
    {
        if (m_line.fault.isEmpty())
            m_line.fault = sentence;
    }

    void finish()
    {
        static const QStringList formats{u"table"_s, u"json"_s, u"tsv"_s};
        if (m_line.format == u"jsonc"_s) // az's coloured JSON
            m_line.format = u"json"_s;
        if (!m_line.format.isEmpty() && !formats.contains(m_line.format))
            fail(u"The output is table, json or tsv, not \"%1\"."_s.arg(m_line.format)
                 + suggestion(m_line.format, formats));
        if (m_line.wantsHelp || m_line.wantsVersion)
            return;
        if (!m_verb)
            return fail(m_line.topic.isEmpty() ? u"A command is missing."_s
                                               : u"\"%1\" is not a whole command."_s.arg(m_line.topic));
        m_line.verb = m_verb;
        for (const Option &option : m_verb->options) {
            if (!option.fallback.isEmpty() && !m_line.values.contains(option.name))
                m_line.values[option.name] = {option.fallback};
        }
    }

    const QStringList &m_words;
    const QList<Verb> &m_verbs;
    const Verb *m_verb = nullptr;
    CommandLine m_line;
    qsizetype m_next = 0;
    bool m_onlyOperands = false;
};

QString optionLine(const Option &option)
{
    QString left = (option.letter.isEmpty() ? QString(u"    "_s) : QString(option.letter + u", "_s)) + option.name;
    if (!option.value.isEmpty())
        left += u' ' + option.value;
    const QString fallback = option.fallback.isEmpty() ? QString() : QString(u" ("_s + option.fallback + u')');
    constexpr int leftWidth = 28;
    const QString gap = left.size() > leftWidth ? QString(u'\n' + QString(leftWidth + 3, u' ')) : u" "_s;
    return u"  "_s + left.leftJustified(leftWidth) + gap + option.help + fallback + u'\n';
}

QString optionLines(const QList<Option> &options)
{
    QString text;
    for (const Option &option : options) {
        if (option.use == Option::Use::Ours)
            text += optionLine(option);
    }
    return text;
}

QString verbHelp(const Verb &verb)
{
    const QString operand = verb.operand.isEmpty() ? QString() : QString(u' ' + verb.operand);
    QString text = u"batchctl "_s + verb.path + operand + u" [options]\n\n"_s + verb.help + u"\n\n"_s
        + optionLines(verb.options) + u"\nEverywhere:\n"_s + optionLines(globalOptions());
    if (!verb.otherPaths.isEmpty())
        text += u"\nAlso: "_s + verb.otherPaths.join(u", "_s) + u".\n"_s;
    if (!verb.examples.isEmpty())
        text += u"\nExamples:\n"_s;
    for (const QString &example : verb.examples)
        text += u"  batchctl "_s + example + u'\n';
    return text;
}

} // namespace

CommandLine parse(const QStringList &arguments, const QList<Verb> &verbs)
{
    return Parser(arguments, verbs).run();
}

QString missingFrom(const CommandLine &line)
{
    const QStringList words = line.verb->operand.split(u' ', Qt::SkipEmptyParts);
    const bool isOptional = line.verb->operand.startsWith(u'[');
    const bool isNamed = words.size() == 1 && line.has(u"--name"_s); // az has -n where batchctl has an operand
    if (!isOptional && !isNamed && line.operands.size() < words.size())
        return words.at(line.operands.size());
    for (const Option &option : line.verb->options) {
        if (option.isRequired && !line.has(option.name))
            return option.name;
    }
    return {};
}

QString helpText(const QString &topic, const QList<Verb> &verbs)
{
    QString list;
    for (const Verb &verb : verbs) {
        if (verb.path == topic)
            return verbHelp(verb);
        if (topic.isEmpty() || verb.path.startsWith(topic + u' '))
            list += u"  "_s + verb.path.leftJustified(22) + u' ' + verb.help.section(u'\n', 0, 0) + u'\n';
    }
    return u"batchctl [--profile DIR] [-o table|json|tsv] COMMAND [options]\n\n"_s + list + u"\nEverywhere:\n"_s
        + optionLines(globalOptions()) + u"\n\"batchctl COMMAND --help\" tells more.\n"_s;
}

} // namespace ctl
