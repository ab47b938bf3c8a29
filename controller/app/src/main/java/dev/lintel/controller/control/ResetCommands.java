package dev.lintel.controller.control;

import dev.lintel.controller.door.ActInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.reset.Erasing;
import dev.lintel.controller.reset.LocalTerminal;
import dev.lintel.controller.reset.ResetWindow;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.sync.Membership;
import dev.lintel.controller.sync.SyncDesk;
import dev.lintel.controller.sync.UplineException;
import dev.lintel.controller.time.Time;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `reset plan`: what would be lost; `reset open` (fields `name`, `keep_wiring`, `system`, `console`): waits for the
/// act, a line a second, until it is there or its time is over; `reset typed` (`window`, `pid`): the act at a console.
/// Who leaves `reset open` ends it. With `system` the box is left as it is once the act is there: root's own script
/// marks the machine, and then `reset leave` (`window`) tells whom the box follows, before the script restarts it.
public final class ResetCommands {
    /// A button is watched like this; nobody waits for it.
    private static final long LOOK_MS = 100;

    private static final long TELL_MS = 1_000;
    /// A hub that answers slowly is not waited for longer: it can be told there.
    private static final long LEAVE_S_MAX = 20;

    private static final String BY = "command line";

    private final Parts parts;
    private final Time time;
    private final AtomicReference<@Nullable Waiting> waiting = new AtomicReference<>();
    /// The window whose act was there, of a machine that root is about to reset.
    private final AtomicReference<@Nullable String> acted = new AtomicReference<>();

    /// What is reset, and by what acts.
    ///
    /// @param name the box's
    /// @param board whether nothing but a box is in its data folder
    /// @param inputs that count as an act
    /// @param again ends this box, and begins in its place; does not wait
    public record Parts(
            String name,
            boolean board,
            Path folder,
            Database database,
            Membership membership,
            List<ActInput> inputs,
            Runnable again,
            Path root) {}

    /// A window that is open.
    ///
    /// @param name which only who opened it knows
    /// @param typed takes the terminal where the words were typed
    private record Waiting(String name, BlockingQueue<String> typed) {}

    public ResetCommands(Parts parts, Time time) {
        this.parts = parts;
        this.time = time;
    }

    public void plan(Request request, Responses out) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        Database database = parts.database;
        var lost = database.read(FollowStore::replaced);
        SyncDesk desk = parts.membership.desk();
        json.put("name", parts.name);
        json.put("people", lost.people());
        json.put("roles", lost.roles());
        json.put("events", database.events().head());
        json.put("users", (long) new UserStore(database).list().size());
        json.put("follows", desk == null ? null : desk.whom().name());
        json.put("followed_by", database.read(BoxStore::followers));
        json.put("acts", names());
        json.put("foreign", words(Erasing.of(parts.folder)::foreign));
        json.put("board", parts.board);
        out.send(json);
    }

    private List<String> names() {
        return parts.inputs.stream().map(ActInput::name).toList();
    }

    public void open(Request request, Responses out) throws InterruptedException {
        String name = request.text("name");
        if (!name.equals(parts.name)) throw new Refused("this box is called " + parts.name + ", not " + name);
        boolean system = request.flag("system");
        List<String> foreign = words(Erasing.of(parts.folder)::foreign);
        if (!foreign.isEmpty() && !parts.board && !system) {
            throw new Refused(parts.folder + " also holds what is not Lintel's: " + String.join(", ", foreign)
                    + "; take it elsewhere first");
        }
        if (parts.inputs.isEmpty() && !request.flag("console")) {
            throw new Refused(
                    "nothing at this box can be held: it has no exit button that releases a door and no tamper"
                            + " switch. Ask at a screen or serial port of the box, or put the file lintel/reset on the"
                            + " boot partition of its card");
        }
        var mine = new Waiting(new Tokens().make(), new ArrayBlockingQueue<>(1));
        if (!waiting.compareAndSet(null, mine)) throw new Refused("a reset waits for its act already");
        boolean ended = false;
        try {
            ResetWindow window = ResetWindow.open(time.nowNs(), active()); // what is held from now on counts
            record("asked", null);
            ended = true;
            await(request, out, mine, window);
            ended = false;
        } finally {
            if (ended) record("given up", null);
            waiting.set(null);
        }
    }

    /// Answers when the window has an end, or who asked has gone.
    private void await(Request request, Responses out, Waiting mine, ResetWindow opened) throws InterruptedException {
        ResetWindow window = opened;
        var first = new LinkedHashMap<String, @Nullable Object>();
        first.put("window", mine.name);
        first.put("acts", names());
        out.send(first);
        long toldNs = time.nowNs() - TimeUnit.MILLISECONDS.toNanos(TELL_MS);
        while (window instanceof ResetWindow.Open open) {
            if (!out.open()) throw new ClientGone(new java.io.EOFException("who asked has gone"));
            long nowNs = time.nowNs();
            if (nowNs - toldNs >= TimeUnit.MILLISECONDS.toNanos(TELL_MS)) {
                toldNs = nowNs;
                out.send(progress(open, nowNs));
            }
            String typed = mine.typed.poll(LOOK_MS, TimeUnit.MILLISECONDS);
            window = typed == null
                    ? ResetWindow.look(open, time.nowNs(), active())
                    : ResetWindow.typed(open, time.nowNs(), typed);
        }
        switch (window) {
            case ResetWindow.Acted done -> reset(request, out, mine, done.how());
            case ResetWindow.Expired _ -> {
                record("expired", null);
                out.send(Map.of("expired", true));
            }
            case ResetWindow.Open _ -> throw new IllegalStateException("an open window is waited for");
        }
    }

    private static Map<String, @Nullable Object> progress(ResetWindow.Open open, long nowNs) {
        var held = open.held();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("left_s", TimeUnit.NANOSECONDS.toSeconds(open.untilNs() - nowNs));
        json.put("held", held == null ? null : held.getKey());
        json.put("held_s", held == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(nowNs - held.getValue()));
        json.put("stuck", List.copyOf(open.stuck()));
        return json;
    }

    private Set<String> active() {
        return parts.inputs.stream()
                .filter(input -> input.active().getAsBoolean())
                .map(ActInput::name)
                .collect(Collectors.toSet());
    }

    private void reset(Request request, Responses out, Waiting mine, String how) throws InterruptedException {
        record("acted", how);
        boolean system = request.flag("system");
        if (system) {
            acted.set(mine.name);
            out.send(Map.of("acted", how));
            return;
        }
        words(
                () -> { // before whom it follows is told: a box that cannot be erased stays theirs
                    Erasing.of(parts.folder).mark(request.flag("keep_wiring"), parts.board);
                    return true;
                });
        String untold = leave();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("acted", how);
        json.put("untold", untold);
        try {
            out.send(json);
        } finally { // whether or not anybody is there to hear of it
            parts.again.run();
        }
    }

    public void leave(Request request, Responses out) throws InterruptedException {
        if (!acted.compareAndSet(request.text("window"), null)) throw new Refused("no reset waits for this");
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("untold", leave());
        out.send(json);
    }

    /// Why who is followed does not know that this box has left; null where they do, or nobody is followed.
    private @Nullable String leave() throws InterruptedException {
        if (parts.membership.desk() == null && parts.membership.waiting() == null) return null;
        var left = new CompletableFuture<@Nullable String>();
        Thread.ofVirtual().name("leave").start(() -> {
            try {
                left.complete(parts.membership.leave(BY));
            } catch (UplineException e) {
                left.complete(e.getMessage());
            } catch (RuntimeException e) { // it must not keep the box from being reset
                left.completeExceptionally(e);
            }
        });
        try {
            return left.get(LEAVE_S_MAX, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return "it does not answer";
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        }
    }

    public void typed(Request request, Responses out) {
        Waiting now = waiting.get();
        if (now == null || !now.name.equals(request.text("window"))) throw new Refused("no reset waits for this");
        long pid = request.number("pid");
        String terminal = LocalTerminal.of(parts.root, pid);
        if (terminal == null || !LocalTerminal.runs(parts.root, pid, "reset")) {
            throw new Refused("that was typed at no screen and no serial port of this box");
        }
        now.typed.offer("the console " + terminal);
    }

    private void record(String state, @Nullable String act) {
        var what = new LinkedHashMap<String, Object>();
        what.put("action", "factory reset " + state);
        if (act != null) what.put("new", act);
        what.put("by", BY);
        EventLog log = parts.database.events();
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
    }

    private static <T> T words(java.util.function.Supplier<T> work) {
        try {
            return work.get();
        } catch (DataFolderException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }
}
