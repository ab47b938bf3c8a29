package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.JoinProof;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Join codes, in memory only: a restart ends them all. `this` guards them. Any thread but an event loop: to
/// look for a code takes some tenths of a second for each that stands.
final class Codes {
    /// A house is set up floor by floor; each attempt is compared with every code that stands.
    static final int CODES_MAX = 20;

    private static final int HALF = JoinProof.CODE_LETTERS / 2;

    private final Time time;
    private final SecureRandom random = new SecureRandom();
    private final List<Standing> standing = new ArrayList<>();

    Codes(Time time) {
        this.time = time;
    }

    /// Who may join by a code.
    ///
    /// @param box its name from then on
    /// @param by who made the code
    record Invitation(String code, String box, Terms terms, String by, long endNs) {
        /// The code lets in.
        @Override
        public String toString() {
            return "Invitation[" + box + "]";
        }
    }

    /// A code that is good still, and who has joined by it and not come yet: its answer may be lost.
    private static final class Standing {
        private final Invitation invitation;
        /// A box's number; 0: nobody.
        private long planned;
        /// The one before, whose place that took; 0: nobody.
        private long replaced;

        Standing(Invitation invitation) {
            this.invitation = invitation;
        }
    }

    /// What a code was proven with.
    ///
    /// @param key see [JoinProof#key]
    record Match(Invitation invitation, Bytes key) {}

    /// Makes one that is good for `lifeNs`, in place of another for the same box; null when there are too
    /// many. The code is as people write it: `XXXX-XXXX`.
    synchronized @Nullable Invitation create(String box, Terms terms, String by, long lifeNs) {
        dropEnded();
        standing.removeIf(one -> one.invitation.box.equals(box));
        if (standing.size() >= CODES_MAX) return null;
        var made = new Invitation(draw(random), box, terms, by, time.nowNs() + lifeNs);
        standing.add(new Standing(made));
        return made;
    }

    /// A random code with at least one letter. A support file takes eight digits for a date or a card number and
    /// keeps them.
    static String draw(RandomGenerator random) {
        while (true) {
            var text = new StringBuilder();
            boolean letter = false;
            for (int i = 0; i < JoinProof.CODE_LETTERS; i++) {
                if (i == HALF) text.append('-');
                char next = JoinProof.LETTERS.charAt(random.nextInt(JoinProof.LETTERS.length()));
                letter |= Character.isLetter(next);
                text.append(next);
            }
            if (letter) return text.toString();
        }
    }

    /// The one that `proof` was made with; null: none that stands. Whoever looks at codes meanwhile does not wait.
    @Nullable
    Match find(byte[] salt, byte[] proof, byte[] authority, byte[] csr) {
        for (Invitation one : all()) {
            byte[] key = JoinProof.key(one.code, salt);
            if (MessageDigest.isEqual(JoinProof.ofBox(key, authority, csr), proof))
                return new Match(one, Bytes.copyOf(key));
        }
        return null;
    }

    /// A box has joined by it, and comes once it has the answer. Until it does, the code is good for
    /// another try, which takes its place: the number of the box whose place this one takes, or 0. Throws
    /// [RefusedException] where the code was withdrawn, or used, since it was found.
    synchronized long plan(Invitation invitation, long boxId) {
        for (Standing one : standing) {
            if (!one.invitation.equals(invitation)) continue;
            one.replaced = one.planned;
            one.planned = boxId;
            return one.replaced;
        }
        throw new RefusedException(new Reply.Forbidden("code_unknown", "the code was withdrawn, or has been used"));
    }

    /// The box has come, and its code lets nobody else in. False: another has taken its place meanwhile.
    synchronized boolean use(long boxId) {
        if (standing.stream().anyMatch(one -> one.replaced == boxId)) return false;
        standing.removeIf(one -> one.planned == boxId); // or it is over by now, or of before a restart
        return true;
    }

    /// Nobody joins by it any more. False when there was none for that box.
    synchronized boolean withdraw(String box) {
        dropEnded();
        return standing.removeIf(one -> one.invitation.box.equals(box));
    }

    /// All that are good, the oldest first.
    synchronized List<Invitation> all() {
        dropEnded();
        return standing.stream().map(one -> one.invitation).toList();
    }

    /// Those by which none of these boxes has joined, the oldest first.
    synchronized List<Invitation> without(Set<Long> planned) {
        dropEnded();
        return standing.stream()
                .filter(one -> !planned.contains(one.planned))
                .map(one -> one.invitation)
                .toList();
    }

    /// The one by which that box has joined, while it is good still; null: none.
    synchronized @Nullable Invitation of(long planned) {
        dropEnded();
        for (Standing one : standing) {
            if (one.planned == planned) return one.invitation;
        }
        return null;
    }

    private void dropEnded() {
        long nowNs = time.nowNs();
        standing.removeIf(one -> one.invitation.endNs - nowNs <= 0);
    }
}
