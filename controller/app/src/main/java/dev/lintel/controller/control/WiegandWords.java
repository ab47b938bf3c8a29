package dev.lintel.controller.control;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.CardReading;
import dev.lintel.reader.wiegand.WiegandBurst;
import dev.lintel.reader.wiegand.WiegandHint;
import dev.lintel.reader.wiegand.WiegandOutcome.Fault;
import dev.lintel.reader.wiegand.WiegandOutcome.Frame;
import dev.lintel.reader.wiegand.WiegandOutcome.Ignored;
import dev.lintel.reader.wiegand.WiegandOutcome.Rejected;
import dev.lintel.reader.wiegand.WiegandSight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was seen on a Wiegand reader's lines, as JSON; here for the running process and for the command line, which
/// also watches lines of its own. Any thread.
///
/// | key | of a burst |
/// |---|---|
/// | `type`, `outcome` | `burst`; `card`, `keys`, `refused` or `ignored` |
/// | `reason` | why it was refused: `lost-edge`, `too-close`, `too-long`, `late`, `no-key`; else null |
/// | `bits`, `count` | an edge on D0 is a 0; the bits of keys are null unless they are asked for; `count` is of edges |
/// | `duration_us`, `interval_us` | first to last edge; `{min, median, max}` from edge to edge |
/// | `format`, `value` | what the reader's list makes of a card; null when no format of it fits |
/// | `fits`, `fits_inverted` | all formats whose rules the bits keep, as they are and with D0 and D1 exchanged |
/// | `keys` | how many, or which, where they are asked for |
///
/// A hint has `type` (`hint`), `hint`, `raised`, `sentence` and `advice`.
public final class WiegandWords {
    private static final long US = 1_000;

    private final CardFormats formats;
    private final boolean keys;

    /// `formats` is the reader's list; `keys` tells whether keys are shown, which may be somebody's PIN.
    public WiegandWords(CardFormats formats, boolean keys) {
        this.formats = formats;
        this.keys = keys;
    }

    public Map<String, @Nullable Object> json(WiegandSight sight) {
        return switch (sight) {
            case WiegandSight.Seen seen -> burst(seen);
            case WiegandSight.Hinted(WiegandHint hint, boolean raised) -> hint(hint, raised);
        };
    }

    private Map<String, @Nullable Object> burst(WiegandSight.Seen seen) {
        WiegandBurst burst = seen.burst();
        boolean card = seen.outcome() instanceof Frame && seen.keys() == null;
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("type", "burst");
        json.put("outcome", outcome(seen));
        json.put("reason", seen.outcome() instanceof Rejected refused ? word(refused.fault()) : null);
        json.put("bits", seen.keys() == null || keys ? burst.bits() : null);
        json.put("count", burst.edges());
        json.put("duration_us", (burst.lastNs() - burst.firstNs()) / US);
        Map<String, Object> interval = new LinkedHashMap<>();
        interval.put("min", burst.intervals().minNs() / US);
        interval.put("median", burst.intervals().medianNs() / US);
        interval.put("max", burst.intervals().maxNs() / US);
        json.put("interval_us", interval);
        if (card) card(CardBits.of(burst.bits()), json);
        String pressed = seen.keys();
        if (pressed != null) json.put("keys", keys ? pressed : (Object) (long) pressed.length());
        return json;
    }

    private void card(CardBits card, Map<String, @Nullable Object> json) {
        CardNumber number = formats.decode(card);
        json.put("format", number == null ? null : number.format());
        json.put("value", number == null || number.value() == CardNumber.TOO_LARGE ? null : number.value());
        json.put("fits", fitting(card));
        var inverted = new ArrayList<String>();
        for (CardFormat format : known()) {
            // Without a rule it would fit either way, and say nothing.
            boolean ruled = !format.parities().isEmpty() || !format.fixed().isEmpty();
            if (ruled && format.fields(CardBits.of(inverted(card))) != null) inverted.add(format.name());
        }
        json.put("fits_inverted", inverted);
    }

    /// Formats of that length whose rules hold.
    private List<Map<String, @Nullable Object>> fitting(CardBits card) {
        var fitting = new ArrayList<Map<String, @Nullable Object>>();
        for (CardFormat format : known()) {
            CardReading reading = format.reading(card);
            if (reading == null || !reading.valid()) continue;
            CardFields fields = reading.fields();
            Map<String, @Nullable Object> fit = new LinkedHashMap<>();
            fit.put("format", format.name());
            fit.put("facility", number(fields.facility()));
            fit.put("number", number(fields.number()));
            fitting.add(fit);
        }
        return fitting;
    }

    /// The reader's own first.
    private List<CardFormat> known() {
        var known = new ArrayList<>(formats.layouts());
        for (CardFormat format : CardFormats.all()) {
            if (known.stream().noneMatch(own -> own.name().equals(format.name()))) known.add(format);
        }
        return known;
    }

    private static @Nullable Object number(java.math.@Nullable BigInteger value) {
        return value == null ? null : new java.math.BigDecimal(value);
    }

    private static Map<String, @Nullable Object> hint(WiegandHint hint, boolean raised) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("type", "hint");
        json.put("hint", hint.kind().word());
        json.put("raised", raised);
        json.put("sentence", hint.sentence());
        json.put("advice", hint.kind().advice());
        return json;
    }

    private static String outcome(WiegandSight.Seen seen) {
        return switch (seen.outcome()) {
            case Frame _ -> seen.keys() == null ? "card" : "keys";
            case Rejected _ -> "refused";
            case Ignored _ -> "ignored";
        };
    }

    private static String word(Fault fault) {
        return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String inverted(CardBits card) {
        var text = new StringBuilder();
        for (int i = 0; i < card.count(); i++) text.append(1 - card.bit(i));
        return text.toString();
    }
}
