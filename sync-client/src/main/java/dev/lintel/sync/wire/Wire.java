package dev.lintel.sync.wire;

/// What both sides agree on besides the messages: where, how much, how often.
public final class Wire {
    /// Of the paths below; another number is another protocol.
    public static final int VERSION = 1;

    /// Of all paths below.
    public static final String ROOT = "/sync/1/";

    public static final String JOIN = "/sync/1/join";
    public static final String RENEW = "/sync/1/renew";
    public static final String CHANGES = "/sync/1/changes";
    public static final String SNAPSHOT = "/sync/1/snapshot";
    public static final String EVENTS = "/sync/1/events";
    public static final String BRANCH = "/sync/1/branch";
    public static final String LINK = "/sync/1/link";
    public static final String FORWARD = "/sync/1/forward";
    public static final String LEAVE = "/sync/1/leave";
    public static final String IMAGES = "/sync/1/images/";

    /// Header of an answer of a hub that does not trust its own clock: nothing is to be made of its `Date`.
    public static final String CLOCK = "Sync-Clock";
    /// The only value of [#CLOCK].
    public static final String UNCERTAIN = "uncertain";

    /// Header of a box's requests: random letters and digits, others each time that it begins to follow. Two boxes with
    /// one certificate differ in it.
    public static final String RUN = "Sync-Run";
    /// Characters of [#RUN].
    public static final int RUN_CHARS_MAX = 64;

    /// Content type of both streams.
    public static final String NDJSON = "application/x-ndjson";

    /// A line that tells of a person: 17 texts of a few hundred characters, some reservations, and room.
    public static final int PERSON_CHARS_MAX = 256 * 1024;
    /// What a hub makes of one person at most, in bytes: inside of an urgent message each quote is two characters more.
    public static final int PERSON_BYTES_MAX = 192 * 1024;
    /// A line of any kind; a policy of 10,000 channels is some 4 MB.
    public static final int LINE_CHARS_MAX = 16 << 20;
    /// A frame of the link: an order, a heartbeat of 64 doors, one person.
    public static final int FRAME_CHARS_MAX = PERSON_CHARS_MAX + 4096;
    /// Changes that come with news: an everyday change is one or two people.
    public static final int FEW_MAX = 20;
    /// Characters of them: well within a frame, also where texts are escaped twice.
    public static final int FEW_CHARS_MAX = 64 * 1024;
    /// Events in one upload: a second's worth of a very busy hub, and one transaction there.
    public static final int EVENTS_MAX = 500;
    /// Characters in one upload.
    public static final int EVENTS_CHARS_MAX = 4 << 20;
    /// Characters of one event's line; a longer one goes without what it carries beside its columns. An everyday one
    /// has some 500, a change of the policy in fifty lines of words 5,000. A hub reads its log 500 at a time.
    public static final int EVENT_CHARS_MAX = 8 * 1024;
    /// Values in what an event carries, as above: each costs a hundred bytes in memory, however short it is.
    public static final int EVENT_VALUES_MAX = 128;
    /// Of a name or a number in an event; a longer one is cut off.
    public static final int EVENT_TEXT_MAX = 1_000;

    /// How often a box says over the link that it is there.
    public static final int BEAT_S = 20;
    /// After so long without a word the hub takes the box for out of contact (the design's number).
    public static final int SILENCE_S = 90;
    /// An order that no answer has come to by then is answered `timeout` (the design's number).
    public static final int ANSWER_S = 2;
    /// Without a line for so long a download is told of as timing out.
    public static final int PROGRESS_S = 30;

    private Wire() {}
}
