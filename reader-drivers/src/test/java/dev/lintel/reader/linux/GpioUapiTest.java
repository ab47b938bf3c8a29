package dev.lintel.reader.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Offsets and numbers were printed by a C program compiled with linux/gpio.h (Debian 12, amd64); little endian, as
/// both architectures are.
class GpioUapiTest {
    @Test
    void aWiegandRequestIsTheOneThatCWouldMake() {
        long flags = GpioFlag.INPUT | GpioFlag.EDGE_FALLING | GpioFlag.BIAS_PULL_UP;
        byte[] bytes = new GpioUapi.Request(List.of(14, 15), "lintel", flags, 0, 1024).toBytes();
        assertThat(bytes).hasSize(592);
        assertThat(hex(bytes, 0, 8)).isEqualTo("0e0000000f000000");
        assertThat(new String(bytes, 256, 6, StandardCharsets.US_ASCII)).isEqualTo("lintel");
        assertThat(hex(bytes, 288, 16)).isEqualTo("24010000000000000000000000000000"); // 0x124, no attribute
        assertThat(hex(bytes, 560, 8)).isEqualTo("0200000000040000");
        assertThat(hex(bytes, 588, 4)).isEqualTo("00000000");
    }

    @Test
    void aDebouncedInputAndAnOutputHaveTheirAttribute() {
        byte[] input = new GpioUapi.Request(List.of(27), "lintel", GpioFlag.INPUT, 10_000, 64).toBytes();
        assertThat(hex(input, 296, 4)).isEqualTo("01000000");
        assertThat(hex(input, 320, 24)).isEqualTo("0300000000000000102700000000000001" + "00000000000000");
        byte[] output = new GpioUapi.Request(List.of(1, 2, 3), "lintel", GpioFlag.OUTPUT, 0, 0).toBytes();
        assertThat(hex(output, 296, 4)).isEqualTo("01000000");
        assertThat(hex(output, 320, 24)).isEqualTo("0200000000000000000000000000000007" + "00000000000000");
    }

    @Test
    void aRequestHoldsAsManyLinesAsTheKernelTakes() {
        byte[] all = new GpioUapi.Request(Collections.nCopies(64, 1), "lintel", GpioFlag.OUTPUT, 0, 0).toBytes();
        assertThat(hex(all, 336, 8)).isEqualTo("ffffffffffffffff");
        assertThatThrownBy(() -> new GpioUapi.Request(Collections.nCopies(65, 1), "lintel", GpioFlag.INPUT, 0, 0))
                .hasMessageContaining("1 to 64 lines");
        assertThatThrownBy(() -> new GpioUapi.Request(List.of(), "lintel", GpioFlag.INPUT, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLongNameOfTheConsumerIsCutWithItsZero() {
        byte[] bytes = new GpioUapi.Request(List.of(0), "x".repeat(40), GpioFlag.INPUT, 0, 0).toBytes();
        assertThat(hex(bytes, 256 + 30, 2)).isEqualTo("7800");
    }

    @Test
    void eventsAreReadAtTheirPlaces() {
        String first = "00e1f50500000000" + "02000000" + "0e000000" + "ffffffff" + "01000000" + "00".repeat(24);
        String second = "01e1f50500000000" + "01000000" + "0f000000" + "00000000" + "02000000" + "00".repeat(24);
        byte[] read = Bytes.ofHex(first + second).toArray();
        assertThat(GpioUapi.event(read, 0)).isEqualTo(new GpioEvent(100_000_000, false, 14, -1));
        assertThat(GpioUapi.event(read, 1)).isEqualTo(new GpioEvent(100_000_001, true, 15, 0));
    }

    @Test
    void valuesAreBitsAndTheirMask() {
        byte[] values = GpioUapi.values(5, 7);
        assertThat(hex(values, 0, 16)).isEqualTo("05000000000000000700000000000000");
        assertThat(GpioUapi.bits(values)).isEqualTo(5);
    }

    @Test
    void whatAChipAndALineSayOfThemselvesIsRead() {
        byte[] chip = GpioUapi.chipInfo();
        assertThat(chip).hasSize(68);
        System.arraycopy("gpiochip0".getBytes(StandardCharsets.US_ASCII), 0, chip, 0, 9);
        System.arraycopy("pinctrl-bcm2711".getBytes(StandardCharsets.US_ASCII), 0, chip, 32, 15);
        chip[64] = 58;
        assertThat(GpioUapi.chipInfo(chip)).isEqualTo(new GpioChipInfo("gpiochip0", "pinctrl-bcm2711", 58));
        byte[] line = GpioUapi.lineInfo(17);
        assertThat(line).hasSize(256);
        assertThat(hex(line, 64, 4)).isEqualTo("11000000");
        line[32] = 'w';
        line[72] = 5;
        GpioLineInfo info = GpioUapi.lineInfo(line);
        assertThat(info.consumer()).isEqualTo("w");
        assertThat(info.used()).isTrue();
    }

    @Test
    void aFileThatIsNoChipIsRefusedByTheKernelItself() {
        assertThatThrownBy(() -> GpioDevice.open("/nowhere/gpiochip0"))
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isEqualTo(2));
        try (GpioDevice nothing = GpioDevice.open("/dev/null")) {
            assertThatThrownBy(nothing::info)
                    .isInstanceOfSatisfying(
                            LinuxException.class, e -> assertThat(e.errno()).isEqualTo(25))
                    .hasMessageContaining("/dev/null");
        }
    }

    private static String hex(byte[] bytes, int at, int count) {
        return java.util.HexFormat.of().formatHex(bytes, at, at + count);
    }
}
