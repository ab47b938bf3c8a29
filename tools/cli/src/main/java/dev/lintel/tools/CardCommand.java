package dev.lintel.tools;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.BitField;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.CardReading;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel card`: what cards' bits mean. Needs no running process.
@Command(
        name = "card",
        description = "Reads and makes the bits of cards, in every known format.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CardDecodeCommand.class, CardCommand.Encode.class, CardCommand.Formats.class})
final class CardCommand {
    /// `lintel card encode`.
    @Command(
            name = "encode",
            description = {"Prints the bits of a card, the first bit sent first.", "Parity and fixed bits are made."},
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel card encode --format H10301 --facility 12 --number 3456",
                "  lintel card encode --format W34 --number 514229873 | lintel card decode"
            })
    static final class Encode implements Callable<Integer> {
        @Option(names = "--format", required = true, paramLabel = "F", description = "The card's format: H10301, ...")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String format;

        @Option(names = "--facility", paramLabel = "N", description = "Its facility code (default: 0).")
        @Nullable
        BigInteger facility;

        @Option(names = "--number", required = true, paramLabel = "N", description = "Its number.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        BigInteger number;

        @Option(names = "--issue", paramLabel = "N", description = "How often it was issued again (default: 0).")
        @Nullable
        BigInteger issue;

        @Option(names = "--oem", paramLabel = "N", description = "The maker's code, where there is one (default: 0).")
        @Nullable
        BigInteger oem;

        @Mixin
        ConfigOption config = new ConfigOption();

        /// Every command takes it; this one needs no folder.
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            try {
                if (format.equals(CardFormats.RAW)) throw new IllegalArgumentException("raw cards are any bits");
                CardFormat found = config.format(format);
                CardBits card = found.encode(new CardFields(facility, number, issue, oem));
                CardReading reading = Objects.requireNonNull(found.reading(card), "it has the format's length");
                output.print(json(card, found.name(), reading), _ -> card.toString());
                return 0;
            } catch (IllegalArgumentException e) { // the format's own words
                throw new ParameterException(output.spec.commandLine(), String.valueOf(e.getMessage()));
            }
        }
    }

    /// `lintel card formats`.
    @Command(
            name = "formats",
            description = "Lists the known card formats with the largest value of each field.",
            mixinStandardHelpOptions = true,
            footer = {
                "%nBesides them there is raw: any card, its number being all of its bits.",
                "%nExamples:",
                "  lintel card formats --bits 37",
                "  lintel card formats --config controller.yaml --json"
            })
    static final class Formats implements Callable<Integer> {
        @Option(names = "--bits", paramLabel = "N", description = "Only formats of N bits.")
        @Nullable
        Integer bits;

        @Mixin
        ConfigOption config = new ConfigOption();

        /// Every command takes it; this one needs no folder.
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            List<CardFormat> formats = new ArrayList<>();
            for (CardFormat format : config.all()) if (bits == null || format.bits() == bits) formats.add(format);
            var table =
                    new Table("FORMAT", ">BITS", ">FACILITY", ">NUMBER", ">ISSUE", ">OEM", ">PARITY", "DESCRIPTION");
            for (CardFormat format : formats) {
                Map<String, @Nullable Object> json = json(format);
                if (output.json) output.print(json, _ -> "");
                else table.row(json.values());
            }
            if (!output.json && !formats.isEmpty()) output.line(table.toString());
            return 0;
        }

        private static Map<String, @Nullable Object> json(CardFormat format) {
            CardFormat.Layout layout = format.layout();
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("format", format.name());
            json.put("bits", format.bits());
            json.put("facility_max", max(layout.facility()));
            json.put("number_max", max(layout.number()));
            json.put("issue_max", max(layout.issue()));
            json.put("oem_max", max(layout.oem()));
            json.put("parity", format.parities().size());
            String description = CardFormats.description(format.name());
            json.put("description", description == null ? "of your own" : description);
            return json;
        }

        private static @Nullable Object max(@Nullable BitField field) {
            return field == null ? null : number(field.max());
        }
    }

    /// One card as one format reads it.
    static Map<String, @Nullable Object> json(CardBits card, String format, CardReading reading) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("bits", card.toString());
        json.put("format", format);
        json.put("facility", number(reading.fields().facility()));
        json.put("number", number(reading.fields().number()));
        json.put("issue", number(reading.fields().issue()));
        json.put("valid", reading.valid());
        return json;
    }

    /// As JSON writes it: a whole number of any size.
    private static @Nullable Object number(@Nullable BigInteger value) {
        return value == null ? null : new BigDecimal(value);
    }
}
