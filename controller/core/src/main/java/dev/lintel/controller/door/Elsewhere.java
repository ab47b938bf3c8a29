package dev.lintel.controller.door;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Doors that hang on other boxes: at a hub, those of the boxes that follow it. Implemented by the hub's half of sync.
/// Any thread that may block; whoever waits has an answer within seconds.
public interface Elsewhere {
    /// No other boxes.
    Elsewhere NOWHERE = new Elsewhere() {
        @Override
        public boolean has(long channelId) {
            return false;
        }

        @Override
        public DoorOrders.Outcome give(long channelId, DoorCommand command, String by) {
            throw new IllegalStateException("channel " + channelId + " is not elsewhere");
        }

        @Override
        public Sync sync(long channelId) {
            return Sync.UNKNOWN; // a site file may name boxes that nobody is
        }

        @Override
        public Map<String, Sync> syncs() {
            return Map.of();
        }

        @Override
        public DoorOrders.Outcome phone(long channelId, String side, long credentialId, String request) {
            throw new IllegalStateException("channel " + channelId + " is not elsewhere");
        }

        @Override
        public DoorOrders.Outcome admit(long channelId, @Nullable Long personId, long requestId, String by) {
            throw new IllegalStateException("channel " + channelId + " is not elsewhere");
        }
    };

    /// Whether that channel's door hangs on another box, also on one that nobody can reach now.
    boolean has(long channelId);

    /// How far that box has followed.
    Sync sync(long channelId);

    /// The same of each box that a channel hangs on, by its name.
    Map<String, Sync> syncs();

    /// How far a box has followed.
    ///
    /// @param status `ok`, `syncing`, `pending` (it is not there) or `fail`
    /// @param completedMs when it last had all there is, Unix milliseconds; null: not known
    /// @param problem what keeps it from following, in words; null: nothing
    record Sync(
            String status,
            @Nullable Long completedMs,
            @Nullable String problem) {
        /// A box that nobody is, or of which nothing was heard.
        public static final Sync UNKNOWN = new Sync("pending", null, null);
    }

    /// The boxes with doors at a site that have not taken its threat level yet, by name.
    default List<String> withoutThreatLevel(long siteId) {
        return List.of();
    }

    /// As [DoorOrders#give]; done once it is on the other box's disk.
    DoorOrders.Outcome give(long channelId, DoorCommand command, String by);

    /// Lets somebody in. Done: this box's log has what came of request `requestId`, or will soon. Else nothing was
    /// done, or nobody knows, and no log tells of it.
    ///
    /// @param personId whose rights count; null for anybody
    DoorOrders.Outcome admit(long channelId, @Nullable Long personId, long requestId, String by);

    /// Asks to be let in with a phone that has proved who it is. Done: the door is open, and this box's log will
    /// have it. Refused: the other log's reason.
    ///
    /// @param side `entry` to go in, `exit` to leave
    /// @param request names the asking in the event
    DoorOrders.Outcome phone(long channelId, String side, long credentialId, String request);
}
