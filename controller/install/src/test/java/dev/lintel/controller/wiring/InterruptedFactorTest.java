package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box that is killed while a person is to give a second factor answers the first factor at its next start, once.
class InterruptedFactorTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers:
                  entry: {driver: wiegand, d0: 1, d1: 2, formats: [raw], keypad: burst4}
                  exit: {driver: wiegand, d0: 3, d1: 4, formats: [raw], keypad: burst4}
                strike: {line: 17}
                egress: mechanical
              - unit: 2
                readers:
                  entry: {driver: wiegand, d0: 5, d1: 6, formats: [raw], keypad: burst4}
                strike: {line: 18}
                egress: mechanical
              - unit: 3
                readers:
                  entry: {driver: wiegand, d0: 7, d1: 8, formats: [raw], keypad: burst4}
                strike: {line: 19}
                egress: mechanical
              - unit: 4
                readers:
                  entry: {driver: wiegand, d0: 9, d1: 10, formats: [raw]}
                strike: {line: 20}
                egress: mechanical
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types:
              - {id: 1, label: Card, slug: card, code: 200}
              - {id: 2, label: PIN, slug: pin, code: 10}
            roles: [{id: 1, name: All, channels: [1, 2, 3, 4]}]
            areas: [{name: lab, min: 2}]
            channels:
              - {id: 1, unit: 1, name: Front, site: 1, credentials: [card+pin]}
              - {id: 2, unit: 2, name: Vault, site: 1, credentials: [card+pin], two_person: on}
              - {id: 3, unit: 3, name: Servers, site: 1, credentials: [card+pin], approval: {}}
              - {id: 4, unit: 4, name: Lab, site: 1, credentials: [card], passback: {mode: off, from: hall, to: lab}}
            """;

    @TempDir
    Path folder;

    private HandBox box;

    @BeforeEach
    void start() {
        box = new HandBox(folder, CONTROLLER, SITE).start();
        box.person(7, 1001, "4711");
    }

    @AfterEach
    void close() {
        box.close();
    }

    /// The id of the MFA_STARTED.
    private long showCard(String side) {
        box.card(1, side, 1001);
        return box.told(EventKind.MFA_STARTED).getFirst().id();
    }

    private List<Event> answersAtStart() {
        box.start();
        return box.told().stream().filter(event -> event.kind().isActivity()).toList();
    }

    @Test
    void kill_leavesAFactorThatTheNextStartAnswersOnce() {
        long started = showCard("entry");
        long shownMs = box.time.nowMs();
        box.kill();
        box.time.advance(Duration.ofMinutes(3));
        List<Event> answers = answersAtStart();
        assertThat(answers).hasSize(1);
        Event answer = answers.getFirst();
        assertThat(answer.kind()).isEqualTo(EventKind.REJECTED_TIMEOUT);
        assertThat(answer.subject().personId()).isEqualTo(7);
        assertThat(answer.draft().occurredAtMs()).isEqualTo(shownMs + 10_000);
        assertThat(answer.draft().additional())
                .containsEntry("started_event", started)
                .containsEntry("interrupted", true)
                .containsEntry("reason", "timeout")
                .containsEntry("reader", "entry")
                .containsEntry("role_id", 1L);
        for (int start = 0; start < 2; start++) {
            box.kill();
            assertThat(answersAtStart()).isEmpty();
        }
    }

    @Test
    void startWithinTheWait_datesTheAnswerToTheStart() {
        showCard("entry");
        box.kill();
        box.time.advance(Duration.ofSeconds(4));
        assertThat(answersAtStart().getFirst().draft().occurredAtMs()).isEqualTo(box.time.nowMs());
    }

    @Test
    void factorWithAnAnswer_hasNoOther() {
        showCard("entry");
        box.type(1, "entry", "4711");
        assertThat(box.told(EventKind.ADMITTED_CARD)).hasSize(1);
        showCard("exit");
        box.pass(Duration.ofSeconds(11));
        assertThat(box.told(EventKind.REJECTED_TIMEOUT)).hasSize(1);
        box.kill();
        assertThat(answersAtStart()).isEmpty();
        showCard("entry");
        box.stop();
        assertThat(answersAtStart()).as("an orderly end has answered it").isEmpty();
    }

    private void showCardAndPin(long channel, long card, String pin) {
        box.card(channel, "entry", card);
        box.type(channel, "entry", pin);
    }

    /// The first factor shares the answer, and so does an earlier wait of the same person.
    @Test
    void personWhoAwaitsAnotherOne_isAnsweredOnce() {
        showCardAndPin(2, 1001, "4711");
        showCardAndPin(2, 1001, "4711");
        long started = box.told(EventKind.MFA_STARTED).getLast().id();
        box.card(2, "entry", 77_777); // whose answer is not theirs
        box.kill();
        assertThat(answersAtStart()).singleElement().satisfies(answer -> {
            assertThat(answer.kind()).isEqualTo(EventKind.REJECTED_ALONE);
            assertThat(answer.subject().personId()).isEqualTo(7);
            assertThat(answer.draft().additional())
                    .containsEntry("started_event", started)
                    .containsEntry("interrupted", true)
                    .containsEntry("reason", "alone");
        });
        box.kill();
        assertThat(answersAtStart()).isEmpty();
    }

    @Test
    void personWhoAwaitsTheMinimumOfAnArea_isAnsweredOnce() {
        box.card(4, "entry", 1001);
        assertThat(box.told(EventKind.MFA_STARTED)).hasSize(1);
        box.kill();
        assertThat(answersAtStart()).singleElement().satisfies(answer -> {
            assertThat(answer.kind()).isEqualTo(EventKind.REJECTED_OCCUPANCY);
            assertThat(answer.draft().additional())
                    .containsEntry("awaits", "group")
                    .containsEntry("interrupted", true)
                    .containsEntry("reason", "area_minimum");
        });
        box.kill();
        assertThat(answersAtStart()).isEmpty();
    }

    @Test
    void twoPersonsWhoEntered_haveNoOtherAnswer() {
        box.person(8, 1002, "4811");
        showCardAndPin(2, 1001, "4711");
        showCardAndPin(2, 1002, "4811");
        assertThat(box.told(EventKind.ADMITTED_CARD)).hasSize(2);
        showCardAndPin(2, 1001, "4711");
        box.pass(Duration.ofSeconds(11));
        assertThat(box.told(EventKind.REJECTED_ALONE)).hasSize(1);
        box.kill();
        assertThat(answersAtStart()).isEmpty();
    }

    /// The person's rights end during the wait, and another person comes.
    @Test
    void personRefusedDuringTheWait_hasNoOtherAnswer() {
        box.person(8, 1002, "4811");
        box.card(4, "entry", 1001);
        box.database().write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = 7"));
        box.card(4, "entry", 1002);
        assertThat(box.told(EventKind.REJECTED_PERSON_DISABLED))
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.draft().additional()).containsEntry("waited", "group"));
        box.kill();
        assertThat(answersAtStart())
                .singleElement()
                .satisfies(answer -> assertThat(answer.subject().personId()).isEqualTo(8));
    }

    @Test
    void requestThatNoOperatorHasDecided_isAnsweredOnce() {
        showCardAndPin(3, 1001, "4711");
        long approval = box.works().decisions().asked().getFirst().id();
        box.works().decisions().decide(approval, true, "ada@example.com");
        box.pass(Duration.ofSeconds(1));
        assertThat(box.told(EventKind.ADMITTED_CARD)).hasSize(1);
        showCardAndPin(3, 1001, "4711");
        long shownMs = box.time.nowMs();
        long started = box.told(EventKind.APPROVAL_REQUESTED).getFirst().id();
        box.kill();
        box.time.advance(Duration.ofMinutes(3));
        assertThat(answersAtStart()).singleElement().satisfies(answer -> {
            assertThat(answer.kind()).isEqualTo(EventKind.REJECTED_NOT_APPROVED);
            assertThat(answer.draft().occurredAtMs()).isEqualTo(shownMs + 30_000);
            assertThat(answer.draft().additional())
                    .containsEntry("started_event", started)
                    .containsEntry("interrupted", true);
        });
        box.kill();
        assertThat(answersAtStart()).isEmpty();
    }

    /// The same again is the same request, and does not prolong it.
    @Test
    void requestThatIsRepeated_isAnsweredOnce() {
        showCardAndPin(3, 1001, "4711");
        long shownMs = box.time.nowMs();
        box.pass(Duration.ofSeconds(5));
        showCardAndPin(3, 1001, "4711");
        var asked = box.told(EventKind.APPROVAL_REQUESTED);
        assertThat(asked).hasSize(2);
        box.kill();
        box.time.advance(Duration.ofMinutes(3));
        assertThat(answersAtStart()).singleElement().satisfies(answer -> {
            assertThat(answer.kind()).isEqualTo(EventKind.REJECTED_NOT_APPROVED);
            assertThat(answer.draft().occurredAtMs()).isEqualTo(shownMs + 30_000);
            assertThat(answer.draft().additional())
                    .containsEntry("started_event", asked.getFirst().id());
        });
    }

    /// Both were refused, as the area has room for one: the second person has not waited for anybody.
    @Test
    void personWhoIsRefusedTogetherWithOneWhoWaited_hasThatAnswer() {
        box.apply(SITE.replace("{name: lab, min: 2}", "{name: lab, min: 2}, {name: vault, max: 1}")
                .replace("two_person: on}", "two_person: on, passback: {mode: off, from: yard, to: vault}}"));
        box.person(8, 1002, "4811");
        showCardAndPin(2, 1001, "4711");
        showCardAndPin(2, 1002, "4811");
        assertThat(box.told(EventKind.REJECTED_OCCUPANCY)).hasSize(2);
        box.kill();
        assertThat(answersAtStart()).isEmpty();
    }

    @Test
    void eachReader_hasItsAnswer() {
        showCard("entry");
        showCard("exit");
        box.type(1, "exit", "4711");
        box.kill();
        assertThat(answersAtStart())
                .singleElement()
                .satisfies(answer -> assertThat(answer.draft().additional()).containsEntry("reader", "entry"));
    }
}
