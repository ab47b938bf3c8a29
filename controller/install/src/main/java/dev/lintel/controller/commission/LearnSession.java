package dev.lintel.controller.commission;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.learn.CardLearner;
import dev.lintel.reader.learn.Explanation;
import dev.lintel.reader.learn.PrintedNumber;
import dev.lintel.reader.wiegand.WiegandOutcome;
import dev.lintel.reader.wiegand.WiegandSight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// From a few cards and what is printed on them to a format: cards come as they are presented, numbers as somebody
/// types them. Any thread; `lock` guards what it knows. It ends when it is closed, or when nobody has asked for it for
/// a while.
public final class LearnSession implements AutoCloseable {
    /// Longer than it takes to fetch another card.
    static final Duration IDLE_MAX = Duration.ofMinutes(10);

    /// Three cards tell formats apart that two do not; more seldom help.
    static final int CARDS_SETTLED = 3;

    /// Of one session.
    static final int CARDS_MAX = 12;

    /// More ways than these help nobody.
    static final int SHOWN_MAX = 5;

    static final int REMARKS_MAX = 10;

    private static final String FULL = "a session takes " + CARDS_MAX
            + " cards, and this one has all of them: save a format that is shown, or start another session";

    private final long id;
    private final String reader;
    private final @Nullable At at;
    private final Time time;
    private final CardLearner learner;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final List<LearnState.Card> cards = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private List<Explanation> explanations = List.of();
    private long askedNs;

    /// Whose reader the cards are presented at.
    ///
    /// @param side `entry` or `exit`
    public record At(long channelId, String side) {}

    LearnSession(long id, String reader, @Nullable At at, CardLearner learner, Time time) {
        this.id = id;
        this.at = at;
        this.reader = reader;
        this.learner = learner;
        this.time = time;
        this.askedNs = time.nowNs();
    }

    /// Null where the cards are presented at lines that belong to no door yet.
    public @Nullable At at() {
        return at;
    }

    /// What it has come to. Who asks keeps it alive.
    public LearnState state() {
        lock.lock();
        try {
            askedNs = time.nowNs();
            int learned = learner.cards();
            int ways = explanations.size();
            boolean settled = learned > 0 && (ways == 0 || (ways == 1 && learned > 1) || learned >= CARDS_SETTLED);
            List<Explanation> shown = explanations.subList(0, Math.min(SHOWN_MAX, ways));
            return new LearnState(id, reader, cards, ways, shown, remarks, settled, ended());
        } finally {
            lock.unlock();
        }
    }

    /// What is printed on the newest card, as somebody typed it. Throws [CommissionException] in words when it is
    /// no number, another card was presented since the form was shown, or the card is of another kind than those
    /// before; then nothing has changed, but that a card of another kind is put aside.
    ///
    /// @param bits of the card that the form was shown for, as [LearnState.Card#bits] has them
    public LearnState printed(String bits, String typed) {
        lock.lock();
        try {
            if (isFull()) throw new CommissionException(FULL);
            if (cards.isEmpty() || cards.getLast().printed() != null) {
                throw new CommissionException("present a card first");
            }
            var card = cards.getLast();
            if (!card.bits().equals(bits)) {
                throw new CommissionException(
                        "another card was presented meanwhile: type the number that is printed on that one");
            }
            PrintedNumber number = parsed(typed);
            try {
                learner.add(CardBits.of(card.bits()), number);
            } catch (IllegalArgumentException e) { // in words: another length than the cards before
                cards.removeLast();
                throw new CommissionException(e.getMessage() + ": present another card", e);
            }
            cards.set(cards.size() - 1, new LearnState.Card(card.bits(), typed.strip()));
            explanations = learner.explanations();
            return state();
        } finally {
            lock.unlock();
        }
    }

    private static PrintedNumber parsed(String typed) {
        try {
            return PrintedNumber.parse(typed);
        } catch (IllegalArgumentException e) { // in words
            throw new CommissionException(String.valueOf(e.getMessage()), e);
        }
    }

    /// A card was read. On the reader's thread: only a few fields change hands.
    void card(CardBits bits) {
        lock.lock();
        try {
            if (ended()) return;
            // A card without a typed number gives its place to the next.
            if (!cards.isEmpty() && cards.getLast().printed() == null) cards.removeLast();
            if (!isFull()) cards.add(new LearnState.Card(bits.toString(), null));
            else if (!remarks.contains(FULL)) remark(FULL);
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return cards.size() == CARDS_MAX && cards.getLast().printed() != null;
    }

    /// Something else was seen on a Wiegand reader's lines. On the reader's thread.
    void sight(WiegandSight sight) {
        switch (sight) {
            case WiegandSight.Hinted(var hint, boolean raised) -> {
                if (raised) remark(hint.sentence() + "; " + hint.kind().advice());
            }
            case WiegandSight.Seen seen -> {
                if (seen.outcome() instanceof WiegandOutcome.Rejected) {
                    remark("that read was damaged and refused: present the card again");
                }
            }
        }
    }

    private void remark(String words) {
        lock.lock();
        try {
            remarks.add(words);
            if (remarks.size() > REMARKS_MAX) remarks.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    boolean ended() {
        return over.getCount() == 0;
    }

    @Override
    public void close() {
        over.countDown();
    }

    /// Waits until it is closed, or closes it once nobody asks any more. Its own thread.
    void awaitEnd() {
        try {
            long leftNs = IDLE_MAX.toNanos();
            while (leftNs > 0 && !over.await(leftNs, TimeUnit.NANOSECONDS)) leftNs = idleLeftNs();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the desk closes
        }
        close();
    }

    private long idleLeftNs() {
        lock.lock();
        try {
            return askedNs + IDLE_MAX.toNanos() - time.nowNs();
        } finally {
            lock.unlock();
        }
    }
}
