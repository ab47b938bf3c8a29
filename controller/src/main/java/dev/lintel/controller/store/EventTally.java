package dev.lintel.controller.store;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventQueries.Filter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How many events of each sort there are, and between which times, in every block of ids: so that lists of millions
/// are counted, and their deep pages found, without walking them. Events never change, hence a block that is full is
/// counted once in a process; what comes after the last full block is left to whoever asks.
///
/// ```
///   ids      1 … 4096 │ 4097 … 8192 │ 8193 … 12288 │ …       the newest, fewer than a block
///   sorts    3 × channel 1, kind 10, card; 7 × channel 2, …   counted in the table
///   times    from … to, which overlap where the clock was set back
/// ```
///
/// In memory only: 5,000,000 events of 200 sorts are 1,221 blocks and 1 MB. Any thread but an event loop.
final class EventTally {
    /// Ids of a block at first: as many rows are read for each end of a span of time.
    static final int BLOCK_IDS = 4_096;
    /// Beyond it two blocks each become one.
    static final int BLOCKS_MAX = 2_048;

    private static final String RESERVABLE = Stream.of(EventKind.values())
            .filter(EventKind::mayBeReserved)
            .map(kind -> String.valueOf(kind.number()))
            .collect(Collectors.joining(", ", "(", ")"));
    // instr() spares nearly every row the reading of its JSON
    private static final String COUNT = """
            SELECT channel_id, kind, pin,
                   kind IN %s AND instr(additional, 'reservation_id') > 0 AND %s IS NOT NULL AS reserved,
                   count(*), min(occurred_at), max(occurred_at)
              FROM event
             WHERE id > ? AND id <= ?
             GROUP BY channel_id, kind, pin, reserved""".formatted(RESERVABLE, EventQueries.RESERVATION);

    private final Database database;
    private final int blocksMax;
    private final ReentrantLock lock = new ReentrantLock();
    /// Guarded by `lock`: where each sort stands in the blocks.
    private final Map<Sort, Integer> places = new HashMap<>();
    /// Replaced whole under `lock`; read without.
    private volatile Counted counted;

    EventTally(Database database) {
        this(database, BLOCK_IDS, BLOCKS_MAX);
    }

    EventTally(Database database, int blockIds, int blocksMax) {
        this.database = database;
        this.blocksMax = blocksMax;
        this.counted = new Counted(blockIds, List.of(), List.of());
    }

    /// What filters tell events apart by, but for people and times.
    record Sort(@Nullable Long channelId, EventKind kind, boolean pin, boolean reserved) {
        boolean isIn(Filter filter) {
            return filter.kinds().contains(kind)
                    && (pin
                            ? !filter.cardOnly().contains(kind)
                            : !filter.pinOnly().contains(kind))
                    && (reserved
                            ? !filter.plainOnly().contains(kind)
                            : !filter.reservedOnly().contains(kind))
                    && (filter.channelIds().isEmpty() || filter.channelIds().contains(channelId));
        }
    }

    /// The counts of one block by the places of its sorts; a sort beyond the array's end is not in it.
    static final class Block {
        private final int[] counts;
        final long fromMs;
        final long toMs;

        Block(int[] counts, long fromMs, long toMs) {
            this.counts = counts;
            this.fromMs = fromMs;
            this.toMs = toMs;
        }

        private Block and(Block next) {
            int[] sum = Arrays.copyOf(counts, Math.max(counts.length, next.counts.length));
            for (int i = 0; i < next.counts.length; i++) sum[i] += next.counts[i];
            return new Block(sum, Math.min(fromMs, next.fromMs), Math.max(toMs, next.toMs));
        }
    }

    /// All full blocks at one moment; block i holds the ids from i × `blockIds` (exclusive) on.
    record Counted(int blockIds, List<Block> blocks, List<Sort> sorts) {
        /// The last id that is counted.
        long upToId() {
            return (long) blockIds * blocks.size();
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
            return new Counted(blockIds, List.copyOf(all), known);
        }

        private Counted halved() {
            var halves = new ArrayList<Block>();
            for (int i = 0; i < blocks.size(); i += 2) halves.add(blocks.get(i).and(blocks.get(i + 1)));
            return new Counted(blockIds * 2, List.copyOf(halves), sorts);
        }
    }

    /// What is counted, with every block that is full at event `head`. The first call after a start reads all events
    /// up to it, unless another has: some seconds for millions, a short read transaction for each block.
    Counted upTo(long head) {
        while (true) {
            Counted now = counted;
            if (now.upToId() + now.blockIds > head || !database.alive()) return now;
            lock.lock();
            try {
                if (counted == now) counted = next(now);
            } finally {
                lock.unlock();
            }
        }
    }

    private Counted next(Counted now) {
        if (now.blocks.size() >= blocksMax) return now.halved();
        var sorts = new ArrayList<>(now.sorts);
        Block block = database.read(sql -> block(sql, now, sorts));
        return now.with(block, List.copyOf(sorts));
    }

    private Block block(Sql sql, Counted now, List<Sort> sorts) {
        var counts = new int[][] {new int[sorts.size()]};
        long[] times = {Long.MAX_VALUE, Long.MIN_VALUE};
        sql.each(
                COUNT,
                row -> {
                    EventKind kind = EventKind.ofNumber(row.integer(2));
                    int place = place(new Sort(row.nullableNumber(1), kind, row.flag(3), row.flag(4)), sorts);
                    if (place >= counts[0].length) counts[0] = Arrays.copyOf(counts[0], place + 1);
                    counts[0][place] = row.integer(5);
                    times[0] = Math.min(times[0], row.number(6));
                    times[1] = Math.max(times[1], row.number(7));
                },
                now.upToId(),
                now.upToId() + now.blockIds);
        return new Block(counts[0], times[0], times[1]);
    }

    private int place(Sort sort, List<Sort> sorts) {
        Integer known = places.get(sort);
        if (known != null) return known;
        sorts.add(sort);
        places.put(sort, sorts.size() - 1);
        return sorts.size() - 1;
    }
}
