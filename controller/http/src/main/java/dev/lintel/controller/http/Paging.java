package dev.lintel.controller.http;

import java.util.ArrayList;
import java.util.List;

/// Pages of lists: what was asked for, and the headers that answer it.
public final class Paging {
    /// People and events: long rows.
    public static final Limits LONG_ROWS = new Limits(50, 500);
    /// Everything else: short lists that clients mostly want whole.
    public static final Limits SHORT_ROWS = new Limits(500, 1000);
    /// Beyond it a page number is a mistake; also keeps page × size within an int.
    private static final int PAGE_MAX = 1_000_000;

    private Paging() {}

    public record Limits(int perPageDefault, int perPageMax) {}

    /// The page asked for; `all`: every row in one answer.
    public record Wanted(int page, int perPage, boolean all) {
        public long offset() {
            return all ? 0 : (long) (page - 1) * perPage;
        }

        /// Rows to read of a list of `total` that is short enough to be read whole.
        public int limit(long total) {
            return all ? Math.toIntExact(total) : perPage;
        }
    }

    /// Where a page stands in its list.
    ///
    /// @param url the list's address with every other parameter, without `page` and `per_page`
    public record Position(Wanted wanted, long total, String url) {
        public long pages() {
            return Math.max(1, (total + perPage() - 1) / perPage());
        }

        /// Rows a page; with `skip_pagination` all there are.
        public long perPage() {
            return wanted.all ? Math.max(1, total) : wanted.perPage;
        }
    }

    /// Reads `page`, `per_page` and `skip_pagination`. Too large a page size is clamped; what is no number of at least
    /// 1 is refused with 400.
    public static Wanted wanted(Request request, Limits limits) {
        int page = number(request, "page", 1);
        int perPage = number(request, "per_page", limits.perPageDefault);
        boolean all = request.flag("skip_pagination", false);
        return new Wanted(all ? 1 : Math.min(page, PAGE_MAX), Math.min(perPage, limits.perPageMax), all);
    }

    private static int number(Request request, String name, int otherwise) {
        Integer value = request.integer(name);
        if (value == null) return otherwise;
        if (value < 1) throw RefusedException.badRequest(name + " must be at least 1");
        return value;
    }

    /// `Total`, `Per-Page`, `Page` and `Link` by page.
    public static List<Reply.Header> headers(Position position) {
        int page = position.wanted.page;
        var links = new ArrayList<String>();
        links.add(page(position, 1, "first"));
        if (page > 1) links.add(page(position, Math.min(page - 1L, position.pages()), "prev"));
        if (page < position.pages()) links.add(page(position, page + 1L, "next"));
        links.add(page(position, position.pages(), "last"));
        return headers(position, links);
    }

    /// As [#headers(Position)], with other links.
    public static List<Reply.Header> headers(Position position, List<String> links) {
        return List.of(
                new Reply.Header("Total", Long.toString(position.total)),
                new Reply.Header("Per-Page", Long.toString(position.perPage())),
                new Reply.Header("Page", Integer.toString(position.wanted.page)),
                new Reply.Header("Link", String.join(", ", links)));
    }

    private static String page(Position position, long page, String relation) {
        String at = position.wanted.all ? "skip_pagination=true" : "page=" + page + "&per_page=" + position.perPage();
        return link(with(position.url, at), relation);
    }

    /// One link of a `Link` header (RFC 8288).
    public static String link(String url, String relation) {
        return "<" + url + ">; rel=\"" + relation + "\"";
    }

    /// `url` with one more parameter.
    public static String with(String url, String parameter) {
        return url + (url.contains("?") ? "&" : "?") + parameter;
    }
}
