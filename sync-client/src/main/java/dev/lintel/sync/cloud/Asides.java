package dev.lintel.sync.cloud;

import dev.lintel.sync.cloud.CloudException.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Lists beside the people, none of which may keep people from being listed: who was deleted would keep their
/// access. What one of them told last goes on while it is not to be had. One thread.
///
/// ```
///   let out since the start                          what it told goes on, and that is a problem in words
///   not there (404, 405, 410) since the start        the service has none such
///   refused (403) since the start                    a notice: a scope may be missing
/// ```
final class Asides {
    private final BooleanSupplier hasFollowed;
    private final Set<String> readable = new HashSet<>(); // let out since the start
    private final Set<String> refused = new TreeSet<>(); // now, and never let out
    private final Map<String, String> lost = new TreeMap<>(); // not to be had now, and why

    /// @param hasFollowed whether people of the service stand here
    Asides(BooleanSupplier hasFollowed) {
        this.hasFollowed = hasFollowed;
    }

    boolean hasFollowed() {
        return hasFollowed.getAsBoolean();
    }

    /// Reads something.
    interface Reading<T extends @Nullable Object> {
        T read() throws InterruptedException;
    }

    /// What the list has; null: it is refused or not there. Throws where the service is away.
    <T> @Nullable T read(String path, Reading<T> reading) throws InterruptedException {
        for (int pass = 1; ; pass++) {
            try {
                T all = reading.read();
                readable.add(path);
                found(path);
                return all;
            } catch (CloudException e) {
                if (e.kind() == Kind.MOVED && pass < Limits.PASSES) continue;
                if (e.kind() != Kind.MOVED && !e.isRefusal()) throw e;
                without(path, e);
                return null;
            }
        }
    }

    private void without(String path, CloudException e) {
        boolean isNew = !readable.contains(path);
        if (isNew && !e.isRefusal()) throw e;
        found(path);
        if (!isNew) lost.put(path, String.valueOf(e.getMessage()));
        else if (!e.isMissing()) refused.add(path);
    }

    /// What is read, else `last`, where the service does not give this alone: it has just told of other things. Throws
    /// where nothing of the service stands here yet, so that nothing can go on.
    ///
    /// @param what in words, or a path
    <T extends @Nullable Object> T readElse(String what, T last, Reading<T> reading) throws InterruptedException {
        try {
            return reading.read();
        } catch (CloudException e) {
            if (e.kind() == Kind.STOPPED || !hasFollowed()) throw e;
            lost.put(what, String.valueOf(e.getMessage()));
            return last;
        }
    }

    /// It is there again, or is not looked for any more.
    void found(String what) {
        refused.remove(what);
        lost.remove(what);
    }

    /// Whether all that it has is known: it was read, or is not there.
    boolean isSure(String path) {
        return !refused.contains(path) && !lost.containsKey(path);
    }

    /// Why some of what people have cannot be brought up to date just now, though it could be; null: all can.
    @Nullable
    String problem() {
        return lost.isEmpty() ? null : sentence(lost.entrySet().iterator().next());
    }

    private static String sentence(Map.Entry<String, String> one) {
        return one.getKey() + " cannot be read (" + one.getValue() + "): what people have of it here stays as it is";
    }

    /// What cannot be read, in words.
    List<String> notes() {
        var notes = new ArrayList<String>();
        for (String path : refused) {
            notes.add("The service does not let this box read " + path + ": nothing of it counts here but what did"
                    + " before. Where it has a scope for that, write it into upstream.scope and authorise anew");
        }
        lost.entrySet().forEach(one -> notes.add(sentence(one)));
        return notes;
    }
}
