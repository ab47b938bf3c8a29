package dev.lintel.controller.api;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.ReportQueries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Activity, and denied attempts: events as rows, oldest first.
///
/// @param reasons whether rows end in why somebody was turned away
record EventReport(ReportQueries queries, ReportQueries.Wanted wanted, Words words, boolean reasons)
        implements ReportRows {
    private static final String REJECTED = "REJECTED_";

    /// What rows are written with.
    ///
    /// @param channelNames by id
    record Words(Listing listing, AccountTimes times, Map<Long, String> channelNames) {}

    @Override
    public long total() {
        return queries.count(wanted);
    }

    @Override
    public void each(long offset, long limit, Sink sink) throws IOException {
        queries.each(wanted, offset, limit, event -> sink.take(row(event)));
    }

    private List<@Nullable Object> row(Event event) {
        EventDraft draft = event.draft();
        EventDraft.Subject subject = event.subject();
        Long channelId = subject.channelId();
        var row = new ArrayList<@Nullable Object>();
        row.add(event.id());
        row.add(words.times.local(draft.occurredAtMs()));
        row.add(draft.code(words.listing));
        row.add(draft.label(words.listing));
        row.add(channelId);
        row.add(channelId == null ? null : words.channelNames.get(channelId));
        row.add(draft.additional().get("reader") instanceof String side ? side : null);
        row.add(subject.personId());
        row.add(subject.personName());
        String number = subject.credentialsNumber();
        row.add(number == null ? null : ReportRows.masked(subject.pin() ? null : number));
        if (reasons) row.add(reason(draft));
        return row;
    }

    /// In the words of the event itself; events of other makers have their kind's.
    private static String reason(EventDraft draft) {
        if (draft.additional().get("reason") instanceof String reason) return reason;
        return draft.kind().name().substring(REJECTED.length()).toLowerCase(Locale.ROOT);
    }
}
