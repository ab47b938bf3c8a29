package dev.lintel.controller.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/// What a route asks of whom it answers: one scope of each set. API keys and operators have every scope. Any thread.
///
/// @param keysOnly for operators and their API keys; tokens are refused, whatever scopes they have
/// @param needs sets of scopes, each with the least scope that suffices first; empty: none is needed
public record Access(boolean keysOnly, List<SequencedSet<Scope>> needs) {
    /// Whoever is signed in, by a token of whatever scopes, too.
    public static final Access ANY_TOKEN = new Access(false, List.of());

    /// Operators and their API keys: no token, nor the key of another user.
    public static final Access KEY_ONLY = new Access(true, List.of());

    /// Throws `IllegalArgumentException` for an empty set, which nobody could meet.
    public Access {
        if (needs.stream().anyMatch(SequencedSet::isEmpty)) throw new IllegalArgumentException("a set of no scopes");
        needs = needs.stream()
                .map(set -> Collections.unmodifiableSequencedSet(new LinkedHashSet<>(set)))
                .toList();
    }

    /// One of `scopes`, of which the first is the least.
    public static Access anyOf(Scope... scopes) {
        return new Access(false, List.of(new LinkedHashSet<>(List.of(scopes))));
    }

    /// Both this and `other`.
    public Access and(Access other) {
        var both = new ArrayList<>(needs);
        both.addAll(other.needs);
        return new Access(keysOnly || other.keysOnly, both);
    }

    /// Whether `who` may pass.
    public boolean allows(Principal who) {
        if (keysOnly && !who.operator()) return false;
        return needs.stream().allMatch(set -> set.stream().anyMatch(who.scopes()::contains));
    }

    /// What those get who may not: 403, with what would do.
    Reply refusal() {
        if (keysOnly)
            return Challenge.insufficientScope("this is for operators and their API keys, not for tokens", "");
        String words = needs.stream()
                .map(set -> set.stream().map(Scope::text).collect(Collectors.joining(" or ")))
                .collect(Collectors.joining(", and "));
        String least = needs.stream().map(set -> set.getFirst().text()).collect(Collectors.joining(" "));
        return Challenge.insufficientScope("the token needs the scope " + words, least);
    }
}
