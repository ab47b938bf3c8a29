package dev.lintel.reader.keypad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.keypad.PinOutcome.Cleared;
import dev.lintel.reader.keypad.PinOutcome.Complete;
import dev.lintel.reader.keypad.PinOutcome.TimedOut;
import dev.lintel.reader.keypad.PinOutcome.TooLong;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PinCollectorTest {
    private static final long S = 1_000_000_000;

    private final PinCollector collector = new PinCollector();

    @Test
    void hashSendsTheDigitsWhetherTheyComeOneByOneOrTogether() {
        assertThat(collector.feed("4", 0)).isEmpty();
        assertThat(collector.feed("71", S)).isEmpty();
        assertThat(collector.feed("1#", 2 * S)).containsExactly(new Complete("4711"));
        assertThat(collector.waiting()).isFalse();
        assertThat(collector.feed("0042#17#", 3 * S)).containsExactly(new Complete("0042"), new Complete("17"));
    }

    @Test
    void starClears() {
        assertThat(collector.feed("47*11#", 0)).containsExactly(new Cleared(), new Complete("11"));
        assertThat(collector.feed("*", S)).isEmpty();
    }

    @Test
    void hashAloneSendsNothing() {
        assertThat(collector.feed("#", 0)).isEmpty();
    }

    @Test
    void fiveSecondsBetweenKeysVoidTheEntryOnce() {
        collector.feed("47", 0);
        assertThat(collector.deadlineNs()).isEqualTo(5 * S);
        assertThat(collector.step(5 * S - 1)).isEmpty();
        assertThat(collector.step(5 * S)).containsExactly(new TimedOut());
        assertThat(collector.step(6 * S)).isEmpty();
    }

    @Test
    void aKeyAfterThePauseBeginsAnewEvenWhenNobodyStepped() {
        collector.feed("47", 0);
        assertThat(collector.feed("11#", 5 * S)).containsExactly(new TimedOut(), new Complete("11"));
    }

    @Test
    void eachKeyRestartsThePause() {
        collector.feed("4", 0);
        collector.feed("7", 4 * S);
        assertThat(collector.feed("#", 8 * S)).containsExactly(new Complete("47"));
    }

    @Test
    void theThirteenthDigitVoidsTheEntryUntilItIsOver() {
        assertThat(collector.feed("123456789012", 0)).isEmpty();
        assertThat(collector.feed("3", 0)).containsExactly(new TooLong());
        assertThat(collector.feed("4711#", 0)).containsExactly(new Cleared());
        assertThat(collector.feed("4711#", 0)).containsExactly(new Complete("4711"));
    }

    @Test
    void wherePinsAreOfOneLengthTheLastDigitSends() {
        var four = new PinCollector(new PinRules(4, Duration.ofSeconds(2)));
        assertThat(four.feed("471", 0)).isEmpty();
        assertThat(four.feed("1", S)).containsExactly(new Complete("4711"));
        assertThat(four.feed("#", S)).isEmpty(); // pressed from habit
        assertThat(four.feed("12#", S)).containsExactly(new Complete("12")); // # sends a shorter one
        assertThat(four.feed("1*2345", S)).containsExactly(new Cleared(), new Complete("2345"));
        assertThat(four.feed("12345678", S)).containsExactly(new Complete("1234"), new Complete("5678"));
    }

    @Test
    void thePauseIsTheRules() {
        var quick = new PinCollector(new PinRules(0, Duration.ofSeconds(2)));
        quick.feed("4", 0);
        assertThat(quick.step(2 * S - 1)).isEmpty();
        assertThat(quick.step(2 * S)).containsExactly(new TimedOut());
    }

    @Test
    void rulesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new PinRules(13, Duration.ofSeconds(5))).hasMessageContaining("1 to 12 digits");
        assertThatThrownBy(() -> new PinRules(-1, Duration.ofSeconds(5))).hasMessageContaining("1 to 12 digits");
        assertThatThrownBy(() -> new PinRules(4, Duration.ZERO)).hasMessageContaining("1 s to 60 s");
    }

    @Test
    void aPinIsNeverPrinted() {
        assertThat(new Complete("4711").toString()).doesNotContain("4711").contains("4 digits");
    }

    @Property
    void anyTextIsTakenAndNoPinIsLongerThanAllowed(@ForAll List<String> presses) {
        var fresh = new PinCollector();
        long nowNs = 0;
        for (String keys : presses) {
            for (PinOutcome outcome : fresh.feed(keys, nowNs += S)) {
                if (outcome instanceof Complete c) assertThat(c.pin()).matches("[0-9]{1,12}");
            }
        }
    }
}
