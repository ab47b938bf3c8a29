package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box with a limited area whose disk does not give the places of people at a start. Pages of the database are
/// overwritten for that.
class UncountedAreasTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 1, d1: 2, formats: [raw]}}
                strike: {line: 17}
                contact: {line: 3}
                rex: {line: 4}
                egress: mechanical
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types:
              - {id: 1, label: Card, slug: card, code: 200}
              - {id: 2, label: PIN, slug: pin, code: 10}
            roles: [{id: 1, name: All, channels: [1]}]
            areas: [{name: lab, max: 5}]
            channels:
              - {id: 1, unit: 1, name: Lab, site: 1, credentials: [card], passback: {mode: off, from: hall, to: lab}}
            """;
    private static final long ADA = 1001;

    @TempDir
    Path folder;

    private HandBox box;
    private int pageSize;
    private final List<Long> roots = new ArrayList<>(); // where the pages are in the file
    private final List<byte[]> pages = new ArrayList<>(); // as they were

    @BeforeEach
    void start() {
        box = new HandBox(folder, CONTROLLER, SITE).start();
        box.person(1, ADA, "4701");
        box.database().write(sql -> sql.run("INSERT INTO person_area VALUES (2, 'lab', 7)"));
        pageSize = box.database().read(sql -> sql.get("PRAGMA page_size", row -> row.integer(1)));
        for (String name : List.of("person_area", "person_area_area")) {
            long page = box.database()
                    .read(sql -> sql.get(
                            "SELECT rootpage FROM sqlite_schema WHERE type || name IN ('table' || ?1, 'index' || ?1)",
                            row -> row.number(1),
                            name));
            roots.add((page - 1) * pageSize);
        }
        box.stop();
    }

    @AfterEach
    void close() {
        box.close();
    }

    private void damage() {
        for (long at : roots) {
            pages.add(read(at));
            write(at, new byte[pageSize]);
        }
    }

    private void mend() {
        for (int i = 0; i < pages.size(); i++) write(roots.get(i), pages.get(i));
    }

    private byte[] read(long at) {
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "r")) {
            var page = new byte[pageSize];
            file.seek(at);
            file.readFully(page);
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(long at, byte[] page) {
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "rw")) {
            file.seek(at);
            file.write(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Event answer() {
        box.card(1, "entry", ADA);
        return box.told(EventKind.ADMITTED_CARD, EventKind.REJECTED_NOT_READY).getLast();
    }

    @Test
    void nobodyEntersUntilThePeopleAreCounted() {
        box.onDatabase = this::damage;
        box.start();
        assertThat(box.works().fault()).contains("not counted");
        Event refused = answer();
        assertThat(refused.kind()).isEqualTo(EventKind.REJECTED_NOT_READY);
        assertThat(refused.draft().additional()).containsEntry("occupancy_area", "lab");
        mend();
        box.pass(Duration.ofSeconds(1));
        box.works().catchUp();
        assertThat(box.works().fault()).isNull();
        Event admitted = answer();
        assertThat(admitted.kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(admitted.draft().additional()).containsEntry("occupancy", 1L);
    }
}
