package dev.lintel.controller.api;

import dev.lintel.controller.store.ReportQueries;
import dev.lintel.controller.store.ReportQueries.Use;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Door use by hour: a row for each hour and channel, used or not, so that rows can be counted before any is read.
///
/// @param channelIds ascending
/// @param lastId of the log: later events are not counted
record HoursReport(ReportQueries queries, LocalHours hours, List<Long> channelIds, EventReport.Words words, long lastId)
        implements ReportRows {

    @Override
    public long total() {
        return (long) hours.count() * channelIds.size();
    }

    @Override
    public void each(long offset, long limit, Sink sink) throws IOException {
        long end = Math.min(total(), limit > total() - offset ? total() : offset + limit);
        int channels = channelIds.size();
        for (long place = offset; place < end; ) {
            int hour = (int) (place / channels);
            Map<Long, Use> uses = queries.use(hours.startMs(hour), hours.startMs(hour + 1), lastId);
            long hourEnd = Math.min(end, (hour + 1L) * channels);
            for (; place < hourEnd; place++) sink.take(row(hour, channelIds.get((int) (place % channels)), uses));
        }
    }

    private List<@Nullable Object> row(int hour, Long channelId, Map<Long, Use> uses) {
        Use use = uses.getOrDefault(channelId, Use.UNUSED);
        var row = new ArrayList<@Nullable Object>();
        row.add(words.times().local(hours.startMs(hour)));
        row.add(channelId);
        row.add(words.channelNames().get(channelId));
        row.add(use.admitted());
        row.add(use.denied());
        return row;
    }
}
