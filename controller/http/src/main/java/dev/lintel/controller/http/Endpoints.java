package dev.lintel.controller.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The table of routes. Filled by the wiring before the server starts, read by every request; not changed after that.
///
/// A pattern is a path whose segments may be names (`/api/3/people/:id`) and may end in a rest (`/assets/*`). A literal
/// segment wins over a name, a name over a rest. A slash at the end makes no difference; under `/api/` neither does
/// `.json`.
public final class Endpoints {
    /// Bodies, unless [#bodyMax] says otherwise.
    public static final int BODY_BYTES_MAX = 1 << 20;

    private static final String REST = "*";
    private static final Set<String> FOR_PROGRAMS = Set.of("api", "oauth", "sync");

    private final List<Route> routes = new ArrayList<>();
    private final List<Guard> guards = new ArrayList<>();
    private final List<BodyLimit> bodyLimits = new ArrayList<>();

    private final List<Extra> extras = new ArrayList<>();

    private final Set<String> upgrading = new HashSet<>();

    private Filter inTheWay = Filter.NONE;
    private UnaryOperator<String> exposed = _ -> "a credential";

    private record Route(
            Method method, List<String> segments, @Nullable Access access, Handler handler) {
        private String text() {
            return method + " /" + String.join("/", segments);
        }
    }

    private record Guard(List<String> prefix, Filter filter) {}

    private record BodyLimit(List<String> prefix, int bytes) {}

    private record Extra(String prefix, Supplier<List<Reply.Header>> headers) {}

    /// What stands at a path.
    ///
    /// @param handler answers; refuses with 404 or 405 when nothing stands there
    /// @param variables by name, decoded; the rest of `/*` under `*`
    /// @param pattern what the log may show of the path: variables of a path can be secrets
    public record Found(Handler handler, Map<String, String> variables, int bodyMax, String pattern) {}

    /// Adds a route that anybody reaches. Throws `IllegalArgumentException` when the same pattern is there already, and
    /// under `/api/`, where every route says whom it answers.
    public void on(Method method, String pattern, Handler handler) {
        List<String> segments = Paths.pattern(pattern);
        if (!segments.isEmpty() && segments.getFirst().equals("api")) {
            throw new IllegalArgumentException(method + " " + pattern + " does not say which scopes it needs");
        }
        add(new Route(method, segments, null, handler));
    }

    /// Adds a route that is reached by a request that a guard has signed in and whose scopes suffice, and by no other:
    /// whatever guards there are. Throws as the other.
    public void on(Method method, String pattern, Access access, Handler handler) {
        add(new Route(method, Paths.pattern(pattern), access, request -> allowed(request, access, handler)));
    }

    private void add(Route route) {
        boolean twice =
                routes.stream().anyMatch(old -> old.method == route.method && old.segments.equals(route.segments));
        if (twice) throw new IllegalArgumentException(route.text() + " is mounted twice");
        routes.add(route);
    }

    /// Before the body is read, and before anybody looks whether there is what the path names.
    private Reply allowed(Request request, Access access, Handler handler) {
        Principal who = request.principal();
        if (who == null) return new Reply.Unauthorized("sign in first");
        return access.allows(who) ? inTheWay.answer(request, handler) : access.refusal();
    }

    /// Puts `filter` before everything under `prefix`, known path or not. The longest prefix that fits wins.
    public void guard(String prefix, Filter filter) {
        guards.add(new Guard(Paths.pattern(prefix), filter));
        guards.sort(Comparator.comparingInt((Guard guard) -> -guard.prefix.size()));
    }

    /// Puts `filter` before every handler of a route with an [Access], once that lets the request pass.
    public void inTheWay(Filter filter) {
        inTheWay = filter;
    }

    /// Sets the longest body under `prefix`; the longest prefix that fits wins.
    public void bodyMax(String prefix, int bytes) {
        bodyLimits.add(new BodyLimit(Paths.pattern(prefix), bytes));
        bodyLimits.sort(Comparator.comparingInt((BodyLimit limit) -> -limit.prefix.size()));
    }

    /// Adds headers to every answer of a route whose pattern begins with `prefix`: of its handler, and of the server in
    /// its place, such as 503. Asked when a request comes, on its event loop: `headers` must not block.
    public void headers(String prefix, Supplier<List<Reply.Header>> headers) {
        extras.add(new Extra(prefix, headers));
    }

    public List<Reply.Header> headersOf(String pattern) {
        for (Extra extra : extras) if (pattern.startsWith(extra.prefix)) return extra.headers.get();
        return List.of();
    }

    /// Adds a route that anybody reaches and that may answer with [Reply.Upgrade]. Throws as [#on].
    public void upgrade(String pattern, Handler handler) {
        on(Method.GET, pattern, handler);
        upgrading.add(pattern);
    }

    public boolean upgrades(String pattern) {
        return upgrading.contains(pattern);
    }

    /// Sets who can tell a credential's id from an `Authorization` header: for the log when it was sent without TLS.
    /// Runs on a virtual thread; gives a text without any secret in it.
    public void onExposed(UnaryOperator<String> name) {
        exposed = name;
    }

    public String nameOf(String authorization) {
        return exposed.apply(authorization);
    }

    /// Every route as `GET /path`, in the order mounted: for the reference and its test.
    public List<String> routes() {
        return routes.stream().map(Route::text).toList();
    }

    /// What each route asks of whom it answers, by its text as in [#routes]; without those that anybody reaches.
    public Map<String, Access> accesses() {
        var accesses = new LinkedHashMap<String, Access>();
        for (Route route : routes) if (route.access != null) accesses.put(route.text(), route.access);
        return accesses;
    }

    /// Finds what answers `path` (raw, still percent-encoded). `method` is null for one that nobody answers.
    public Found find(@Nullable Method method, String path) {
        List<String> segments = Paths.segments(path);
        if (segments == null) {
            return new Found(_ -> new Reply.NotFound("path"), Map.of(), BODY_BYTES_MAX, "no path");
        }
        Route best = null;
        Set<Method> allowed = EnumSet.noneOf(Method.class);
        for (Route route : routes) {
            if (!fits(route.segments, segments)) continue;
            allowed.add(route.method);
            if (route.method == method && (best == null || compare(route.segments, best.segments) < 0)) best = route;
        }
        if (best != null) return found(best, segments);
        if (allowed.isEmpty()) return refused(new Reply.NotFound("path"), segments);
        return refused(new Reply.MethodNotAllowed(List.copyOf(allowed)), segments);
    }

    /// Answers a request that another table has taken in and signed in: by this one's route for its path, with the same
    /// answer as any where nothing stands there. The other's limit of its body holds. Runs on the request's thread.
    public Reply reroute(Request request) {
        Found found = find(request.method(), request.path());
        return found.handler.handle(request.at(new Request.Route(found.pattern, found.variables)));
    }

    /// Answers a request that is signed in already, past the guards: its route still asks for its scopes. Runs on the
    /// request's thread.
    Reply answerSignedIn(Request request) {
        List<String> segments = Paths.segments(request.path());
        Route best = segments == null ? null : best(request.method(), segments);
        if (segments == null || best == null)
            return find(request.method(), request.path()).handler.handle(request);
        String pattern = "/" + String.join("/", best.segments);
        return best.handler.handle(request.at(new Request.Route(pattern, variables(best.segments, segments))));
    }

    private @Nullable Route best(Method method, List<String> path) {
        Route best = null;
        for (Route route : routes) {
            if (route.method != method || !fits(route.segments, path)) continue;
            if (best == null || compare(route.segments, best.segments) < 0) best = route;
        }
        return best;
    }

    /// Whether the path is for programs, and so must never be redirected from plain HTTP; so is one that nothing may
    /// answer.
    public static boolean isForPrograms(String path) {
        List<String> segments = Paths.segments(path);
        if (segments == null) return true;
        return !segments.isEmpty() && FOR_PROGRAMS.contains(segments.getFirst());
    }

    private Found found(Route route, List<String> path) {
        String pattern = "/" + String.join("/", route.segments);
        return new Found(guarded(path, route.handler), variables(route.segments, path), limit(path), pattern);
    }

    private Found refused(Reply reply, List<String> path) {
        return new Found(guarded(path, _ -> reply), Map.of(), limit(path), "no route");
    }

    private Handler guarded(List<String> path, Handler handler) {
        for (Guard guard : guards) {
            if (Paths.isUnder(guard.prefix, path)) return request -> guard.filter.answer(request, handler);
        }
        return handler;
    }

    private int limit(List<String> path) {
        for (BodyLimit limit : bodyLimits) if (Paths.isUnder(limit.prefix, path)) return limit.bytes;
        return BODY_BYTES_MAX;
    }

    private static boolean fits(List<String> pattern, List<String> path) {
        boolean rest = !pattern.isEmpty() && pattern.getLast().equals(REST);
        int fixed = rest ? pattern.size() - 1 : pattern.size();
        if (rest ? path.size() <= fixed : path.size() != fixed) return false;
        for (int i = 0; i < fixed; i++) {
            if (!pattern.get(i).startsWith(":") && !pattern.get(i).equals(path.get(i))) return false;
        }
        return true;
    }

    /// Below 0 when `a` is the more literal of two patterns that fit the same path.
    private static int compare(List<String> a, List<String> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = Integer.compare(rank(a.get(i)), rank(b.get(i)));
            if (order != 0) return order;
        }
        return 0;
    }

    private static int rank(String segment) {
        return segment.equals(REST) ? 2 : segment.startsWith(":") ? 1 : 0;
    }

    private static Map<String, String> variables(List<String> pattern, List<String> path) {
        var variables = new HashMap<String, String>();
        for (int i = 0; i < pattern.size(); i++) {
            String name = pattern.get(i);
            if (name.startsWith(":")) variables.put(name.substring(1), Query.decode(path.get(i), false));
            if (name.equals(REST)) {
                variables.put(REST, Query.decode(String.join("/", path.subList(i, path.size())), false));
            }
        }
        return variables;
    }
}
