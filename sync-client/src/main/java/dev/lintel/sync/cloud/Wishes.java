package dev.lintel.sync.cloud;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// What is wanted of the poller before its time. Bounded: what does not fit becomes a full listing. Any thread.
final class Wishes {
    private final Waker waker;
    private final Set<Long> people = new LinkedHashSet<>();
    private final ArrayDeque<CloudHook.Item> hooks = new ArrayDeque<>();
    private final ArrayDeque<Errand> errands = new ArrayDeque<>();
    private boolean sync;
    private boolean nudge;
    private boolean anew;
    private @Nullable String approved;

    Wishes(Waker waker) {
        this.waker = waker;
    }

    /// A full listing.
    synchronized void sync() {
        sync = true;
        waker.wake();
    }

    /// A full listing, which takes nothing for known that was applied before.
    synchronized void anew() {
        anew = true;
        sync();
    }

    synchronized boolean takeAnew() {
        boolean was = anew;
        anew = false;
        return was;
    }

    synchronized boolean isSyncAsked() {
        return sync;
    }

    synchronized boolean takeSync() {
        boolean was = sync;
        sync = false;
        return was;
    }

    /// Asks now for what is newer.
    synchronized void nudge() {
        nudge = true;
        waker.wake();
    }

    synchronized boolean takeNudge() {
        boolean was = nudge;
        nudge = false;
        return was;
    }

    /// Fetches these.
    synchronized void people(Collection<Long> ids) {
        if (ids.isEmpty()) return;
        people.addAll(ids);
        if (people.size() > Limits.SINGLES_MAX) {
            people.clear();
            sync = true;
        }
        waker.wake();
    }

    /// As [#people(Collection)], with the next turn: who cannot be fetched now is not asked for in a circle.
    synchronized void later(Collection<Long> ids) {
        people.addAll(ids);
    }

    synchronized @Nullable Long takePerson() {
        if (people.isEmpty()) return null;
        Long first = people.iterator().next();
        people.remove(first);
        return first;
    }

    synchronized void hooks(List<CloudHook.Item> items) {
        for (CloudHook.Item item : items) {
            if (hooks.size() < Limits.HOOKS_MAX) hooks.add(item);
            else sync = true;
        }
        waker.wake();
    }

    synchronized CloudHook.@Nullable Item takeHook() {
        return hooks.poll();
    }

    /// People to be fetched for somebody who waits for them.
    ///
    /// @param reservations these are listed first
    /// @param done completed in the end: whether they were
    record Errand(Set<Long> people, boolean reservations, CompletableFuture<Boolean> done) {}

    /// Fetches people for somebody who waits; not where too many wait already.
    synchronized void errand(Errand errand) {
        if (errands.size() < Limits.ERRANDS_MAX) {
            errands.add(errand);
        } else {
            errand.done.complete(false);
            people(errand.people);
        }
        waker.wake();
    }

    synchronized List<Errand> takeErrands() {
        var all = List.copyOf(errands);
        errands.clear();
        return all;
    }

    /// Lets through what is held back under this name.
    synchronized void approve(String name) {
        approved = name;
        sync = true;
        waker.wake();
    }

    synchronized @Nullable String approved() {
        return approved;
    }
}
