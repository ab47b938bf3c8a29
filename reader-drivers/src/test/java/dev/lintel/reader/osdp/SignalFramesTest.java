package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.ReaderSignal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The bytes that make a reader show each signal, as they go over the wire.
///
/// ```
///   69 | reader LED | temporary: code on off colour colour timer(2) | permanent: code on off colour colour
///   6A | reader tone on off count                              times in 100 ms; 0 off, 1 red, 2 green, 3 amber
/// ```
/// Source: SIA OSDP v2.2, osdp_LED and osdp_BUZ.
class SignalFramesTest {
    private final BusBench bench = new BusBench(0);

    /// What was sent to the reader besides polls.
    private List<String> shows(Wish wish) {
        int before = bench.sent.size();
        bench.bus.wish(0, wish);
        bench.run(500 * MS);
        return bench.sent.subList(before, bench.sent.size()).stream()
                .map(sent -> sent.frame().payload())
                .filter(payload -> payload.at(0) != Command.POLL)
                .map(Object::toString)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "WAITING_FOR_PIN, 69 0000 01000000000000 0105050300",
        "WAITING_FOR_OTHERS, 69 0000 01000000000000 0112020300",
        "UNLOCKED,        69 0000 01000000000000 0101000200",
        "LOCKDOWN,        69 0000 01000000000000 010f050100",
        "OFFLINE,         69 0000 01000000000000 0102120300",
    })
    void aSteadySignalIsTheLedsPermanentStateWithoutASound(ReaderSignal signal, String led) {
        bench.run(1 * S);
        assertThat(shows(Wish.AT_FIRST.with(signal, 0))).containsExactly(hex(led));
    }

    @Test
    void idleIsWhatAReaderShowsFirst() {
        bench.run(1 * S);
        assertThat(bench.sent.stream().map(sent -> sent.frame().payload().toString()))
                .containsOnlyOnce(hex("69 0000 01000000000000 0101000100"));
    }

    @ParameterizedTest(name = "{0} for {1} ms, over {2}")
    @CsvSource({
        "ADMITTED, 5000,    IDLE,     69 0000 02010002003200 0101000100, 6a 0002010101",
        "ADMITTED, 15000,   LOCKDOWN, 69 0000 02010002009600 010f050100, 6a 0002010101",
        "ADMITTED, 1,       IDLE,     69 0000 02010002000100 0101000100, 6a 0002010101",
        "ADMITTED, 9999999, IDLE,     69 0000 0201000200ffff 0101000100, 6a 0002010101",
        "REJECTED, 1500,    IDLE,     69 0000 02020201000f00 0101000100, 6a 0002010103",
        "TOGGLED_UNLOCKED, 2400, UNLOCKED, 69 0000 02030302001800 0101000200, 6a 0002060602",
        "TOGGLED_LOCKED, 2400, IDLE, 69 0000 02030301001800 0101000100, 6a 0002060601",
        "PRE_ALARM, 0,      IDLE,     69 0000 00000000000000 0101000100, 6a 0002010101",
        "PRE_ALARM, 0,      UNLOCKED, 69 0000 00000000000000 0101000200, 6a 0002010101",
        "REJECTED, 1500,    UNLOCKED, 69 0000 02020201000f00 0101000200, 6a 0002010103",
    })
    void anAnswerIsTheLedsTemporaryStateOverWhatStandsAndBeeps(
            ReaderSignal signal, int holdMs, ReaderSignal steady, String led, String buzzer) {
        bench.run(1 * S);
        Wish standing = Wish.AT_FIRST.with(steady, 0);
        shows(standing);
        assertThat(shows(standing.with(signal, holdMs))).containsExactly(hex(led), hex(buzzer));
        assertThat(Arrays.asList(ReaderSignal.values())).contains(signal);
    }

    private static String hex(String spaced) {
        return dev.lintel.reader.Bytes.ofHex(spaced.replace(" ", "")).toString();
    }
}
