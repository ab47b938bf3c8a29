package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.Lintel;
import dev.lintel.controller.RunOptions;
import dev.lintel.controller.Surroundings;
import dev.lintel.controller.control.WiegandWords;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.Simulator;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.wiegand.WiegandSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WiegandCommandTest {
    private static final String CARD = "10001010100111110000100100"; // H10301, 21 and 15890

    @Test
    void aCardOfWhichTheNumberIsKnownEndsInAPieceOfYaml() {
        CommandRun run = CommandRun.of("wiegand", "learn", "--bits", CARD, "--printed", "021,15890");
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("try a second one")
                .contains("formats: [H10301, raw]")
                .contains("values: {H10301: \"facility*100000+number\"}");
    }

    @Test
    void severalCardsAreLearnedTogetherForPrograms() {
        String second = CardFormats.encode("H10301", 21, 15_999).toString();
        CommandRun run = CommandRun.of(
                "wiegand",
                "learn",
                "--bits",
                CARD,
                "--printed",
                "15890",
                "--bits",
                second,
                "--printed",
                "15999",
                "--json");
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.json()).containsEntry("cards", 2L);
        assertThat(run.json().get("explanations"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .first()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("format", "H10301")
                .containsEntry("expression", "number")
                .containsEntry("byte_order", "msb");
    }

    @Test
    void cardsThatNothingExplainsAreSaidSo() {
        CommandRun run = CommandRun.of("wiegand", "learn", "--bits", CARD, "--printed", "987654321012");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("Nothing explains this card");
        CommandRun json = CommandRun.of("wiegand", "learn", "--bits", CARD, "--printed", "987654321012", "--json");
        assertThat(json.exit()).isEqualTo(1);
        assertThat(json.out().strip()).isEqualTo("{\"cards\":1,\"explanations\":[]}");
    }

    @Test
    void whatCannotBeMeantIsWrongUsage() {
        for (String line : List.of(
                "wiegand learn",
                "wiegand learn --bits 01x --printed 5",
                "wiegand learn --bits 0101 --printed five",
                "wiegand learn --bits 0101",
                "wiegand learn --bits 0101 --printed 5 --bits 01010 --printed 10",
                "wiegand watch",
                "wiegand watch --d0 14",
                "wiegand watch --channel 2 --d0 14 --d1 15",
                "wiegand watch --d0 14 --d1 15 --bias up",
                "wiegand watch --d0 14 --d1 15 --keypad nine",
                "wiegand watch --d0 14 --d1 15 --formats H1030")) {
            CommandRun run = CommandRun.of(line.split(" ", -1));
            assertThat(run.exit()).as(line + ": " + run.err()).isEqualTo(2);
            assertThat(run.err()).as(line).contains("Try 'lintel wiegand");
        }
    }

    @Test
    void aChipOrAProcessThatIsNotThereIsSaidInWords(@TempDir Path folder) {
        CommandRun chip = CommandRun.of("wiegand watch --chip /nowhere/gpiochip0 --d0 14 --d1 15".split(" ", -1));
        assertThat(chip.exit()).isEqualTo(1);
        assertThat(chip.err()).startsWith("/nowhere/gpiochip0 is not there");
        CommandRun process = CommandRun.of("wiegand", "watch", "--channel", "2", "--data", folder.toString());
        assertThat(process.exit()).isEqualTo(1);
        assertThat(process.err()).contains("no lintel runs on");
    }

    @Test
    void burstsOfAChipAreShownWithTimingOutcomeAndFormats() {
        var formats = CardFormats.of(List.of("H10301", "raw"));
        List<Map<String, @Nullable Object>> seen = watch(formats, Keypad.of("burst4"), 3, CARD, "1011", "1110");
        Map<String, @Nullable Object> card = seen.get(0);
        assertThat(card)
                .containsEntry("outcome", "card")
                .containsEntry("bits", CARD)
                .containsEntry("format", "H10301")
                .containsEntry("value", 21L * 65_536 + 15_890)
                .containsEntry("duration_us", 50_000L)
                .containsEntry("fits_inverted", List.of());
        assertThat(Json.write(card))
                .contains("\"interval_us\":{\"min\":2000,\"median\":2000,\"max\":2000}")
                .contains("{\"format\":\"H10301\",\"facility\":21,\"number\":15890}");
        assertThat(seen.get(1))
                .containsEntry("outcome", "keys")
                .containsEntry("bits", null)
                .containsEntry("keys", 1L);
        assertThat(seen.get(2)).containsEntry("outcome", "refused").containsEntry("reason", "no-key");
        assertThat(WiegandWatchCommand.text(card))
                .contains(CARD + " (26 bits)")
                .contains("2.00 ms / 2.00 ms / 2.00 ms")
                .contains("read as H10301, number 1392146; fits H10301 21:15890");
        assertThat(WiegandWatchCommand.text(seen.get(1))).contains("not shown").doesNotContain("1011");
        assertThat(WiegandWatchCommand.text(seen.get(2))).contains("none of this keypad");
    }

    @Test
    void exchangedLinesAreHintedAtWithAdvice() {
        var cards = new String[4];
        for (int i = 0; i < cards.length; i++) {
            cards[i] = inverted(CardFormats.encode("H10301", 21, i).toString());
        }
        List<Map<String, @Nullable Object>> seen = watch(CardFormats.of(List.of("H10301", "raw")), null, 4, cards);
        assertThat(seen.get(0)).containsEntry("format", "raw");
        assertThat(seen.get(0).get("fits_inverted")).asString().contains("H10301");
        Map<String, @Nullable Object> hint = seen.stream()
                .filter(sight -> "hint".equals(sight.get("type")))
                .findFirst()
                .orElseThrow();
        assertThat(hint).containsEntry("hint", "swapped").containsEntry("raised", true);
        assertThat(WiegandWatchCommand.text(hint)).startsWith("HINT").contains("exchange the wires");
    }

    @Test
    void aReaderOfTheRunningProcessIsWatchedAndLearnedFromWhileItsDoorWorks(@TempDir Path folder) throws Exception {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        var around = new Surroundings(null, null, null, null, false, folder);
        try (Lintel lintel = Lintel.start(options, around, new SystemTime())) {
            Simulator simulator = Objects.requireNonNull(lintel.simulator());
            Runnable card = () -> simulator.presentCard(2, "entry", CardBits.of(CARD));
            String data = folder.toString();
            CommandRun watch = presenting(
                    card, () -> CommandRun.of("wiegand", "watch", "--channel", "2", "--count", "2", "--data", data));
            assertThat(watch.exit()).as(watch.err()).isZero();
            assertThat(watch.out()).contains("Watching channel 2, entry").contains("read as H10301, number 1392146");

            String[] learn = {"wiegand", "learn", "--channel", "2", "--data", data};
            CommandRun learned = presenting(card, () -> CommandRun.withInput("what?\n21,15890\n\n", learn));
            assertThat(learned.exit()).as(learned.err()).isZero();
            assertThat(learned.out())
                    .contains("'what?' is no number as cards have them")
                    .contains("formats: [H10301, raw]");

            CommandRun osdp = CommandRun.of("wiegand", "watch", "--channel", "1", "--data", data);
            assertThat(osdp.exit()).isEqualTo(1);
            assertThat(osdp.err()).contains("channel 1, entry is no Wiegand reader; there is channel 2, entry");

            CommandRun fault = CommandRun.of("sim", "--channel", "2", "--fault", "jitter=on", "--data", data);
            assertThat(fault.out()).contains("faults: jitter");
            assertThat(CommandRun.of("sim", "--channel", "2", "--fault", "jitter", "--data", data)
                            .exit())
                    .isEqualTo(2);
            assertThat(CommandRun.of("sim", "--channel", "2", "--fault", "moths=on", "--data", data)
                            .err())
                    .contains("unknown fault 'moths'");
        }
    }

    /// Holds the card there again and again until the command has ended.
    private static CommandRun presenting(Runnable card, Supplier<CommandRun> command) throws Exception {
        CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(command);
        for (int i = 0; i < 60; i++) {
            try {
                return run.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                card.run();
            }
        }
        throw new ExecutionException("the command did not end", null);
    }

    /// What is told of these bursts, until `bursts` of them and what they gave away were seen.
    private static List<Map<String, @Nullable Object>> watch(
            CardFormats formats, @Nullable Keypad keypad, int bursts, String... frames) {
        List<Map<String, @Nullable Object>> seen = new ArrayList<>();
        boolean hints = frames.length > 3;
        WiegandLines.follow(
                new PlayedChip(List.of(frames)),
                new WirePair(14, 15),
                new WiegandSettings(keypad, formats),
                new WiegandWords(formats, false),
                sight -> {
                    seen.add(sight);
                    boolean hinted = seen.stream().anyMatch(s -> "hint".equals(s.get("type")));
                    return seen.size() < bursts || (hints && !hinted);
                });
        return seen;
    }

    private static String inverted(String bits) {
        return bits.replace('0', 'x').replace('1', '0').replace('x', '1');
    }

    /// A chip on whose data lines these frames fell long ago, one second apart. They come when the reader looks
    /// at the lines' levels for the first time, a second after its start: by then somebody watches.
    private record PlayedChip(List<String> frames) implements GpioChip {
        @Override
        public EdgeSource edges(WirePair lines, EdgeListener listener) {
            var played = new AtomicBoolean();
            return new EdgeSource() {
                @Override
                public long settledNs() {
                    return Long.MAX_VALUE;
                }

                @Override
                public int low() {
                    if (!played.getAndSet(true)) play(listener);
                    return 0;
                }
            };
        }

        private void play(EdgeListener listener) {
            long startNs = System.nanoTime() - 100_000_000_000L;
            int seqno = 0;
            for (String frame : frames) {
                for (int i = 0; i < frame.length(); i++) {
                    listener.on(new Edge(startNs + i * 2_000_000L, frame.charAt(i) - '0', ++seqno));
                }
                startNs += 1_000_000_000L;
            }
        }

        @Override
        public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
            throw new UnsupportedOperationException("nobody watches inputs");
        }

        @Override
        public OutputPoint output(LineSpec line) {
            throw new UnsupportedOperationException("nobody drives lamps");
        }

        @Override
        public void release(int line) {}

        @Override
        public void close() {}
    }
}
