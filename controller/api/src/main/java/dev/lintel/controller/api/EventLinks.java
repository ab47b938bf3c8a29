package dev.lintel.controller.api;

import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The links (RFC 8288) of a plain list of events. They go by the ids of events rather than by pages, which move while
/// events are added, and keep every other parameter, so that what follows has the same shape, form and length:
///
/// ```
///   first   the list without a cursor
///   next    from the last event shown on, when there is more
///   prev    the n events just before the first one shown, when there are any; `first` when they are fewer
///   last    the list's last n events, wherever the pages before it end
/// ```
record EventLinks(Request request, EventRange range, int n, Finder finder) {
    /// Finds the id of the `n`th event of a range, counted from 1; null when it has fewer.
    @FunctionalInterface
    interface Finder {
        @Nullable
        Long nth(EventRange range, int n);
    }

    /// The links of a page; `shown` are its ids, `more` whether the list goes on behind it.
    List<String> of(List<Long> shown, boolean more) {
        var links = new ArrayList<String>();
        links.add(Paging.link(first(), "first"));
        String previous = previous(shown);
        if (previous != null) links.add(Paging.link(previous, "prev"));
        if (more) links.add(Paging.link(at(shown.getLast()), "next"));
        boolean alone = previous == null && !more;
        links.add(Paging.link(alone ? first() : upTo(finder.nth(range.fromTheEnd(), n)), "last"));
        return links;
    }

    private @Nullable String previous(List<Long> shown) {
        if (request.number(range.cursor()) == null) return null;
        long edge = range.ascending() ? range.afterId() + 1 : range.beforeId() - 1;
        EventRange back = range.back(shown.isEmpty() ? edge : shown.getFirst());
        return finder.nth(back, 1) == null ? null : upTo(finder.nth(back, n));
    }

    private String first() {
        return request.listUrl(Set.of(range.cursor()));
    }

    /// The page that begins with event `id`, or the first one.
    private String upTo(@Nullable Long id) {
        if (id == null) return first();
        return at(range.ascending() ? id - 1 : id + 1);
    }

    private String at(long id) {
        return Paging.with(first(), range.cursor() + "=" + id);
    }
}
