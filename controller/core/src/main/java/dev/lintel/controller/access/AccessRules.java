package dev.lintel.controller.access;

/// Decides who may pass. Pure but for what it reads: the same rights, places and circumstances give the same answer.
/// Confined to the thread of its [Rights].
public final class AccessRules {
    private final Rights rights;

    public AccessRules(Rights rights) {
        this.rights = rights;
    }

    public Decision decide(Question question, Circumstances now) {
        return new Weighing(rights, question, now).decide();
    }

    /// Whether it is a card of the person, valid or not.
    boolean isOf(long personId, Evidence.Card card) {
        Holder holder = Weighing.card(rights, card.number());
        return holder != null && !holder.byPhone() && holder.personId() == personId;
    }

    /// Whether these digits are what the person types under a threat in place of their second factor.
    boolean underDuress(long personId, String digits) {
        Rights.SecondPin pin = rights.secondPin(personId);
        return pin != null && digits.equals(Long.toString(DuressPin.of(pin.number())));
    }
}
