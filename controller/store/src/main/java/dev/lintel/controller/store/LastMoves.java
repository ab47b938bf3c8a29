package dev.lintel.controller.store;

import java.util.Arrays;
import java.util.List;

/// For each person the last event by which they came in and went out, by when it occurred: 40 bytes a person,
/// for there may be many. Confined to one thread.
public final class LastMoves {
    /// Ascending, as many as `size`; `ins` and `outs` beside them, 0 where there is none.
    private long[] personIds = {};

    private long[] ins = {};
    private long[] outs = {};
    /// When those occurred, Unix milliseconds.
    private long[] insMs = {};

    private long[] outsMs = {};
    private int size;

    LastMoves() {}

    /// A person's last event of one direction.
    record Move(long personId, boolean out, long occurredAtMs, long eventId) {}

    public int people() {
        return size;
    }

    /// Of the person at `place`, counted from 0 in the order of their ids; 0: they did not come in.
    public long in(int place) {
        return ins[place];
    }

    /// As [#in]; 0: they did not go out.
    public long out(int place) {
        return outs[place];
    }

    /// Whether coming in was the last thing that the person did.
    public boolean isIn(int place) {
        if (ins[place] == 0 || outs[place] == 0) return outs[place] == 0;
        return isLater(insMs[place], ins[place], outsMs[place], outs[place]);
    }

    /// Of two events of one millisecond the one with the higher id.
    private static boolean isLater(long ms, long id, long otherMs, long otherId) {
        return ms == otherMs ? id > otherId : ms > otherMs;
    }

    /// Adds moves of a later part of the log, ascending by person.
    void add(List<Move> later) {
        if (later.isEmpty()) return;
        var merged = new LastMoves();
        merged.room(size + later.size());
        int old = 0;
        for (Move move : later) {
            while (old < size && personIds[old] < move.personId) merged.copy(this, old++);
            if (old < size && personIds[old] == move.personId) merged.copy(this, old++);
            merged.put(move);
        }
        while (old < size) merged.copy(this, old++);
        personIds = merged.personIds;
        ins = merged.ins;
        outs = merged.outs;
        insMs = merged.insMs;
        outsMs = merged.outsMs;
        size = merged.size;
    }

    private void room(int people) {
        personIds = Arrays.copyOf(personIds, people);
        ins = Arrays.copyOf(ins, people);
        outs = Arrays.copyOf(outs, people);
        insMs = Arrays.copyOf(insMs, people);
        outsMs = Arrays.copyOf(outsMs, people);
    }

    private void copy(LastMoves from, int place) {
        personIds[size] = from.personIds[place];
        ins[size] = from.ins[place];
        outs[size] = from.outs[place];
        insMs[size] = from.insMs[place];
        outsMs[size] = from.outsMs[place];
        size++;
    }

    private void put(Move move) {
        if (size == 0 || personIds[size - 1] != move.personId) personIds[size++] = move.personId;
        int place = size - 1;
        long[] ids = move.out ? outs : ins;
        long[] times = move.out ? outsMs : insMs;
        if (ids[place] != 0 && !isLater(move.occurredAtMs, move.eventId, times[place], ids[place])) return;
        ids[place] = move.eventId;
        times[place] = move.occurredAtMs;
    }
}
