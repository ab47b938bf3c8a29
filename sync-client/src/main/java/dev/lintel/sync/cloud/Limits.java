package dev.lintel.sync.cloud;

import java.util.concurrent.TimeUnit;

/// How much and how often. Durations in nanoseconds of the pace.
///
/// @param requestMs for an answer with its body, real milliseconds: a page of 500 people takes a slow service
/// seconds
/// @param bodyBytes of an answer: 500 people with their notes are some 2 MB
/// @param perMinute requests: half of what such services usually allow, the rest is for the account's other
/// applications
/// @param pollNs between two questions for what is newer
/// @param listNs at the latest between two full listings (the design's number)
/// @param reservationsNs between two listings of reservations, of which `since_utc` knows nothing
/// @param soonNs at the soonest between two full listings: with the listing itself a deleted person is found within a
///     minute
public record Limits(
        long requestMs, int bodyBytes, int perMinute, long pollNs, long listNs, long reservationsNs, long soonNs) {
    /// As it holds outside of tests.
    public static final Limits USUAL = new Limits(
            TimeUnit.SECONDS.toMillis(30),
            16 << 20,
            60,
            TimeUnit.SECONDS.toNanos(10),
            TimeUnit.MINUTES.toNanos(15),
            TimeUnit.MINUTES.toNanos(1),
            TimeUnit.SECONDS.toNanos(45));

    /// Of the requests of a minute, one in so many may go to full listings that nobody asks for; the others are for
    /// what is newer, reservations and writes.
    static final int LISTING_SHARE = 3;

    /// Rows asked for at once: the most that is usual.
    static final int PER_PAGE = 500;
    /// Pages of one list: a million people at 100 a page, should a service give no more.
    static final int PAGES_MAX = 10_000;
    /// Rows of one list: ids of a million are some 50 MB of memory.
    static final int ROWS_MAX = 1_000_000;
    /// Attempts at a page before its whole list is given up.
    static final int ATTEMPTS = 4;
    /// Times that a list which changes while it is read is begun anew.
    static final int PASSES = 3;
    /// People fetched one by one; with more of them a full listing is cheaper.
    static final int SINGLES_MAX = 200;
    /// Polls at which somebody who was named is asked for in vain, before they are left to the next full listing: with
    /// a service that is there otherwise, asking on would use up the requests of a minute.
    static final int LATE_MAX = 5;
    /// People who may be found gone one by one between two listings, the least number that the guard of the
    /// swap minds: a service that answers 404 to everything empties no building.
    static final int GONE_MAX = 10;
    /// People whom one listing had and the next has not, each asked for singly before they go.
    static final int CONFIRM_MAX = 50;
    /// Characters of a text; what is longer is cut.
    static final int TEXT_CHARS_MAX = 10_000;
    /// Rows of what was newer that are remembered, so that the overlap is not applied again.
    static final int RECENT_MAX = 10_000;
    /// Items of webhooks that wait; beyond them a full listing finds out.
    static final int HOOKS_MAX = 1_000;
    /// Webhooks redeemed in one turn, each a request; of more of them only whom they name is fetched. Never required.
    static final int REDEEMED_MAX = 20;
    /// Between two full listings that webhooks ask for, each of which may take many requests.
    static final long HOOKED_LIST_NS = TimeUnit.MINUTES.toNanos(1);
    /// How long a write that somebody waits for may wait for its place among the requests of a minute.
    static final long WRITE_WAIT_NS = TimeUnit.SECONDS.toNanos(5);
    /// How long the answer to a write is kept back until the box has what it tells of, real milliseconds.
    static final long FETCH_WAIT_MS = 10_000;
    /// Writes whose people are to be fetched; beyond them the answers wait for nothing.
    static final int ERRANDS_MAX = 100;
    /// What `since_utc` reaches back before the last question: rows that were being written while it was
    /// answered.
    static final long OVERLAP_S = 60;
    /// Longest time that a service may ask to be left alone (one says that its counter is reset every hour).
    static final long REST_MAX_S = 3_600;
}
