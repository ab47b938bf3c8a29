package dev.lintel.tools;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.learn.CardLearner;
import dev.lintel.reader.learn.Explanation;
import dev.lintel.reader.learn.PrintedNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel wiegand learn`: from cards and what is printed on them to a piece of `controller.yaml`.
@Command(
        name = "learn",
        description = {
            "Finds out how the bits of a card and the number printed on it go together.",
            "Present a card, type the number; a second and a third card of the same kind narrow it down.",
            "Ends with a piece of controller.yaml, or writes it at a reader of the running box (--write).",
            "Printed numbers are taken as they stand: 0020886157, '062,45709', 12:3456, 04A1B2C3, 04:A1:B2:C3.",
            "Exit code 1 when nothing explains the cards."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel wiegand learn --channel 2",
            "  lintel wiegand learn --channel 2 --write 2",
            "  lintel wiegand learn --chip /dev/gpiochip0 --d0 14 --d1 15",
            "  lintel wiegand learn --bits 10001010100111110000100100 --printed 21,15890"
        })
final class WiegandLearnCommand implements Callable<Integer> {
    /// Three cards tell formats apart that two do not; a fourth seldom helps.
    private static final int CARDS_ASKED_MAX = 3;

    /// More than these help nobody.
    private static final int SHOWN_MAX = 5;

    /// As long as a line that somebody types.
    private static final int TYPED_MAX = 200;

    @ArgGroup(exclusive = false, multiplicity = "0..*")
    List<Known> known = new ArrayList<>();

    @Option(
            names = "--write",
            paramLabel = "UNIT",
            description =
                    "Writes it at the reader of that unit (--reader: its side); it holds from 'lintel reload' on.")
    @Nullable
    Long write;

    @Option(
            names = "--way",
            paramLabel = "N",
            description = "Which of the ways that explain the cards is written (default: 1, the most likely).")
    long way = 1;

    @Mixin
    WiegandLines lines = new WiegandLines();

    @Mixin
    Output output = new Output();

    /// As the box is told of them: bits, a space, what is printed.
    private final List<String> cards = new ArrayList<>();

    /// A card whose bits are known already.
    static final class Known {
        @Option(
                names = "--bits",
                required = true,
                paramLabel = "0101...",
                description = "A card's bits, first sent first.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String bits;

        @Option(
                names = "--printed",
                required = true,
                paramLabel = "TEXT",
                description = "What is printed on that card.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String printed;
    }

    @Override
    public Integer call() {
        var learner = new CardLearner(lines.config.all());
        if (known.isEmpty()) {
            lines.check();
            ask(learner);
        } else {
            for (Known card : known) add(learner, card);
        }
        return tell(learner);
    }

    private void add(CardLearner learner, Known card) {
        try {
            learner.add(CardBits.of(card.bits), PrintedNumber.parse(card.printed));
            cards.add(card.bits + " " + card.printed);
        } catch (IllegalArgumentException e) { // the bits' or the number's own words
            throw new ParameterException(output.spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /// Until one explanation is left, three cards were tried, or an empty line is typed.
    private void ask(CardLearner learner) {
        var typed = StandardInput.of(output.spec.commandLine(), TYPED_MAX);
        say("Present a card.");
        lines.follow(false, sight -> {
            if ("hint".equals(sight.get("type")) && Boolean.TRUE.equals(sight.get("raised"))) {
                say("Hint: " + sight.get("sentence") + "; " + sight.get("advice") + ".");
            }
            String outcome = String.valueOf(sight.get("outcome"));
            if (outcome.equals("refused")) say("That read was damaged and refused; present the card again.");
            if (!outcome.equals("card") || !(sight.get("bits") instanceof String bits)) return true;
            return more(learner, CardBits.of(bits), typed);
        });
    }

    private boolean more(CardLearner learner, CardBits card, StandardInput.Lines typed) {
        say(card + " (" + card.count() + " bits)");
        while (true) {
            say("The number printed on it (an empty line ends):");
            String text = typed.next();
            if (text == null || text.isBlank()) return false;
            try {
                learner.add(card, PrintedNumber.parse(text));
                cards.add(card + " " + text);
                break;
            } catch (IllegalArgumentException e) { // the number's own words, or a card of another kind
                say(e.getMessage() + ".");
                if (String.valueOf(e.getMessage()).startsWith("this card has")) {
                    say("Present another card.");
                    return true;
                }
            }
        }
        int left = learner.explanations().size();
        if (left == 0 || (left == 1 && learner.cards() > 1) || learner.cards() >= CARDS_ASKED_MAX) return false;
        say(left + (left == 1 ? " way explains" : " ways explain")
                + " it so far. Present another card of the same kind.");
        return true;
    }

    /// To people; programs read the end only.
    private void say(String sentence) {
        if (!output.json) output.line(sentence);
    }

    private int tell(CardLearner learner) {
        List<Explanation> found = learner.explanations();
        if (output.json) {
            Map<String, @Nullable Object> told = json(learner);
            if (write != null && !found.isEmpty()) told.put("written", write(found));
            output.print(told, _ -> "");
            return found.isEmpty() ? 1 : 0;
        }
        if (learner.cards() == 0) {
            say("No card was learned.");
            return 1;
        }
        if (found.isEmpty()) {
            say("Nothing explains " + (learner.cards() == 1 ? "this card" : "these cards together") + ".");
            say("Is the printed number the card's, and were all cards of one kind? Some have a number printed on");
            say("them that is not in them. Enrol such a card by what the reader gives: formats: [raw].");
            return 1;
        }
        say("");
        say(found.size() == 1 ? "One way explains it:" : found.size() + " ways explain it; the most likely first:");
        for (int i = 0; i < Math.min(SHOWN_MAX, found.size()); i++) {
            say("  " + (i + 1) + ". " + found.get(i).sentence());
        }
        if (found.size() > SHOWN_MAX) say("  and " + (found.size() - SHOWN_MAX) + " more");
        if (learner.cards() == 1) say("One card may fit by chance: try a second one.");
        say("");
        if (write != null) say("written: " + write(found) + "; it holds from 'lintel reload' on");
        else for (String line : found.getFirst().yaml()) say(line);
        return 0;
    }

    /// Returns what was written, in a sentence.
    private String write(List<Explanation> found) {
        if (way < 1 || way > found.size()) {
            throw new CommandFailed("there is no way " + way + ": " + found.size() + " explain the cards");
        }
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", "commission formats");
        request.put("unit", write);
        request.put("side", lines.side.name());
        request.put("cards", cards);
        request.put("way", found.get((int) way - 1).sentence());
        return String.valueOf(
                new ControlClient(lines.data.folder).askOne(request).get("sentence"));
    }

    private static Map<String, @Nullable Object> json(CardLearner learner) {
        var explanations = new ArrayList<Map<String, @Nullable Object>>();
        for (Explanation explanation : learner.explanations()) {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("format", explanation.format());
            one.put("own_format", explanation.own());
            one.put("expression", explanation.expression());
            one.put("byte_order", explanation.lastByteFirst() ? "lsb" : "msb");
            one.put("whole", explanation.whole());
            one.put("exchanged", explanation.exchanged());
            one.put("sentence", explanation.sentence());
            one.put("yaml", String.join("\n", explanation.yaml()));
            explanations.add(one);
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("cards", (long) learner.cards());
        json.put("explanations", explanations);
        return json;
    }
}
