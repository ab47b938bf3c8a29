package dev.lintel.reader.keypad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.keypad.Keypad.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeypadTest {
    private static final Pattern ENTRY = Pattern.compile("(FC=(?<facility>\\d+);)?PIN=(?<pin>\\d+)");

    /// `mode,key,bits` of every golden row.
    static Stream<List<String>> rows() throws IOException {
        try (InputStream in = KeypadTest.class.getResourceAsStream("/vectors/keypad.csv")) {
            String csv = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return csv.lines().skip(1).map(l -> List.of(l.split(",", 4)).subList(0, 3));
        }
    }

    static Stream<List<String>> keys() throws IOException {
        return rows().filter(row -> row.get(1).length() == 1);
    }

    static Stream<List<String>> entries() throws IOException {
        return rows().filter(row -> ENTRY.matcher(row.get(1)).matches());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyAndItsBitsAreEachOthers(List<String> row) {
        Keypad keypad = Keypad.of(row.get(0));
        CardBits bits = CardBits.of(row.get(2));
        assertThat(keypad.read(bits)).isEqualTo(new Frame.Keys(row.get(1)));
        assertThat(keypad.frames(row.get(1))).containsExactly(bits);
        assertThat(keypad.buffered()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("entries")
    void anEntryAndItsBitsAreEachOthers(List<String> row) {
        Matcher entry = ENTRY.matcher(row.get(1));
        assertThat(entry.matches()).isTrue();
        String pin = entry.group("pin");
        int facility = entry.group("facility") == null ? 0 : Integer.parseInt(entry.group("facility"));
        Keypad keypad = Keypad.of(row.get(0), facility, pin.length());
        CardBits bits = CardBits.of(row.get(2));
        assertThat(keypad.frames(pin + "#")).containsExactly(bits);
        // Leading zeros are lost, or were put there; but all digits of an entry of one length are its own.
        boolean whole = row.get(0).startsWith("HID_BUFFERED");
        assertThat(keypad.read(bits)).isEqualTo(new Frame.Keys((whole ? pin : new BigInteger(pin)) + "#"));
        assertThat(keypad.buffered()).isTrue();
    }

    @Test
    void allKeypadsOfTheTableAreTested() throws IOException {
        assertThat(rows().map(row -> Keypad.of(row.get(0), 0, 4).name())
                        .distinct()
                        .toList())
                .containsExactlyInAnyOrderElementsOf(Keypad.names());
        assertThat(keys().count() + entries().count()).isEqualTo(rows().count());
    }

    @Test
    void bitsThatAreNoKeyAreNoneAndOtherLengthsAreCards() {
        assertThat(Keypad.of("burst4").read(CardBits.of("1111"))).isEqualTo(new Frame.NoKey());
        assertThat(Keypad.of("burst8").read(CardBits.of("11110001"))).isEqualTo(new Frame.NoKey());
        assertThat(Keypad.of("burst6").read(CardBits.of("000000"))).isEqualTo(new Frame.NoKey());
        assertThat(Keypad.of("burst4").read(CardBits.of("00001"))).isEqualTo(new Frame.Card());
    }

    @Test
    void anotherFacilityABrokenParityAndANibbleAboveNineAreCards() {
        Keypad facility15 = Keypad.of("keypad26_fc", 15, 0);
        CardBits entry = facility15.frames("1234#").getFirst();
        assertThat(Keypad.of("keypad26_fc", 16, 0).read(entry)).isEqualTo(new Frame.Card());
        for (int i = 0; i < entry.count(); i++) {
            assertThat(facility15.read(flipped(entry, i))).isEqualTo(new Frame.Card());
        }
        CardBits hex = CardBits.of("0" + "0000" + "0000" + "0000" + "0000" + "0000" + "1010" + "1");
        assertThat(Keypad.of("keypad26_bcd6").read(hex)).isEqualTo(new Frame.Card());
        assertThat(Keypad.of("hid_buffered_nopar", 0, 4).read(CardBits.of("0001001000111111")))
                .isEqualTo(new Frame.Card());
    }

    @Test
    void aBufferedKeypadSendsWithHashOrItsLastDigitAndClearsWithStar() {
        Keypad four = Keypad.of("hid_buffered_par", 0, 4);
        CardBits entry = CardBits.of("000010010001101000");
        assertThat(four.frames("1234")).containsExactly(entry);
        assertThat(four.frames("99*1234#")).containsExactly(entry);
        assertThat(Keypad.of("keypad30").frames("1234")).isEmpty();
        assertThat(Keypad.of("keypad30").frames("#")).isEmpty();
        assertThatThrownBy(() -> Keypad.of("keypad26_fc").frames("65536#"))
                .hasMessage("keypad keypad26_fc cannot send an entry of 5 digits");
        assertThatThrownBy(() -> Keypad.of("burst4").frames("A")).hasMessage("keypad burst4 has no key 'A'");
        assertThatThrownBy(() -> Keypad.of("keypad30").frames("1A")).hasMessage("keypad keypad30 has no key 'A'");
    }

    @Property
    void whatIsTypedIsRead(
            @ForAll("buffered") String name, @ForAll @IntRange(max = 254) int facility, @ForAll Random random) {
        int digits = 1 + random.nextInt(4);
        Keypad keypad = Keypad.of(name, facility, digits);
        var pin = new StringBuilder();
        for (int i = 0; i < digits; i++) pin.append(random.nextInt(10));
        Frame read = keypad.read(keypad.frames(pin + "#").getFirst());
        assertThat(read).isInstanceOf(Frame.Keys.class);
        String keys = ((Frame.Keys) read).keys();
        assertThat(keys).endsWith("#");
        assertThat(Integer.parseInt(keys.substring(0, keys.length() - 1))).isEqualTo(Integer.parseInt(pin.toString()));
    }

    @Provide
    Arbitrary<String> buffered() {
        return Arbitraries.of(Keypad.names()).filter(name -> !name.startsWith("burst"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            morse              | 0   | 0  | unknown keypad 'morse'; known are burst4, burst6,
            keypad26_fc        | 255 | 0  | a keypad's facility is 0 to 254, not 255
            hid_buffered_nopar | 0   | 0  | this keypad sends 1 to 11 digits at once, not 0
            hid_buffered_nopar | 0   | 12 | this keypad sends 1 to 11 digits at once, not 12
            hid_buffered_par   | 0   | 11 | this keypad sends 1 to 10 digits at once, not 11
            """)
    void whatCannotBeIsRefusedInWords(String name, int facility, int digits, String said) {
        assertThatThrownBy(() -> Keypad.of(name, facility, digits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(said);
    }

    @Test
    void keysAreNeverPrinted() {
        assertThat(new Frame.Keys("4711#").toString()).doesNotContain("4711");
    }

    private static CardBits flipped(CardBits card, int index) {
        var bits = new StringBuilder(card.toString());
        bits.setCharAt(index, card.bit(index) == 1 ? '0' : '1');
        return CardBits.of(bits.toString());
    }
}
