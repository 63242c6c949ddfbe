// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/factset.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

#include <unordered_map>

namespace engine {

/// What the receiving side holds already, and what therefore becomes of each file. Fill and seal() the sets first; then
/// any thread may ask for names, one may ask what is wanted.
class TargetState final
{
    Q_DISABLE_COPY_MOVE(TargetState)

public:
    TargetState(ConflictRule rule, TransferCounters &counters, FailedFiles &failed, NamedFiles &noted)
        : m_rule(rule), m_counters(counters), m_failed(failed), m_noted(noted)
    {
        expected.keepSizes();
    }

    FactSet there; ///< in their places
    FactSet staged{FactSet::Of::Stage}; ///< in the stage when the run began
    FactSet expected; ///< files and links that the stage must hold at the end; isWanted() adds
    FactSet folders; ///< that it may hold
    /// Sources whose bytes were seen there, or in the stage. Says of files what sizes and times say else, from
    /// compareBytes() on.
    FactSet sameBytes;
    /// Sources that are there with their sizes and times, and with other bytes: copies that were damaged since. They
    /// are replaced also where what differs is to stay.
    FactSet damaged;

    /// Files in their places that have the bytes of a source, and had another time: as the source, with their paths.
    FactSet othersInTime;

    enum class Found { Nothing, Same, Another };
    [[nodiscard]] Found find(const TreeEntry &entry) const; ///< in its place
    void compareBytes(); ///< before the sets are filled
    /// Files that are there with size and time count as the same only once they are in sameBytes: a move removes
    /// nothing for less.
    void distrustTimes() { m_trustsTimes = false; }
    /// The same of those that show a time in these spans, which are joined, where a side tells no part of the second:
    /// from then on they count as sent only to that part.
    void setUnsettled(const QList<TimeSpan> &spans) { m_unsettled = spans; }
    /// Whether anything in its place has to be compared by its bytes.
    [[nodiscard]] bool hasToCompare() const;
    /// Files in their places that are to be compared with a source.
    [[nodiscard]] QByteArrayList likely(const TreeEntry &file) const;
    /// Whether the time of a file names none of its versions: it changed while a run went on, and tells whole seconds.
    [[nodiscard]] bool isOfTheSecond(const TreeEntry &source) const;
    /// Whether it is in the stage, and in no other version.
    [[nodiscard]] bool isStaged(const TreeEntry &source) const;
    /// Whether a file's bytes are to be seen in its place before it is removed here: what this transfer brought can be
    /// told neither from what was there, nor from what it became within the second.
    [[nodiscard]] bool needsProof(const TreeEntry &source) const;
    [[nodiscard]] bool mayNeedProof() const { return m_mayNeedProof; } ///< any that isWanted() was asked for
    FactSet proven; ///< sources of which they were seen
    /// Whether what the target has of a file came by this transfer, or was seen to have its bytes.
    [[nodiscard]] bool hasItsBytes(const TreeEntry &source) const;
    /// From then on only these are wanted; what is of them in the stage is taken away first. null: all.
    void wantAgain(const FactSet *paths) { m_again = paths; }
    /// Whether a file or a link has to be sent; one that has not is counted.
    [[nodiscard]] bool isWanted(const TreeEntry &entry);
    /// Whether a source is in \a set, which was listed in the target: as it is; or, where both are kept, under a name
    /// that a run gave it.
    [[nodiscard]] bool isIn(const FactSet &set, TreeEntry entry) const;
    /// Whether a file in its place had the bytes of a source, and is in \a set as it was then: its time could not be
    /// set, as it is somebody else's.
    [[nodiscard]] bool keptItsTime(const FactSet &set, const TreeEntry &source) const;
    /// What may be called like a source in the target: its name; where both are kept also those with numbers, the first
    /// that is free, and what nameThere() says.
    [[nodiscard]] QByteArrayList namesThere(const QByteArray &name) const;
    /// A name that is free there, and given to no other source that isWanted() was asked for: "plate (2).tif".
    [[nodiscard]] QByteArray nameThere(const QByteArray &path) const;
    /// An entry as it shall be there.
    [[nodiscard]] TreeEntry asThere(const TreeEntry &entry) const;
    /// What is sent is another version, as it shall be there, than the one that was wanted. Any thread.
    void renew(const TreeEntry &version);
    void readAnew(const TreeEntry &source); ///< the same of a version that the source has by now
    [[nodiscard]] TreeEntry asRead(const TreeEntry &source) const; ///< in the version that was sent; any thread
    void takeRenewed(); ///< is expected, too, from then on
    void setUser(const QByteArray &name) { m_user = name; } ///< to whom all belongs that is made there
    void keepOwners() { m_keepsOwners = true; } ///< of all that is brought
    void setTimes32() { m_hasTimes32 = true; } ///< all that can be said there are seconds from 1970 to 2106
    /// What a path is called where that many of its name are there.
    [[nodiscard]] static QByteArray numbered(const QByteArray &path, int number);

private:
    /// What is said of a file of \a owner that \a user has there; empty: nobody tells who that is. Pure.
    [[nodiscard]] static QString ownerWords(const QByteArray &owner, const QByteArray &user);
    void fit(TreeEntry &entry) const;
    [[nodiscard]] bool isIn(const FactSet &set, TreeEntry entry,
                            bool (FactSet::*contains)(const TreeEntry &) const) const;
    [[nodiscard]] bool isUnsettled(const TreeEntry &file) const;
    [[nodiscard]] bool isDoubtful(const TreeEntry &file) const;
    [[nodiscard]] QByteArray freeName(const QByteArray &path, int number) const;
    void takeName(const QByteArray &path);

    mutable QMutex m_mutex; // of the three that follow
    std::vector<TreeEntry> m_renewed;
    QHash<QByteArray, TreeEntry> m_readAnew;
    QHash<QByteArray, QByteArray> m_laterNames; // of sources whose name there was another's already
    std::unordered_map<size_t, size_t> m_names; // that may meet, and whose they are, as sums; for isWanted() alone
    ConflictRule m_rule;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    NamedFiles &m_noted;
    QByteArray m_user;
    bool m_keepsOwners = false;
    bool m_hasTimes32 = false;
    bool m_comparesBytes = false;
    bool m_trustsTimes = true;
    bool m_mayNeedProof = false;
    QList<TimeSpan> m_unsettled;
    const FactSet *m_again = nullptr;
};

} // namespace engine
