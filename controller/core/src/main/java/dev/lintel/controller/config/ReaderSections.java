package dev.lintel.controller.config;

import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.yaml.Scalars;
import dev.lintel.controller.yaml.Section;
import dev.lintel.reader.format.BitField;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.NumberExpression;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.keypad.PinCollector;
import dev.lintel.reader.keypad.PinRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads what one reader's section says about cards and keys, whatever wire it is on: `formats`, `values`,
/// `byte_order`, `mask`, `keypad`, `keypad_facility`, `pin`.
final class ReaderSections {
    private static final String KEYPAD_NONE = "none";
    /// Fewer bits tell no cards apart.
    private static final int MASK_MIN = 8;
    /// Of a credential's number.
    private static final int MASK_MAX = 63;

    private static final int KEYPAD_FACILITY_MAX = 254;
    /// The layout of a card that is all number.
    private static final CardFormat.Layout RAW =
            new CardFormat.Layout(null, new BitField(List.of(0), false), null, null);

    private static final Map<String, String> KEYPADS = keypads();

    private final FormatSections written;
    private final Map<String, CardFormat> own;

    /// `written` has been read; `own` is what it gave.
    ReaderSections(FormatSections written, Map<String, CardFormat> own) {
        this.written = written;
        this.own = own;
    }

    /// The reader's formats in their order, with what is done to their numbers.
    CardFormats formats(Section reader) {
        List<String> names = reader.texts("formats").or(ReaderConfig.FORMATS);
        if (names.isEmpty()) reader.fault("formats", "must name at least one card format");
        var formats = new ArrayList<CardFormat>();
        for (String name : names) {
            CardFormat format = format(reader, name);
            if (format != null) formats.add(format);
        }
        CardFormats list = CardFormats.of(formats, names.contains(CardFormats.RAW));
        for (CardFormats.Hidden hidden : list.hidden()) {
            reader.warn(
                    "formats",
                    hidden.format() + " is never used: " + hidden.by() + " before it takes every card of "
                            + hidden.bits() + " bits that it would");
        }
        Map<String, NumberExpression> values = values(reader, names, formats);
        boolean reversed =
                reader.choice("byte_order", Map.of("msb", false, "lsb", true)).or(false);
        if (reversed) warnOfPartBytes(reader, formats, values);
        int mask = reader.integer("mask", MASK_MIN, MASK_MAX).or(0);
        CardFormats valued = list.withValues(values).masked(mask);
        return reversed ? valued.reversed() : valued;
    }

    /// Null where the reader has no keypad.
    @Nullable
    Keypad keypad(Section reader, PinRules pins) {
        String name = reader.choice("keypad", KEYPADS).or(KEYPAD_NONE);
        Integer facility =
                reader.integer("keypad_facility", 0, KEYPAD_FACILITY_MAX).orNull();
        boolean facilityMatters = name.equals("keypad26_fc");
        if (facilityMatters && facility == null && !reader.has("keypad_facility")) {
            reader.fault("keypad_facility", "is missing: it tells this keypad's PINs from cards");
        }
        if (!facilityMatters && facility != null) {
            reader.fault("keypad_facility", "means something for the keypad keypad26_fc only");
        }
        if (name.equals(KEYPAD_NONE)) return null;
        try {
            Keypad keypad = Keypad.of(name, facility == null ? 0 : facility, pins.digits());
            boolean fixed = name.startsWith("hid_buffered");
            if (keypad.buffered() && !fixed && pins.digits() > 0) {
                reader.fault("pin", "digits is not for the keypad " + name + ": it sends whole PINs");
            }
            return keypad;
        } catch (IllegalArgumentException e) { // the keypad's own words about the digits
            reader.fault("pin", "digits: " + e.getMessage());
            return null;
        }
    }

    PinRules pins(Section reader) {
        Section pin = reader.section("pin").orNull();
        if (pin == null) return PinRules.USUAL;
        int digits = pin.integer("digits", 1, PinCollector.DIGITS_MAX).or(0);
        Duration pause =
                pin.duration("timeout", PinRules.PAUSE_MIN, PinRules.PAUSE_MAX).or(PinRules.USUAL.pause());
        return new PinRules(digits, pause);
    }

    private @Nullable CardFormat format(Section reader, String name) {
        if (name.equals(CardFormats.RAW)) return null;
        CardFormat format = own.containsKey(name) ? own.get(name) : CardFormats.find(name);
        if (format == null && !written.told(name)) {
            var known = new ArrayList<>(CardFormats.names());
            known.addAll(own.keySet());
            String near = Scalars.nearest(name, known);
            String hint = near == null ? "; 'lintel card formats' lists them" : "; did you mean '" + near + "'?";
            reader.fault("formats", "'" + name + "' is not a card format" + hint);
        }
        return format;
    }

    private static Map<String, NumberExpression> values(Section reader, List<String> names, List<CardFormat> formats) {
        Section section = reader.section("values").orNull();
        if (section == null) return Map.of();
        Map<String, CardFormat.Layout> layouts = new HashMap<>();
        for (CardFormat format : formats) layouts.put(format.name(), format.layout());
        if (names.contains(CardFormats.RAW)) layouts.put(CardFormats.RAW, RAW);
        Map<String, NumberExpression> values = new LinkedHashMap<>();
        for (String name : section.keys()) {
            CardFormat.Layout layout = layouts.get(name);
            if (layout == null) {
                section.known(name);
                if (!names.contains(name)) section.fault(name, "is not one of this reader's formats");
                continue;
            }
            NumberExpression expression = FormatSections.expression(section, name, layout);
            if (expression != null) values.put(name, expression);
        }
        return values;
    }

    private static void warnOfPartBytes(
            Section reader, List<CardFormat> formats, Map<String, NumberExpression> values) {
        for (CardFormat format : formats) {
            boolean asItIs = values.containsKey(format.name()) || format.value() != null;
            if (asItIs || format.valueBits() % 8 == 0) continue;
            reader.warn(
                    "byte_order",
                    "does nothing to " + format.name() + ": its number has " + format.valueBits()
                            + " bits, which are not whole bytes");
        }
    }

    private static Map<String, String> keypads() {
        Map<String, String> words = new LinkedHashMap<>();
        for (String name : Keypad.names()) words.put(name, name);
        words.put(KEYPAD_NONE, KEYPAD_NONE);
        return Map.copyOf(words);
    }
}
