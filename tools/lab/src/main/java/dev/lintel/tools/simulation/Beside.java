package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.One;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a decision must tell the log apart from its answer, and nothing else: PINs under duress, rests of PINs,
/// and unknown cards. Each is told exactly once.
final class Beside {
    private final Guesses guesses;
    private final Strangers strangers = new Strangers();
    private final Verdicts verdicts;

    Beside(Guesses guesses, Verdicts verdicts) {
        this.guesses = guesses;
        this.verdicts = verdicts;
    }

    void begins() {
        strangers.begins();
    }

    /// Whether such an event is told in a decision.
    static boolean tells(EventKind kind) {
        return switch (kind) {
            case DURESS, PIN_GUESSING, UNKNOWN_CARDS, UNKNOWN_CARDS_OVER -> true;
            default -> false;
        };
    }

    /// A decision was made, or broke down. Throws [Violation] when it has told too much, too little, or otherwise.
    void decided(One one, Door door) {
        Verdict verdict = one.verdict;
        var due = new ArrayList<String>();
        if (verdict != null && !verdict.repeats()) due.addAll(due(one, verdict, door));
        var told = new ArrayList<String>();
        for (EventDraft event : one.beside) told.add(told(event));
        Collections.sort(due);
        Collections.sort(told);
        if (!told.equals(due)) {
            throw new Violation("channel " + one.channelId + ": the log says " + told + ", and should say " + due);
        }
        if (one.isTurnedAway()) return; // it has an answer
        boolean silent = verdict != null && (verdict.repeats() || one.joins || !answered(one));
        if (silent != one.folded) throw new Violation("channel " + one.channelId + ": no answer is " + one.folded);
    }

    private static boolean answered(One one) {
        return one.stranger == null || one.stranger.answered();
    }

    private List<String> due(One one, Verdict verdict, Door door) {
        var due = new ArrayList<>(strangers.over(one.atNs));
        if (verdict.who() == null && one.what.card() && verdict.first() == null) {
            Strangers.Due stranger = strangers.card(one.channelId + one.side, one.atNs);
            one.stranger = stranger;
            due.addAll(stranger.begins());
        }
        EventDraft answer = one.answer;
        if (answer != null) {
            boolean free = door.byBox() && one.side.equals("exit");
            due.addAll(guesses.decided(answer, free, one.passedBy == null, one.atNs));
            unreported(one, answer);
        }
        // Where there is no room for several persons, each was admitted before.
        boolean isRefused = answer != null && answer.kind().isRejected() && !Handed.isTooMany(answer);
        String refused = answer != null && isRefused ? reason(answer) : null;
        if (verdict.duress() && verdict.who() != null) due.add(duress(verdict.who(), refused));
        Verdicts.Refused silent = verdict.silent();
        if (silent != null) due.add(duress(silent.who(), silent.reason()));
        if (refused != null) verdicts.refused(one, refused);
        return due;
    }

    private static void unreported(One one, EventDraft answer) {
        long told = answer.additional().get("unreported") instanceof Number number ? number.longValue() : 0;
        long due = one.stranger == null ? 0 : one.stranger.unreported();
        if (told != due) throw Judge.wrong("unreported should be " + due, answer);
    }

    private static String reason(EventDraft answer) {
        return String.valueOf(answer.additional().get("reason"));
    }

    private static String duress(Somebody who, @Nullable String refused) {
        return "duress of " + who.id + ", refused: " + refused;
    }

    private static String told(EventDraft event) {
        return switch (event.kind()) {
            case DURESS -> {
                Object refused = event.additional().get("refused");
                yield "duress of " + event.subject().personId() + ", refused: " + refused;
            }
            case PIN_GUESSING -> Guesses.told(event);
            default -> Strangers.told(event);
        };
    }
}
