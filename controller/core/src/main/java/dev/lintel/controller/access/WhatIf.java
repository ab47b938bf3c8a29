package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decides what would happen if somebody showed something, by the rules of a real decision, and changes nothing. Any
/// thread that may read the store.
public final class WhatIf {
    /// The door lane's own reason, after all of [Reason].
    private static final String REASON = "reason";
    private static final String INTERLOCK = "interlock";
    private final Parts parts;

    /// What a question is answered from.
    ///
    /// @param rights asks something of the rights as they stand
    /// @param contact how it stands with the hub that this box follows
    /// @param threats the threat levels of sites
    public record Parts(
            Function<Function<Rights, Decision>, Decision> rights,
            Supplier<ClockReading> clock,
            Supplier<AccessPolicy> policy,
            Gates gates,
            Places places,
            Uses uses,
            Supplier<Contact> contact,
            Supplier<ThreatLevels> threats) {
        /// Of a box that follows no hub, where no credential was ever used, with each site at threat level 0.
        public Parts(
                Function<Function<Rights, Decision>, Decision> rights,
                Supplier<ClockReading> clock,
                Supplier<AccessPolicy> policy,
                Gates gates,
                Places places) {
            this(rights, clock, policy, gates, places, Uses.NONE, () -> Contact.STANDALONE, () -> ThreatLevels.NONE);
        }
    }

    /// What would happen. Where two factors are wanted, the second is taken to be right.
    ///
    /// @param event as it would be logged; the number that was shown is not in it
    /// @param reason the word, or null when the person would be admitted
    public record Answer(EventDraft event, @Nullable String reason) {
        public boolean admitted() {
            return reason == null;
        }
    }

    public WhatIf(Parts parts) {
        this.parts = parts;
    }

    /// `at` null is now, and then the door itself is asked as well: whether it stands unlocked, whether another
    /// keeps it shut. At any other time the clock is taken to be right. Keypads are taken not to rest; contact
    /// with the hub and uses of credentials are as they are now.
    public Answer ask(Question question, @Nullable Instant at) {
        return ask(question, at, null);
    }

    /// As [#ask(Question, Instant)], at that threat level of the channel's site; null: as it is now.
    public Answer ask(Question question, @Nullable Instant at, @Nullable Integer threatLevel) {
        ClockReading clock = at == null ? parts.clock.get() : ClockReading.trusted(at);
        AccessPolicy policy = parts.policy.get();
        ThreatLevels threats = threatLevel == null
                ? parts.threats.get()
                : new ThreatLevels(Map.of(policy.site(question.channelId()), threatLevel));
        var now = new Circumstances(
                clock, policy, parts.gates.of(question), false, parts.places, parts.uses, parts.contact.get(), threats);
        Decision decision = parts.rights.apply(rights -> new AccessRules(rights).decide(question, now));
        boolean pin = question.first() instanceof Evidence.Pin;
        return switch (decision) {
            case Decision.Rejected r ->
                answer(
                        r.reason().kind(),
                        question,
                        decision,
                        clock,
                        Map.of(REASON, r.reason().word()));
            case Decision.Admitted a -> admitted(AccessEvents.kind(a, pin), question, a, clock, at == null);
            case Decision.Awaiting a -> {
                var both = new Decision.Admitted(a.holder(), a.trace(), List.of(), false, a.company());
                yield admitted(AccessEvents.kind(both, false), question, both, clock, at == null);
            }
        };
    }

    /// What the door makes of an admission, as the door lane does.
    private Answer admitted(
            EventKind kind, Question question, Decision.Admitted decision, ClockReading clock, boolean atOnce) {
        if (!atOnce) {
            Map<String, Object> more = new LinkedHashMap<>(company(question, decision, false));
            more.putAll(decision.trace().ofAdmission());
            return answer(kind, question, decision, clock, more);
        }
        String open = parts.gates.unlockedBy(question.channelId());
        if (open == null && parts.gates.interlocked(question.channelId(), question.side())) {
            return answer(EventKind.REJECTED_INTERLOCK, question, decision, clock, Map.of(REASON, INTERLOCK));
        }
        Map<String, Object> more = new LinkedHashMap<>(floors(decision));
        if (more.containsKey(REASON)) return answer(EventKind.REJECTED_LOCKDOWN, question, decision, clock, more);
        more.putAll(decision.trace().ofAdmission());
        more.putAll(company(question, decision, open != null));
        if (open == null) return answer(kind, question, decision, clock, more);
        more.put(EventDraft.UNLOCKED_BY, open);
        return answer(EventKind.ADMITTED_UNLOCKED, question, decision, clock, more);
    }

    /// The company that the person needs, as events have it; else whether a double tap works here. `open`: the door is
    /// unlocked, and asks for no company.
    private static Map<String, Object> company(Question question, Decision.Admitted admitted, boolean open) {
        Company company = admitted.company();
        if (company.need() != Company.Need.NONE && !open)
            return Map.of(TraceWords.AWAITS, company.need().name().toLowerCase(Locale.ROOT));
        String second = admitted.trace().notes().second();
        boolean card = second == null ? question.shown() instanceof Evidence.Card : second.equals("card");
        boolean taps = card && question.side().equals(Gates.ENTRY);
        return taps && company.doubleTap() ? Map.of(TraceWords.DOUBLE_TAP, true) : Map.of();
    }

    /// In an elevator: the floors that let go, and why nobody is admitted where lockdowns leave none. Elsewhere
    /// nothing.
    private Map<String, Object> floors(Decision decision) {
        List<Long> permitted = decision.trace().notes().floors();
        if (permitted.isEmpty()) return Map.of();
        Holder holder = decision.holder();
        boolean responder = holder != null && holder.firstResponder();
        var reached = new ArrayList<Long>();
        boolean locked = false;
        for (long floor : permitted) {
            switch (parts.gates.floor(floor, responder)) {
                case REACHED -> reached.add(floor);
                case LOCKED_DOWN -> locked = true;
                case NONE -> {} // as if nobody had asked for it
            }
        }
        if (!reached.isEmpty() || !locked) return Map.of("floors", reached);
        return Map.of("floors", reached, REASON, Reason.LOCKDOWN.word());
    }

    private static Answer answer(
            EventKind kind, Question question, Decision decision, ClockReading clock, Map<String, Object> more) {
        Map<String, Object> trace = decision.trace().toMap();
        trace.putAll(more);
        Holder holder = decision.holder();
        var subject = new Subject(
                question.channelId(),
                holder == null ? null : (Long) holder.personId(),
                holder == null ? null : holder.personName(),
                holder == null ? null : holder.credentialId(),
                null,
                question.first() instanceof Evidence.Pin);
        return new Answer(
                new EventDraft(kind, clock.now().toEpochMilli(), 0, subject, trace), (String) more.get(REASON));
    }
}
