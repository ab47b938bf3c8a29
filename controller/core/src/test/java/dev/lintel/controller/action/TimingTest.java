package dev.lintel.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Delay and pulse of one action, as a table: each column of `trigger` is 100 ms.
class TimingTest {
    /// `trigger`: `~` while a state lasts; `on`: `#` while the action is on.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', nullValues = "none", textBlock = """
            follows the state              ; 0   ; none ; _~~~~~______  ; _#####______
            delay                          ; 200 ; none ; _~~~~~______  ; ___###______
            ends before the delay          ; 300 ; none ; _~~__~~_____  ; ____________
            ends with the delay            ; 200 ; none ; _~~_________  ; ____________
            pulse                          ; 0   ; 200  ; _~~~~~______  ; _##_________
            pulse after a delay            ; 200 ; 200  ; _~~~~~~_____  ; ___##_______
            ends before the pulse          ; 100 ; 500  ; _~~~~_______  ; __###_______
            begins again                   ; 100 ; 100  ; _~~~_~~~____  ; __#___#_____
            """)
    void stateTable(String name, long delay, @Nullable Long pulse, String trigger, String on) {
        assertThat(seen(new Timing(true, ms(delay), pulse == null ? null : ms(pulse)), trigger.strip()))
                .isEqualTo(on.strip());
    }

    /// `|`: an event.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', textBlock = """
            a pulse                        ; 0   ; 200  ; _|__________  ; _##_________
            a delay and a pulse            ; 300 ; 200  ; _|__________  ; ____##______
            a second event in the delay    ; 300 ; 200  ; _||_________  ; ____##______
            a second event in the pulse    ; 0   ; 300  ; _|_|________  ; _#####______
            as the pulse ends              ; 0   ; 200  ; _|_|________  ; _####_______
            as the delay ends              ; 200 ; 100  ; _|_|________  ; ___#_#______
            a delay in the pulse           ; 200 ; 300  ; _|__|_______  ; ___######___
            """)
    void eventTable(String name, long delay, long pulse, String events, String on) {
        assertThat(seen(new Timing(false, ms(delay), ms(pulse)), events.strip()))
                .isEqualTo(on.strip());
    }

    private static Duration ms(long ms) {
        return Duration.ofMillis(ms);
    }

    private static String seen(Timing timing, String trigger) {
        var seen = new ArrayList<String>();
        for (int i = 0; i < trigger.length(); i++) {
            long nowNs = TimeUnit.MILLISECONDS.toNanos(100L * i);
            timing.tick(nowNs); // what is due comes before what happens now
            switch (trigger.charAt(i)) {
                case '|', '~' -> timing.begin(nowNs);
                default -> timing.end();
            }
            timing.tick(nowNs);
            seen.add(timing.on() ? "#" : "_");
        }
        return String.join("", seen);
    }
}
