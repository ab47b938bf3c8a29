package dev.lintel.controller.store;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventQueries.Filter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// How many events of each sort there are, and between which times, in every block of ids: so that lists of millions
/// are counted, and their deep pages found, without walking them. Events never change, hence a block that is full is
/// counted once, and kept by [EventCounts]; what comes after the last full block is left to whoever asks.
///
/// ```
///   ids      1 … 4096 │ 4097 … 8192 │ 8193 … 12288 │ …       the newest, fewer than a block
///   sorts    3 × channel 1, kind 10, card; 7 × channel 2, …   counted in the table
///   times    from … to, which overlap where the clock was set back
/// ```
///
/// In memory, 5,000,000 events of 200 sorts are 1,221 blocks and 1 MB. Any thread but an event loop.
final class EventTally {
    /// Ids of a block at first: as many rows are read for each end of a span of time.
    static final int BLOCK_IDS = 4_096;
    /// Beyond it two blocks each become one.
    static final int BLOCKS_MAX = 2_048;

    private final Database database;
    /// Ids that are counted, and kept, at a time.
    private final int unitIds;

    private final int blocksMax;
    private final ReentrantLock lock = new ReentrantLock();
    /// Replaced whole under `lock`; read without.
    private volatile Counted counted;

    private volatile long trims; // as many as `counted` knows of; written under `lock`

    EventTally(Database database) {
        this(database, BLOCK_IDS, BLOCKS_MAX);
    }

    EventTally(Database database, int blockIds, int blocksMax) {
        this.database = database;
        this.unitIds = blockIds;
        this.blocksMax = blocksMax;
        this.counted = new Counted(1, List.of(), List.of());
    }

    /// What filters tell events apart by, but for people and times.
    record Sort(@Nullable Long channelId, EventKind kind, boolean pin, Basis basis) {
        boolean isIn(Filter filter) {
            return filter.kinds().contains(kind)
                    && (pin
                            ? !filter.cardOnly().contains(kind)
                            : !filter.pinOnly().contains(kind))
                    && filter.bases().getOrDefault(kind, kind.bases()).contains(basis)
                    && (filter.channelIds().isEmpty()
                            || (channelId != null && filter.channelIds().contains(channelId)));
        }
    }

    /// The counts of one block by the places of its sorts; a sort beyond the array's end is not in it.
    static final class Block {
        private final int[] counts;
        final long upToId;
        final long fromMs;
        final long toMs;

        Block(int[] counts, long upToId, long fromMs, long toMs) {
            this.counts = counts;
            this.upToId = upToId;
            this.fromMs = fromMs;
            this.toMs = toMs;
        }

        private Block and(Block next) {
            int[] sum = Arrays.copyOf(counts, Math.max(counts.length, next.counts.length));
            for (int i = 0; i < next.counts.length; i++) sum[i] += next.counts[i];
            return new Block(sum, next.upToId, Math.min(fromMs, next.fromMs), Math.max(toMs, next.toMs));
        }
    }

    /// All full blocks at one moment, each from the end of the one before it on: ids that no event has are in the block
    /// after them.
    ///
    /// @param units of ids in a new block
    record Counted(int units, List<Block> blocks, List<Sort> sorts) {
        /// The last id that is counted.
        long upToId() {
            return blocks.isEmpty() ? 0 : blocks.getLast().upToId;
        }

        /// Which sorts a filter finds.
        boolean[] sorts(Filter filter) {
            boolean[] found = new boolean[sorts.size()];
            for (int i = 0; i < found.length; i++) found[i] = sorts.get(i).isIn(filter);
            return found;
        }

        /// The events of these sorts in block `index`.
        long count(int index, boolean[] wanted) {
            int[] counts = blocks.get(index).counts;
            long count = 0;
            for (int i = 0; i < counts.length; i++) if (wanted[i]) count += counts[i];
            return count;
        }

        private Counted with(Block block, List<Sort> known) {
            var all = new ArrayList<>(blocks);
            all.add(block);
            return new Counted(units, List.copyOf(all), known);
        }

        private Counted halved() {
            var halves = new ArrayList<Block>();
            for (int i = 0; i < blocks.size(); i += 2) halves.add(blocks.get(i).and(blocks.get(i + 1)));
            return new Counted(units * 2, List.copyOf(halves), sorts);
        }
    }

    /// What is counted, with every block that is full at event `head`. The first call after a start reads the
    /// counts that were kept, a fraction of a second for millions; where there are none, it reads all events: some
    /// seconds for each million, a short read transaction for each block.
    Counted upTo(long head) {
        if (trims != database.trims()) forget();
        while (isDue(counted, head)) {
            lock.lock();
            try {
                Counted now = counted;
                Counted next = isDue(now, head) ? next(now, head) : null;
                if (next == null) return now;
                counted = next;
            } finally {
                lock.unlock();
            }
        }
        return counted;
    }

    /// The oldest events are gone, at the end of a block: the others are counted anew.
    private void forget() {
        lock.lock();
        try {
            trims = database.trims(); // before: one that is trimmed meanwhile is forgotten next time
            counted = new Counted(1, List.of(), List.of());
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue(Counted now, long head) {
        return head - now.upToId() >= (long) now.units * unitIds && database.alive();
    }

    /// With one more block, or with half as many; null when the next block is not full yet.
    private @Nullable Counted next(Counted now, long head) {
        if (now.blocks.size() >= blocksMax) return now.halved();
        var places = new LinkedHashMap<Sort, Integer>(); // of sorts in the blocks
        for (Sort sort : now.sorts) places.put(sort, places.size());
        Block block = unit(now.upToId(), head, places);
        for (int units = 1; block != null && units < now.units; units++) {
            Block more = unit(block.upToId, head, places);
            block = more == null ? null : block.and(more);
        }
        return block == null ? null : now.with(block, List.copyOf(places.keySet()));
    }

    /// The first unit after an id that has events: a box that ran from memory for a time left out thousands of
    /// millions of ids.
    private @Nullable Block unit(long afterId, long head, Map<Sort, Integer> places) {
        long first = database.read(
                sql -> sql.get("SELECT coalesce(min(id), 0) FROM event WHERE id > ?", row -> row.number(1), afterId));
        if (first == 0) return null;
        long begin = (first - 1) / unitIds * unitIds;
        if (begin + unitIds > head) return null;
        EventCounts found = EventCounts.of(database, begin, begin + unitIds);
        for (Sort sort : found.counts().keySet()) places.putIfAbsent(sort, places.size());
        int[] counts = new int[places.size()];
        found.counts().forEach((sort, count) -> counts[Objects.requireNonNull(places.get(sort))] = count);
        return new Block(counts, begin + unitIds, found.fromMs(), found.toMs());
    }
}
