package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Wiegand;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.keypad.PinRules;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `controller.yaml` says about cards and keys.
class CardConfigTest {
    private static final String DOOR = """
            channels:
              - unit: 1
                readers:
                  entry: {driver: wiegand, d0: 14, d1: 15, %s}
                strike: {line: 17}
                egress: mechanical
            """;

    @Test
    void aFormatOfOnesOwnIsReadByTheReadersThatNameIt() {
        ReaderConfig reader = reader("""
                formats:
                  - name: Works34
                    bits: 34
                    facility: 1-12
                    number: 13-31
                    issue: 32
                    parity:
                      - {bit: 0, even: 1-16}
                      - {bit: 33, odd: 17-32}
                    value: facility*1000000+number
                """ + DOOR.formatted("formats: [Works34, H10301, raw]"));
        assertThat(reader.formats().list()).containsExactly("Works34", "H10301", "raw");
        CardBits card = CardBits.of("1" + "000000000101" + "0000000000000000111" + "1" + "1");
        assertThat(reader.formats().decode(card)).isEqualTo(new CardNumber("raw", null, 8600420383L, 8600420383L));
        CardBits good = CardBits.of("0" + "000000000101" + "0000000000000000111" + "1" + "1");
        assertThat(reader.formats().decode(good)).isEqualTo(new CardNumber("Works34", 5L, 7, 5_000_007));
    }

    @Test
    void anyKnownFormatCanBeWrittenOutByHand() {
        CardFormat written = valid("""
                formats:
                  - name: ours
                    bits: 35
                    facility: 2-13
                    number: 14-33
                    parity:
                      - {bit: 1, even: 2-3 5-6 8-9 11-12 14-15 17-18 20-21 23-24 26-27 29-30 32-33}
                      - {bit: 34, odd: 1-2 4-5 7-8 10-11 13-14 16-17 19-20 22-23 25-26 28-29 31-32}
                      - {bit: 0, odd: 1-34}
                """).formats().getFirst();
        CardFormat known = CardFormats.known("C1k35s");
        assertThat(written.layout()).isEqualTo(known.layout());
        assertThat(written.parities()).isEqualTo(known.parities());
    }

    @Test
    void fixedBitsDigitsAndTurnedCardsAreTaken() {
        CardFormat plain = valid("""
                formats: [{name: D, bits: 16, number: 4-11, digits: decimal, ones: 0 15, zeros: 1-2}]
                """).formats().getFirst();
        assertThat(plain.fields(CardBits.of("1000" + "0100" + "0010" + "0001"))).isNotNull();
        assertThat(plain.fields(CardBits.of("1000" + "1100" + "0010" + "0001"))).isNull();
        assertThat(plain.fields(CardBits.of("1100" + "0100" + "0010" + "0001"))).isNull();

        CardFormats bits = own("formats: [{name: B, bits: 8, number: 0-3, ones: 7, reverse: bits}]");
        assertThat(bits.decode(CardBits.of("1000" + "0110"))).isEqualTo(new CardNumber("B", null, 6, 6));
        CardFormats bytes = own("formats: [{name: W, bits: 32, number: 0-31, reverse: bytes}]");
        assertThat(value(bytes, "01110001" + "10000110" + "10100110" + "00011110"))
                .isEqualTo(0x1EA68671L);
        CardFormats field = own("formats: [{name: F, bits: 8, number: 7-4, zeros: 0-3}]");
        assertThat(value(field, "00000001")).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            bits: 8, number: 0-7                     ; name   ; is missing
            name: A B, bits: 8, number: 0-7          ; name   ; must be 1 to 40 letters, digits
            name: raw, bits: 8, number: 0-7          ; name   ; is the name of a known format already
            name: h10301, bits: 8, number: 0-7       ; name   ; is the name of a known format already
            name: X, number: 0-7                     ; bits   ; is missing
            name: X, bits: 257, number: 0-7          ; bits   ; must be a whole number from 1 to 256, not '257'
            name: X, bits: 8                         ; number ; is missing: a card is known by its number
            name: X, bits: 8, number: 0-8            ; number ; names bit 8; the last of 8 bits is 7
            name: X, bits: 8, number: 0-x            ; number ; '0-x' is not a bit such as 9 or a range such as 9-24
            name: X, bits: 8, number: 0-4 4          ; number ; names bit 4 twice
            name: X, bits: 8, number: 0-4, issue: 4  ; issue  ; takes bit 4, which is of number
            name: X, bits: 8, number: 0-4, ones: 9   ; ones   ; names bit 9; the last of 8 bits is 7
            name: X, bits: 8, number: 0-4, ones: 6, zeros: 5-6 ; zeros ; names bit 6, which is in ones
            name: X, bits: 8, number: 0-4, digits: decimal     ; number ; has 5 bits; decimal digits have four each
            name: X, bits: 9, number: 0-4, reverse: bytes      ; reverse ; bytes needs whole bytes, and 9 bits are not
            name: X, bits: 8, number: 0-4, value: fc*8         ; value  ; uses facility, which such a card has not
            name: X, bits: 8, number: 0-4, value: number*      ; value  ; character 8: expected a number, a field
            name: X, bits: 8, number: 0-4, numbr: 3            ; numbr  ; is not a known key; did you mean 'number'?
            name: X, bits: 8, number: 1-7, parity: [{bit: 0}]  ; parity[0] ; needs either 'even' or 'odd'
            name: X, bits: 8, number: 1-7, parity: [{bit: 0, even: 1, odd: 2}] ; parity[0] ; needs either
            name: X, bits: 8, number: 1-7, parity: [{even: 1}] ; parity[0].bit  ; is missing
            name: X, bits: 8, number: 1-7, parity: [{bit: 0, even: 1-8}] ; parity[0] ; names bit 8; the last of 8
            name: X, bits: 8, number: 1-7, parity: [{bit: 0, odd: 0-3}]  ; parity[0] ; covers bit 0, which is itself
            name: X, bits: 8, number: 1-7, parity: [{bit: 7, odd: 0-3}]  ; parity[0] ; is at bit 7, which is of number
            name: X, bits: 8, number: 1-6, parity: [{bit: 0, odd: 7}, {bit: 7, odd: 1}] ; parity[0] ; put that one first
            """)
    void aFormatThatCannotBeIsRefusedAtItsKey(String format, String key, String said) {
        assertThat(faults("formats:\n  - {" + format + "}\n")).singleElement().satisfies(fault -> {
            assertThat(fault.line()).isEqualTo(2);
            assertThat(fault.key()).isEqualTo("formats[0]." + key);
            assertThat(fault.sentence()).contains(said);
        });
    }

    @Test
    void everyFaultOfEveryFormatIsToldAtOnceAndReadersOfThemAreNotAtFault() {
        assertThat(faults("""
                formats:
                  - {name: A, bits: 300, number: 1-x, value: "1 +"}
                  - {name: a, bits: 8, number: 0-7}
                """ + DOOR.formatted("formats: [A, raw]")))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactly("2 formats[0].bits", "2 formats[0].number", "2 formats[0].value", "3 formats[1].name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            formats: []                              ; formats ; must name at least one card format
            formats: [H1031]                         ; formats ; 'H1031' is not a card format; did you mean 'H10301'?
            formats: [MDI37]                         ; formats ; 'MDI37' is not a card format
            formats: [Nedap]                         ; formats ; 'Nedap' is not a card format; 'lintel card formats'
            formats: [raw], values: {W34: number}    ; values.W34 ; is not one of this reader's formats
            formats: [W34], values: {W34: fc}        ; values.W34 ; uses facility, which such a card has not
            formats: [W34], values: {W34: "swap(5)"} ; values.W34 ; character 7: expected ',', not ')'
            byte_order: middle                       ; byte_order ; must be one of lsb, msb, not 'middle'
            mask: 64                                 ; mask    ; must be a whole number from 8 to 63, not '64'
            keypad: burst9                           ; keypad  ; must be one of burst4, burst6
            keypad: keypad26_fc                      ; keypad_facility ; is missing: it tells this keypad's PINs
            "keypad: keypad26_fc, keypad_facility: 255" ; keypad_facility ; must be a whole number from 0 to 254
            "keypad: burst4, keypad_facility: 1"     ; keypad_facility ; means something for the keypad keypad26_fc only
            keypad: hid_buffered_par                 ; pin     ; digits: this keypad sends 1 to 10 digits at once, not 0
            "keypad: keypad30, pin: {digits: 4}"     ; pin     ; digits is not for the keypad keypad30
            pin: {digits: 13}                        ; pin.digits ; must be a whole number from 1 to 12
            pin: {timeout: 100ms}                    ; pin.timeout ; must be from 1s to 1m
            """)
    void aReaderThatCannotBeIsRefusedAtItsKey(String reader, String key, String said) {
        assertThat(faults(DOOR.formatted(reader))).singleElement().satisfies(fault -> {
            assertThat(fault.line()).isEqualTo(4);
            assertThat(fault.key()).isEqualTo("channels[0].readers.entry." + key);
            assertThat(fault.sentence()).contains(said);
        });
    }

    @Test
    void byteOrderMaskAndExpressionsMakeTheReadersValues() {
        CardBits card = CardBits.of("10111000110000110101001100001111" + "01");
        assertThat(value(reader(DOOR.formatted("formats: [W34]")).formats(), card.toString()))
                .isEqualTo(0x7186A61EL);
        assertThat(value(
                        reader(DOOR.formatted("formats: [W34], byte_order: lsb"))
                                .formats(),
                        card.toString()))
                .isEqualTo(0x1EA68671L);
        String masked = DOOR.formatted("formats: [W34], byte_order: lsb, mask: 24");
        assertThat(value(reader(masked).formats(), card.toString())).isEqualTo(0xA68671L);
        String valued = DOOR.formatted("formats: [W34], values: {W34: \"swap(number, 4) >> 16\"}");
        assertThat(value(reader(valued).formats(), card.toString())).isEqualTo(0x1EA6L);
    }

    @Test
    void aListInWhichAFormatNeverComesToItsTurnIsWarnedOf() {
        assertThat(valid(DOOR.formatted("formats: [H10302, H10304, S10401, raw]"))
                        .warnings())
                .containsExactly(new Fault(
                        "controller.yaml",
                        4,
                        "channels[0].readers.entry.formats",
                        "H10304 is never used: H10302 before it takes every card of 37 bits that it would"));
        assertThat(valid(DOOR.formatted("formats: [H10301, C1k35s, raw]")).warnings())
                .isEmpty();
        assertThat(valid(DOOR.formatted("formats: [H10302], byte_order: lsb")).warnings())
                .extracting(Fault::sentence)
                .containsExactly("does nothing to H10302: its number has 35 bits, which are not whole bytes");
    }

    @Test
    void keypadsAndTheirRulesAreTaken() {
        ReaderConfig reader =
                reader(DOOR.formatted("keypad: keypad26_fc, keypad_facility: 15, pin: {timeout: 2500ms}"));
        assertThat(keypad(reader)).isEqualTo(Keypad.of("keypad26_fc", 15, 0));
        assertThat(reader.pins()).isEqualTo(new PinRules(0, Duration.ofMillis(2_500)));
        ReaderConfig buffered = reader(DOOR.formatted("keypad: hid_buffered_par, pin: {digits: 4}"));
        assertThat(keypad(buffered)).isEqualTo(Keypad.of("hid_buffered_par", 0, 4));
        assertThat(buffered.pins().digits()).isEqualTo(4);
        assertThat(keypad(reader(DOOR.formatted("keypad: none")))).isNull();
        for (String name : List.of("burst4", "burst8", "burst8_data_first", "burst6", "burst6_rosslare")) {
            assertThat(keypad(reader(DOOR.formatted("keypad: " + name)))).isEqualTo(Keypad.of(name));
        }
    }

    private static @Nullable Keypad keypad(ReaderConfig reader) {
        return ((Wiegand) reader.wiring()).keypad();
    }

    private static CardFormats own(String text) {
        return CardFormats.of(valid(text).formats(), false);
    }

    private static long value(CardFormats formats, String bits) {
        return Objects.requireNonNull(formats.decode(CardBits.of(bits))).value();
    }

    private static ReaderConfig reader(String text) {
        ChannelWiring channel = Objects.requireNonNull(valid(text).channel(1));
        return Objects.requireNonNull(channel.readers().get("entry"));
    }

    private static ControllerConfig valid(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Faulty<ControllerConfig>(List<Fault> faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static List<Fault> faults(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Valid<ControllerConfig>(ControllerConfig config) -> throw new AssertionError("no fault in " + config);
            case Faulty<ControllerConfig>(List<Fault> faults) -> faults;
        };
    }
}
