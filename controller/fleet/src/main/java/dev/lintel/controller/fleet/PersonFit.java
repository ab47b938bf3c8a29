package dev.lintel.controller.fleet;

import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;

/// Cuts a person to what boxes take in one line: of very many reservations those that begin farthest in the future wait
/// until others have ended. Pure.
final class PersonFit {
    /// As JSON a reservation is some 130 bytes, and each channel of it as long as its number.
    private static final long RESERVATION_BYTES = 200;

    private static final long CHANNEL_BYTES = 20;
    /// Texts of a person are 15,000 characters at most.
    private static final long TEXTS_BYTES = 64 * 1024;

    private PersonFit() {}

    /// The same row where it is short enough.
    static PersonRow fit(PersonRow row) {
        if (isShortAnyway(row) || bytes(row) <= Wire.PERSON_BYTES_MAX) return row;
        long[] starts = LongStream.concat(
                        row.reservations().stream().mapToLong(ReservationRow::startMs),
                        row.groupReservations().stream().mapToLong(GroupReservationRow::startMs))
                .sorted()
                .toArray();
        int fits = 0;
        int tooMany = starts.length;
        while (fits + 1 < tooMany) {
            int middle = (fits + tooMany) >>> 1;
            if (bytes(until(row, starts[middle])) <= Wire.PERSON_BYTES_MAX) fits = middle;
            else tooMany = middle;
        }
        return until(row, starts[fits]);
    }

    private static boolean isShortAnyway(PersonRow row) {
        long bytes = TEXTS_BYTES;
        for (ReservationRow one : row.reservations()) {
            bytes += RESERVATION_BYTES + CHANNEL_BYTES * one.channels().size();
        }
        for (GroupReservationRow one : row.groupReservations()) {
            bytes += RESERVATION_BYTES + CHANNEL_BYTES * one.groups().size();
        }
        return bytes <= Wire.PERSON_BYTES_MAX;
    }

    private static int bytes(PersonRow row) {
        return new PersonLine(row, Long.MAX_VALUE, Long.MAX_VALUE).toJson().getBytes(StandardCharsets.UTF_8).length;
    }

    /// With the reservations that begin before `startMs`.
    private static PersonRow until(PersonRow row, long startMs) {
        return row.reserving(
                row.reservations().stream()
                        .filter(one -> one.startMs() < startMs)
                        .toList(),
                row.groupReservations().stream()
                        .filter(one -> one.startMs() < startMs)
                        .toList());
    }
}
