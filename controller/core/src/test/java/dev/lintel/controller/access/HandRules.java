package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import java.util.function.Function;

/// Decides at once on people whom operators admit, from what questions are answered from: for a test without a decision
/// thread.
public record HandRules(WhatIf.Parts parts) implements HandDecisions {
    @Override
    public <T> T byHand(long channelId, long personId, Function<Decision, T> then) {
        var question = new Question(channelId, Gates.ENTRY, new Evidence.Named(personId, true), null);
        var now = new Circumstances(
                parts.clock().get(),
                parts.policy().get(),
                parts.gates().at(channelId, Gates.ENTRY).untampered(),
                false,
                parts.places(),
                parts.uses(),
                parts.contact().get(),
                parts.threats().get());
        return then.apply(parts.rights().apply(rights -> new AccessRules(rights).decide(question, now)));
    }

    @Override
    public void admits(EventDraft event) {
        parts.places().decided(event);
    }
}
