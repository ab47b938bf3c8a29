package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A door for two persons and a door that asks an operator, while the decision thread is stuck for longer than the door
/// waits for it: each presentation has one answer, and nobody enters alone.
class TogetherTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 1, d1: 2, formats: [raw], keypad: burst4}}
                strike: {line: 17}
                egress: mechanical
              - unit: 2
                readers: {entry: {driver: wiegand, d0: 3, d1: 4, formats: [raw], keypad: burst4}}
                strike: {line: 18}
                egress: mechanical
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types:
              - {id: 1, label: Card, slug: card, code: 200}
              - {id: 2, label: PIN, slug: pin, code: 10}
            roles: [{id: 1, name: All, channels: [1, 2]}]
            channels:
              - {id: 1, unit: 1, name: Vault, site: 1, credentials: [card], two_person: on}
              - {id: 2, unit: 2, name: Servers, site: 1, credentials: [card], approval: {}}
            """;
    private static final long ADA = 1001;
    private static final long BEN = 1002;
    private static final long CORA = 1003;
    private static final Duration LATE = Duration.ofMillis(3_500);

    @TempDir
    Path folder;

    private HandBox box;

    @BeforeEach
    void start() {
        box = new HandBox(folder, CONTROLLER, SITE).start();
        box.person(1, ADA, "4701");
        box.person(2, BEN, "4702");
        box.person(3, CORA, "4703");
        box.told();
    }

    @AfterEach
    void close() {
        box.close();
    }

    /// The card is shown, and its decision comes too late.
    private void lateCard(long channel, long card) {
        box.stuck = true;
        box.card(channel, "entry", card);
        box.pass(LATE);
        box.stuck = false;
        box.pass(Duration.ofMillis(250));
        assertThat(kinds()).endsWith(EventKind.REJECTED_NOT_READY);
    }

    private List<EventKind> kinds() {
        return box.told().stream().map(Event::kind).toList();
    }

    @Test
    void personWhoseDecisionWasLate_isNoCompanion() {
        lateCard(1, ADA);
        box.card(1, "entry", BEN);
        assertThat(kinds()).containsExactly(EventKind.MFA_STARTED);
        assertThat(box.released(17)).isFalse();
        box.card(1, "entry", CORA);
        assertThat(kinds()).containsExactly(EventKind.ADMITTED_CARD, EventKind.ADMITTED_CARD);
        assertThat(box.released(17)).isTrue();
    }

    @Test
    void personWhoseDecisionWasLate_mayTryAgain() {
        lateCard(1, ADA);
        box.card(1, "entry", ADA);
        assertThat(kinds()).containsExactly(EventKind.MFA_STARTED);
    }

    @Test
    void lateSecondPerson_doesNotEndTheWaitOfTheFirst() {
        box.card(1, "entry", ADA);
        box.stuck = true;
        box.card(1, "entry", BEN);
        box.pass(LATE);
        assertThat(kinds()).containsExactly(EventKind.MFA_STARTED, EventKind.REJECTED_NOT_READY);
        box.stuck = false;
        box.pass(Duration.ofSeconds(7));
        assertThat(kinds()).containsExactly(EventKind.REJECTED_ALONE);
        assertThat(box.released(17)).isFalse();
    }

    @Test
    void latePersonAtTheReader_doesNotEndTheWaitForAnOperator() {
        box.card(2, "entry", ADA);
        long request = box.works().decisions().asked().getFirst().id();
        box.stuck = true;
        box.card(2, "entry", BEN);
        box.pass(LATE);
        box.stuck = false;
        box.pass(Duration.ofMillis(250));
        assertThat(kinds()).containsExactly(EventKind.APPROVAL_REQUESTED, EventKind.REJECTED_NOT_READY);
        assertThat(box.works().decisions().decide(request, true, "ada@example.com"))
                .isInstanceOf(DoorOrders.Outcome.Done.class);
        box.pass(Duration.ofMillis(250));
        assertThat(box.told(EventKind.ADMITTED_CARD)).hasSize(1);
        assertThat(box.released(18)).isTrue();
    }
}
