package dev.lintel.controller.store;

import java.util.Arrays;
import java.util.List;

/// For each person the last event by which they came in and went out: 24 bytes a person, for there may be many.
/// Confined to one thread.
public final class LastMoves {
    /// Ascending, as many as `size`; `ins` and `outs` beside them, 0 where there is none.
    private long[] personIds = {};

    private long[] ins = {};
    private long[] outs = {};
    private int size;

    LastMoves() {}

    /// A person's last event of one direction.
    record Move(long personId, boolean out, long eventId) {}

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
        return ins[place] > outs[place];
    }

    /// Adds later moves, ascending by person.
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
        size = merged.size;
    }

    private void room(int people) {
        personIds = Arrays.copyOf(personIds, people);
        ins = Arrays.copyOf(ins, people);
        outs = Arrays.copyOf(outs, people);
    }

    private void copy(LastMoves from, int place) {
        personIds[size] = from.personIds[place];
        ins[size] = from.ins[place];
        outs[size] = from.outs[place];
        size++;
    }

    private void put(Move move) {
        if (size == 0 || personIds[size - 1] != move.personId) personIds[size++] = move.personId;
        if (move.out) outs[size - 1] = move.eventId;
        else ins[size - 1] = move.eventId;
    }
}
