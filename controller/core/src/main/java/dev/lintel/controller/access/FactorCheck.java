package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// The second factor of a decision: a PIN after a card, or a card after a PIN, both of the same person.
///
/// @param limits of credentials, for the second one
record FactorCheck(Rights rights, Question question, ChannelAccess access, LimitCheck limits) {
    enum Result {
        /// None was given.
        NONE,
        RIGHT,
        DURESS,
        WRONG
    }

    Result of(Holder holder) {
        return switch (question.second()) {
            case null -> Result.NONE;
            case Evidence.Pin(String digits) when question.first() instanceof Evidence.Card -> pin(holder, digits);
            case Evidence.Card card
            when question.first() instanceof Evidence.Pin -> isOf(holder, card) ? Result.RIGHT : Result.WRONG;
            case Evidence.Pin _, Evidence.Card _, Evidence.Code _, Evidence.Phone _, Evidence.Named _ -> Result.WRONG;
        };
    }

    private boolean isOf(Holder holder, Evidence.Card card) {
        Holder other = Weighing.card(rights, card.number());
        if (other == null || other.personId() != holder.personId()) return false;
        return other.credentialActive() && !other.byPhone() && limits.allowsSecond(other.limits());
    }

    private Result pin(Holder holder, String digits) {
        Rights.@Nullable SecondPin pin = rights.secondPin(holder.personId());
        if (pin == null || !limits.allowsSecond(pin.limits())) return Result.WRONG;
        if (digits.equals(Long.toString(pin.number()))) return Result.RIGHT;
        boolean duress = access.duress() && digits.equals(Long.toString(DuressPin.of(pin.number())));
        return duress ? Result.DURESS : Result.WRONG;
    }
}
