package dev.lintel.tools;

import dev.lintel.controller.control.WiegandWords;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.board.BoardProvider;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import dev.lintel.reader.wiegand.WiegandSight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Whose lines are watched: those of a reader of the running process (`--channel`), or two lines of a chip that
/// nobody else has (`--chip`, `--d0`, `--d1`).
final class WiegandLines {
    private static final String CHIP = "/dev/gpiochip0";

    /// A minute of a noisy line.
    private static final int SIGHTS_MAX = 2_048;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    CommandSpec spec;

    @Option(names = "--channel", paramLabel = "C", description = "A reader of the running process, by its channel.")
    @Nullable
    Long channel;

    @Option(names = "--reader", paramLabel = "SIDE", description = "entry (default) or exit.")
    AtReader.Side side = AtReader.Side.entry;

    @Option(names = "--chip", paramLabel = "PATH", description = "A GPIO chip (default: " + CHIP + ").")
    @Nullable
    String chip;

    @Option(names = "--d0", paramLabel = "N", description = "The chip's line whose pulses are zeros.")
    @Nullable
    Integer d0;

    @Option(names = "--d1", paramLabel = "N", description = "The chip's line whose pulses are ones.")
    @Nullable
    Integer d1;

    @Option(names = "--bias", paramLabel = "BIAS", description = "pull-up (default), pull-down, off or as-is.")
    String bias = Bias.PULL_UP.word();

    @Option(
            names = "--formats",
            paramLabel = "F",
            split = ",",
            splitSynopsisLabel = ",",
            description = "The cards' formats at --chip, in this order (default: H10301,raw).")
    List<String> formats = List.of("H10301", CardFormats.RAW);

    @Option(names = "--keypad", paramLabel = "K", description = "The keypad at --chip: burst4, burst8, ...")
    @Nullable
    String keypad;

    @Mixin
    ConfigOption config = new ConfigOption();

    @Mixin
    DataOption data = new DataOption();

    /// Whoever is shown what the lines carry.
    @FunctionalInterface
    interface Watcher {
        /// The next thing seen, as [WiegandWords] writes it; false for no more.
        boolean on(Map<String, @Nullable Object> sight);

        /// Lines of a chip are being read from now on; a running process tells of itself in its first sight.
        default void opened() {}
    }

    /// Hands each thing seen to `each`, as [WiegandWords] writes it, until that answers false or the process ends.
    void follow(boolean keys, Watcher each) {
        check();
        if (channel != null) running(channel, keys, each);
        else own(keys, each);
    }

    /// Throws picocli's exception when the options do not say whose lines.
    void check() {
        boolean lines = d0 != null || d1 != null || chip != null;
        if (channel != null && lines) throw misused("give --channel, or --chip with --d0 and --d1, not both");
        if (channel == null && (d0 == null || d1 == null)) {
            throw misused("give --channel for a reader of the running process, or --d0 and --d1 for lines of a chip");
        }
    }

    private void running(long channelId, boolean keys, Watcher each) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "wiegand watch");
        request.put("channel", channelId);
        request.put("reader", side.name());
        request.put("keys", keys);
        try {
            new ControlClient(data.folder).ask(request, answer -> {
                if (!each.on(answer)) throw new Enough();
            });
        } catch (Enough enough) {
            // The connection is closed: the process sees it within half a second.
        }
    }

    /// Whoever listens has heard enough.
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void own(boolean keys, Watcher each) {
        String path = chip == null ? CHIP : chip;
        CardFormats list = list();
        var settings = new WiegandSettings(keypad(), list);
        var wires = new WirePair(d0 == null ? 0 : d0, d1 == null ? 0 : d1, bias());
        try (Hardware board =
                new BoardProvider().open(new HardwarePlan(path, Map.of(), List.of()), new SystemTime()::nowNs)) {
            follow(board.gpio(), wires, settings, new WiegandWords(list, keys), each);
        } catch (HardwareException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()).replaceFirst("^gpio: chip: ", ""));
        } catch (GpioException e) {
            String hint = String.valueOf(e.getMessage()).contains("'lintel'")
                    ? ": a Lintel runs with them; watch it with --channel"
                    : "";
            throw new CommandFailed(e.getMessage() + hint);
        }
    }

    /// Watches lines of any chip; here for tests, too.
    static void follow(GpioChip chip, WirePair wires, WiegandSettings settings, WiegandWords words, Watcher each) {
        var sights = new LinkedBlockingQueue<WiegandSight>(SIGHTS_MAX);
        var wiring = new ReaderWiring.Wiegand(wires, null, null, null, settings.keypad());
        try (var reader = new WiegandReader(chip, wiring, settings, _ -> {}, new SystemTime()::nowNs)) {
            // A terminal that hangs loses sights; the lines are read on.
            Runnable leave = reader.watch(sight -> sights.offer(sight));
            each.opened();
            while (each.on(words.json(sights.take()))) {
                // on to the next
            }
            leave.run();
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    private CardFormats list() {
        var layouts = new ArrayList<CardFormat>();
        try {
            for (String name : formats) if (!name.equals(CardFormats.RAW)) layouts.add(config.format(name));
        } catch (IllegalArgumentException e) { // an unknown name
            throw misused(String.valueOf(e.getMessage()));
        }
        return CardFormats.of(layouts, formats.contains(CardFormats.RAW));
    }

    private @Nullable Keypad keypad() {
        if (keypad == null || keypad.equals("none")) return null;
        try {
            return Keypad.of(keypad);
        } catch (IllegalArgumentException e) { // the keypad's own words
            throw misused(String.valueOf(e.getMessage()));
        }
    }

    private Bias bias() {
        Bias found = Bias.byWord().get(bias);
        if (found == null) {
            throw misused("--bias is one of " + String.join(", ", Bias.byWord().keySet()) + ", not " + bias);
        }
        return found;
    }

    private ParameterException misused(String why) {
        CommandLine line = spec.commandLine();
        return new ParameterException(line, why);
    }
}
