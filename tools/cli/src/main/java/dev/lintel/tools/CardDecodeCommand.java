package dev.lintel.tools;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.CardReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel card decode`: cards' bits from standard input, as every format reads them.
@Command(
        name = "decode",
        description = {
            "Reads bits of cards from standard input and prints what each format of their length makes of them.",
            "One card a line, the first bit sent first. Bits that no format has the length of are read as raw.",
            "Exit code 1 when a line was not bits."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  echo 10001010100111110000100100 | lintel card decode",
            "  lintel card decode --formats H10302,H10304 --json <cards.txt"
        })
final class CardDecodeCommand implements Callable<Integer> {
    /// Longer lines are cut: a card has 256 bits.
    private static final int LINE_MAX = 1_024;

    @Option(
            names = "--formats",
            paramLabel = "F",
            split = ",",
            splitSynopsisLabel = ",",
            description = "Only these formats, in this order; raw is any card.")
    @Nullable
    List<String> names;

    @Mixin
    ConfigOption config = new ConfigOption();

    /// Every command takes it; this one needs no folder.
    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        List<CardFormat> formats = formats();
        boolean raw = names != null && names.contains(CardFormats.RAW);
        int[] faults = {0};
        StandardInput.lines(output.spec.commandLine(), LINE_MAX, line -> {
            try {
                tell(CardBits.of(line.strip()), formats, raw);
            } catch (IllegalArgumentException e) { // the bits' own words
                faults[0]++;
                Map<String, @Nullable Object> fault = new LinkedHashMap<>();
                fault.put("bits", line.strip());
                fault.put("error", String.valueOf(e.getMessage()));
                output.print(fault, f -> "'" + Output.inLine(f.get("bits")) + "': " + f.get("error"));
            }
        });
        return faults[0] == 0 ? 0 : 1;
    }

    private List<CardFormat> formats() {
        if (names == null) return config.all();
        var formats = new ArrayList<CardFormat>();
        try {
            for (String name : names) if (!name.equals(CardFormats.RAW)) formats.add(config.format(name));
        } catch (IllegalArgumentException e) { // an unknown name
            throw new ParameterException(output.spec.commandLine(), String.valueOf(e.getMessage()));
        }
        return formats;
    }

    private void tell(CardBits card, List<CardFormat> formats, boolean raw) {
        Map<String, CardReading> readings = new LinkedHashMap<>();
        for (CardFormat format : formats) {
            CardReading reading = format.reading(card);
            if (reading != null) readings.put(format.name(), reading);
        }
        if (raw || (names == null && readings.isEmpty())) {
            readings.put(CardFormats.RAW, new CardReading(new CardFields(null, card.number(), null, null), List.of()));
        }
        if (output.json) {
            readings.forEach((name, reading) -> output.print(CardCommand.json(card, name, reading), _ -> ""));
        } else {
            output.line(card + " (" + card.count() + " bits)" + (readings.isEmpty() ? ": no such format" : ""));
            if (!readings.isEmpty()) output.line(table(readings));
        }
    }

    /// Valid readings first.
    private static String table(Map<String, CardReading> readings) {
        var table = new Table("  FORMAT", ">FACILITY", ">NUMBER", ">ISSUE", ">OEM", "VALID");
        for (boolean valid : new boolean[] {true, false}) {
            readings.forEach((name, reading) -> {
                if (reading.valid() != valid) return;
                CardFields fields = reading.fields();
                var cells = new ArrayList<@Nullable Object>();
                cells.add("  " + name);
                cells.add(fields.facility());
                cells.add(fields.number());
                cells.add(fields.issue());
                cells.add(fields.oem());
                cells.add(valid ? "yes" : "no: " + String.join(", ", reading.wrong()));
                table.row(cells);
            });
        }
        return table.toString();
    }
}
