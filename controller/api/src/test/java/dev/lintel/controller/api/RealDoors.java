package dev.lintel.controller.api;

import dev.lintel.controller.access.PlaceLog;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorParts;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Records;
import dev.lintel.controller.door.Shifts;
import dev.lintel.controller.door.Strike;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Doors in a box in place of the pictures: 1 with a mechanical exit, 2 that only the box lets people out of.
/// Shift 3 is there for them, and role 2 is for door 1.
///
/// @param front door 1's
/// @param back door 2's
public record RealDoors(Strike front, Strike back) {
    private static final DoorTimes TIMES = new DoorTimes(
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            DoorTimes.Relock.OPEN,
            true);

    private static final class Wire implements OutputPoint {
        private volatile boolean active;

        @Override
        public void set(boolean wanted) {
            active = wanted;
        }

        @Override
        public boolean active() {
            return active;
        }
    }

    public static RealDoors hangInto(ApiBox box) {
        addShift(box);
        return hangAgainInto(box);
    }

    private static void addShift(ApiBox box) {
        box.database.write(sql -> {
            sql.run("INSERT INTO shift (id, account_id, name, created_at, updated_at) VALUES (3, 1, 'Hours', 0, 0)");
            sql.run("INSERT OR IGNORE INTO role_channel VALUES (2, 1)");
            sql.run("INSERT INTO shift_time (shift_id, position, days, from_minute, to_minute)"
                    + " VALUES (3, 0, 31, 540, 1020)");
            return true;
        });
    }

    /// In another process of the box.
    static RealDoors hangAgainInto(ApiBox box) {
        var hung = new RealDoors(new Strike(new Wire(), box.time), new Strike(new Wire(), box.time));
        var board = new DoorBoard();
        var log = new PlaceLog(box.database.events(), box.places, box::policy, box.time);
        var doors = new Doors(box.time, new Records(log, box.database.doorStates(), log), board, Shifts.NONE);
        doors.start(new DoorSettings(1, 1, TIMES), parts(hung.front));
        doors.start(new DoorSettings(2, 2, TIMES, DoorRules.PLAIN, true), parts(hung.back));
        box.views.set(board);
        box.lane.set(input -> {
            synchronized (doors) { // stands for the lane's one thread
                doors.on(input);
            }
            return true;
        });
        return hung;
    }

    /// Raises an alarm at door 1: it is locked, nobody was admitted of late, and its leaf opens. The log has it
    /// then.
    static void force(ApiBox box, ApiClient client) {
        box.time.advance(TIMES.extendedUnlock());
        for (String command : List.of("unlockdown", "normal")) client.post("/api/3/channels/1/" + command, "");
        box.lane.get().offer(new LaneInput.LeafMoved(1, box.time.nowNs(), false));
        box.time.advance(Duration.ofSeconds(1));
        box.lane.get().offer(new LaneInput.LeafMoved(1, box.time.nowNs(), true));
        box.database.write(_ -> 0);
    }

    private static DoorParts parts(Strike strike) {
        return new DoorParts(strike, Map.of(), () -> false, () -> false);
    }
}
