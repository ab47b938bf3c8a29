package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.Progress;
import dev.lintel.sync.Progress.Shared.Value;
import dev.lintel.sync.cloud.FakeService.Asked;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A service that gives one card, email or PIN to two people who changed at different times.
class SharedValuesTest {
    private static final String CARDS = "credentials";

    private final Rig rig = new Rig();

    @BeforeEach
    void begin() throws InterruptedException {
        rig.people(30);
        rig.turn();
        assertThat(rig.problem()).isNull();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void card(long person, String value) {
        rig.service.change(person, CARDS, List.of(FakeService.card(person, value)));
    }

    private List<List<Value>> reports() {
        return rig.target.progress.stream()
                .filter(Progress.Shared.class::isInstance)
                .map(one -> ((Progress.Shared) one).values())
                .toList();
    }

    @Test
    void aCardOfTwoPeopleIsReportedUntilOneGivesItUp() throws InterruptedException {
        card(7, "4242");
        rig.turnAfter(60);
        card(8, "04242"); // leading zeros do not count
        rig.turnAfter(60);
        rig.turnAfter(900);
        var shared = new Value("card number", List.of(7L, 8L));
        assertThat(reports()).containsExactly(List.of(shared));
        rig.turnAfter(900);
        assertThat(reports()).as("once").hasSize(1);

        int before = rig.target.applied;
        card(8, "4243");
        rig.turnAfter(900);
        assertThat(reports()).containsExactly(List.of(shared), List.of());
        assertThat(rig.target.applied - before)
                .as("person 7 is written again, whose card person 8 had here")
                .isGreaterThanOrEqualTo(2);
        assertThat(rig.problem()).isNull();
    }

    @Test
    void emailsAndIdsAreComparedAsTheBoxCompares() throws InterruptedException {
        rig.service.change(3, "email", "A@x.example");
        rig.service.change(5, "email", "a@X.example");
        rig.service.change(5, "system_id", "S");
        rig.service.change(6, "system_id", "s");
        rig.service.change(9, "email", "Ä@x.example");
        rig.service.change(10, "email", "ä@x.example");
        rig.turnAfter(900);
        assertThat(reports()).containsExactly(List.of(new Value("email", List.of(3L, 5L))));
    }

    @Test
    void aDeletedPersonSharesNothing() throws InterruptedException {
        card(7, "4242");
        card(8, "4242");
        rig.turnAfter(900);
        assertThat(reports()).hasSize(1);
        rig.service.people.remove(8L);
        rig.turnAfter(900);
        assertThat(reports()).hasSize(2).last().isEqualTo(List.of());
    }

    @Test
    void aNewStartReportsItAgain() throws InterruptedException {
        card(7, "4242");
        card(8, "4242");
        rig.turnAfter(900);
        rig.restart();
        rig.turn();
        assertThat(reports()).hasSize(2).doesNotContain(List.of());
    }

    /// Read with person 1 on the first page and with person 1,100 on the third.
    @Test
    void aCardThatMovesBetweenTwoPagesIsNotReported() throws InterruptedException {
        rig.people(1_200);
        rig.turnAfter(900);
        card(1, "4242");
        rig.turnAfter(60);
        int[] readings = {0};
        rig.service.script = one -> {
            if (isSecondPage(one) && ++readings[0] == 1) {
                card(1, "4243");
                card(1_100, "4242");
            }
            return null;
        };
        rig.turnAfter(900);
        assertThat(readings[0]).isPositive();
        assertThat(reports()).isEmpty();
    }

    private static boolean isSecondPage(Asked one) {
        return one.path().equals("/api/3/people")
                && !one.query().containsKey("since_utc")
                && "2".equals(one.query().get("page"));
    }
}
