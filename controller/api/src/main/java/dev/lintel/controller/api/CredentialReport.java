package dev.lintel.controller.api;

import dev.lintel.controller.store.CredentialQueries;
import dev.lintel.controller.store.CredentialQueries.Item;
import dev.lintel.controller.store.CredentialType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Credential inventory, and dormant credentials: credentials as rows, by id.
///
/// @param lastId credentials that are made later are not in it
record CredentialReport(CredentialQueries queries, CredentialQueries.Wanted wanted, AccountTimes times, long lastId)
        implements ReportRows {

    @Override
    public long total() {
        return queries.count(wanted, lastId);
    }

    @Override
    public void each(long offset, long limit, Sink sink) throws IOException {
        queries.each(wanted, lastId, offset, limit, item -> sink.take(row(item)));
    }

    private List<@Nullable Object> row(Item item) {
        var row = new ArrayList<@Nullable Object>();
        row.add(item.id());
        row.add(item.type().id());
        row.add(item.type().label());
        row.add(shown(item));
        row.add(item.status());
        row.add(item.holder().personId());
        row.add(item.holder().name());
        row.add(item.holder().enabled());
        row.add(times.local(item.times().createdAtMs()));
        row.add(times.local(item.times().updatedAtMs()));
        Long used = item.times().lastUsedMs();
        if (wanted.unused() != null) row.add(used == null ? null : times.local(used));
        return row;
    }

    private static @Nullable String shown(Item item) {
        var type = new CredentialType(
                item.type().id(), item.type().label(), "", item.type().code());
        return type.hasValue() ? ReportRows.masked(item.ending()) : null; // a phone has no number to show
    }
}
