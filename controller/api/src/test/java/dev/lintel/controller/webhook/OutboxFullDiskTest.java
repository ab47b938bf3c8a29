package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.webhook.FakeSender.Sent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A `webhooks.db` that cannot grow: nothing is lost, and what a receiver has taken does not come again.
class OutboxFullDiskTest {
    /// Of an answer, so that four of them need more than what is free in a page.
    private static final String LONG_ANSWER = "x".repeat(HttpSender.ANSWER_BYTES_MAX);

    @TempDir
    Path path;

    private OutboxRig rig;

    @BeforeEach
    void begin() {
        rig = new OutboxRig(path);
        rig.application("desk", OutboxRig.ACCESS, OutboxRig.PEOPLE);
        rig.settle();
    }

    @AfterEach
    void end() {
        rig.close();
    }

    @Test
    void whatWasTakenWhileTheDiskIsFullDoesNotComeAgain() {
        rig.events(EventKind.ADMITTED_CARD, 400);
        List<Sent> flying = rig.sent();
        assertThat(flying).hasSize(4);
        rig.fill();
        for (Sent one : flying) one.done().accept(Outcome.answered(200, LONG_ANSWER, null));
        for (int minute = 0; minute < 30; minute++) {
            assertThat(rig.refused()).as("minute " + minute).isTrue();
            rig.time.advance(Duration.ofMinutes(1));
        }
        assertThat(rig.sender.take()).isEmpty();
        rig.makeRoom();
        assertThat(rig.sent()).isEmpty();
        rig.restart();
        assertThat(rig.sent()).isEmpty();
        assertThat(rig.desk.endpoints())
                .singleElement()
                .satisfies(desk -> assertThat(desk.waiting()).isZero());
    }

    @Test
    void whatFailedWhileTheDiskWasFullIsTriedAgainWhenThereIsRoom() {
        rig.events(EventKind.ADMITTED_CARD, 400);
        List<Sent> flying = rig.sent();
        rig.fill();
        for (Sent one : flying) one.done().accept(Outcome.answered(500, LONG_ANSWER, null));
        assertThat(rig.refused()).isTrue();
        rig.time.advance(Duration.ofMinutes(10));
        assertThat(rig.refused()).isTrue();
        assertThat(rig.sender.take()).as("an attempt that is not written down").isEmpty();
        rig.makeRoom();
        rig.settle();
        rig.after(Duration.ofSeconds(6));
        assertThat(rig.sender.take().stream().map(Sent::body))
                .containsExactlyInAnyOrderElementsOf(
                        flying.stream().map(Sent::body).toList());
    }

    @Test
    void whatHappensWhileTheDiskIsFullIsToldOnceWhenThereIsRoom() {
        rig.fill();
        List<Long> ids = rig.events(EventKind.ADMITTED_CARD, 700);
        long credential = rig.credential(1, 4_711);
        for (int second = 0; second < 30; second++) {
            rig.time.advance(Duration.ofSeconds(1));
            rig.inbox.wake();
            assertThat(rig.refused()).as("second " + second).isTrue();
        }
        assertThat(rig.sender.take()).isEmpty();
        rig.makeRoom();
        var told = new ArrayList<String>();
        for (List<Sent> sent = rig.sent(); !sent.isEmpty(); sent = rig.sent()) {
            for (Sent one : sent) {
                told.addAll(one.ids());
                one.arrives();
            }
        }
        var wanted = new ArrayList<>(ids);
        wanted.add(credential);
        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(
                        wanted.stream().map(String::valueOf).toList());
    }
}
