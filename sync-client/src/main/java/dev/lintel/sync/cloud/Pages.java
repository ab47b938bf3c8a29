package dev.lintel.sync.cloud;

import dev.lintel.sync.cloud.CloudException.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a list to its end, page by page, and throws rather than to give a part for the whole. One thread.
///
/// ```
///   the end is where   a Link header has no next          (RFC 8288; only its query is used, never its host)
///                 or   as many rows came as the total says
///                 or   a page is empty or has nothing new (a service that tells neither)
///   it was not whole when the total fell meanwhile, or is not what came
/// ```
final class Pages {
    private static final String[] TOTALS = {"Total", "X-Total-Results", "X-Total", "X-Total-Count"};
    private static final Pattern NEXT = Pattern.compile("<[^>?]*\\?([^>]*)>\\s*;\\s*rel=\"?next\"?");
    private static final Pattern IS_NEXT = Pattern.compile("rel=\"?next\"?");
    private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@%/?-]{1,2000}");

    private final Service service;
    private final Between between;

    /// Goes on with other work between two pages.
    interface Between {
        void page() throws InterruptedException;
    }

    /// Takes what is new of a page.
    interface Taker {
        void row(Map<String, @Nullable Object> row, long id);
    }

    Pages(Service service, Between between) {
        this.service = service;
        this.between = between;
    }

    /// What a list is.
    ///
    /// @param path begins with `/api/3/`
    /// @param query of its own, ending in `&`, or empty
    /// @param names under which list and elements may be wrapped
    record Wanted(String path, String query, List<String> names) {
        Wanted {
            names = List.copyOf(names);
        }
    }

    /// Where a list began.
    ///
    /// @param dateMs the service's clock then, Unix milliseconds; null: it did not say
    record Walked(Set<Long> ids, @Nullable Long dateMs) {}

    Walked walk(Wanted wanted, Taker taker) throws InterruptedException {
        var seen = new HashSet<Long>();
        String query = wanted.query + "page=1&per_page=" + Limits.PER_PAGE;
        Long began = null;
        Long total = null;
        for (int page = 1; page <= Limits.PAGES_MAX; page++) {
            if (page > 1) between.page();
            Http.Reply reply = page(wanted, query, page);
            if (page == 1) began = reply.dateMs();
            Object json = Json.parse(reply.body());
            List<Map<String, @Nullable Object>> rows = Json.rows(json, wanted.names.toArray(new String[0]));
            Long now = total(reply, json);
            if (total != null && now != null && now < total) throw moved(wanted);
            if (now != null) total = now;
            boolean isNews = take(rows, seen, taker, wanted);
            String next = next(reply, wanted);
            boolean isEnd = hasLinks(reply) ? next == null : total != null ? seen.size() >= total : !isNews;
            if (isEnd || !isNews) {
                if (total != null && seen.size() != total) throw moved(wanted);
                return new Walked(seen, began);
            }
            query = next != null ? next : wanted.query + "page=" + (page + 1) + "&per_page=" + Limits.PER_PAGE;
        }
        throw new CloudException(Kind.ODD, wanted.path + " has no end");
    }

    /// A later page that is not there, or not let out, is a list that was not read to its end, and no list less.
    private Http.Reply page(Wanted wanted, String query, int page) throws InterruptedException {
        try {
            return service.get(wanted.path + "?" + query);
        } catch (CloudException e) {
            if (page == 1 || (!e.isMissing() && e.status() != 403)) throw e;
            throw new CloudException(Kind.MOVED, wanted.path + " was not read to its end: " + e.getMessage());
        }
    }

    private static boolean take(List<Map<String, @Nullable Object>> rows, Set<Long> seen, Taker taker, Wanted wanted) {
        boolean isNews = false;
        for (Map<String, @Nullable Object> row : rows) {
            Long id = Json.anyId(row.get("id"));
            if (id == null) throw new CloudException(Kind.ODD, wanted.path + " has a row without an id");
            if (!seen.add(id)) continue;
            if (seen.size() > Limits.ROWS_MAX) {
                throw new CloudException(Kind.ODD, wanted.path + " has more than " + Limits.ROWS_MAX + " rows");
            }
            isNews = true;
            taker.row(row, id);
        }
        return isNews;
    }

    static @Nullable Long total(Http.Reply reply, @Nullable Object json) {
        Long total = reply.number(TOTALS);
        if (total != null || !(json instanceof Map<?, ?> map)) return total;
        if (!(map.get("pagination") instanceof Map<?, ?> pagination)) return null;
        return pagination.get("total_count") instanceof Long count && count >= 0 ? count : null;
    }

    private static boolean hasLinks(Http.Reply reply) {
        return String.join(",", reply.headers().allValues("Link")).contains("rel=");
    }

    private static @Nullable String next(Http.Reply reply, Wanted wanted) {
        String links = String.join(",", reply.headers().allValues("Link"));
        if (!IS_NEXT.matcher(links).find()) return null;
        Matcher found = NEXT.matcher(links);
        String query = found.find() ? found.group(1) : "";
        if (QUERY.matcher(query).matches() && isEscaped(query)) return query;
        throw new CloudException(Kind.ODD, wanted.path + " has a next page whose address cannot be read");
    }

    private static boolean isEscaped(String query) {
        return !query.replaceAll("%[0-9A-Fa-f]{2}", "").contains("%");
    }

    private static CloudException moved(Wanted wanted) {
        return new CloudException(Kind.MOVED, wanted.path + " changed while it was read, or a page came short");
    }
}
