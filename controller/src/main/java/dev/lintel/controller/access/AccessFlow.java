package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What happens when a card is presented. Start reading Lintel here. Runs on the decision thread.
public final class AccessFlow {
    private final Time time;
    private final AccessRules rules;
    private final Supplier<AccessPolicy> policy;
    private final Lane lane;

    /// `policy` gives the newest picture of the site's policy; `lane` hands to the door lane and says whether it
    /// took it.
    public AccessFlow(Time time, AccessRules rules, Supplier<AccessPolicy> policy, Lane lane) {
        this.time = time;
        this.rules = rules;
        this.policy = policy;
        this.lane = lane;
    }

    /// From bits to strike, top to bottom.
    public void onRead(Presentation read, ReaderFormats formats) {
        Instant now = time.now();
        AccessPolicy site = policy.get();

        // 1. The reader's bits become a number by the first of its formats that fits, a code's digits are one; keys
        // are a PIN already.
        @Nullable
        CardNumber number = switch (read.shown()) {
            case Shown.Card card -> formats.decode(card.bits());
            case Shown.Text code -> CodeNumber.of(code.text());
            case Shown.Pin _ -> null;
        };

        // 2. The number's holder and rights are looked up in SQLite, shifts and zones in memory.
        Decision decision = switch (read.shown()) {
            case Shown.Card _, Shown.Text _ -> rules.card(number, read.channelId(), now, site);
            case Shown.Pin pin -> rules.pin(pin.digits(), read.channelId(), now, site);
        };

        // 3. The answer in the event log's words, with its reasons.
        var event = AccessEvents.decided(read, number, decision, now);

        // 4. The door lane steps the door, drives strike and LED, then appends the event: see Doors.answer. Should it
        // have no room, its own time limit turns the person away.
        boolean longer = decision instanceof Decision.Admitted a && a.holder().extendedUnlock();
        lane.offer(new LaneInput.Answered(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.side(),
                event,
                new Passage(longer, false, List.of(), null)));
    }
}
