package dev.lintel.controller.proof;

import dev.lintel.controller.proof.HeadLine.Kept;
import dev.lintel.controller.proof.LogVerifier.Keys;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The heads of one box among those that a witness or a hub kept of several boxes. A signed head is of the box whose
/// key signed it. A hash without a signature has no key: its box's name decides. A box that was renamed has several
/// names: heads that its key signed prove them. Immutable.
///
/// @param own the heads of this box
/// @param others how many heads are of other boxes
/// @param boxes the names of the other boxes
/// @param fault why the heads cannot be attributed, as a sentence; null: they can
public record KeptHeads(
        List<Kept> own,
        int others,
        List<String> boxes,
        @Nullable String fault) {
    public KeptHeads {
        own = List.copyOf(own);
        boxes = List.copyOf(boxes);
    }

    /// Finds the heads of one box among all.
    ///
    /// @param box a name of this box in them, in addition to those that its signed heads have; null: those alone
    /// @param keyGiven whether the user named the box's key. Without it and without `box`, heads of others
    ///     are a fault: a log that was made again with a new key, of a box with a new name, looks the same
    public static KeptHeads of(List<Kept> all, Keys keys, @Nullable String box, boolean keyGiven) {
        Set<String> names = namesOf(all, keys);
        if (box != null) names.add(box);
        for (Kept one : all) {
            Head head = one.signed();
            boolean isOther = one.box() != null && !names.contains(one.box());
            if (head != null && !isOther && !keys.has(head.key()))
                return new KeptHeads(List.of(), 0, List.of(), replaced(one, head));
        }
        List<Kept> own = all.stream().filter(one -> isOwn(one, keys, names)).toList();
        var boxes = own.stream()
                .filter(one -> one.signed() == null)
                .map(one -> Objects.requireNonNullElse(one.box(), "without a name"))
                .collect(Collectors.toCollection(TreeSet::new));
        String fault = null;
        if (boxes.size() > 1 && names.isEmpty()) {
            fault = "the hashes that were kept elsewhere are of several boxes, " + String.join(", ", boxes)
                    + ": name one of them with --box";
        } else if (own.isEmpty() && !all.isEmpty()) {
            fault = "none of the " + all.size()
                    + " heads that were kept elsewhere is of this box. If it had another key"
                    + " before, add --former-key with the fingerprint of that key";
        }
        int left = all.size() - own.size();
        if (fault == null && left > 0 && box == null && !keyGiven) fault = unnamed(left);
        List<String> others = all.stream()
                .filter(one -> !isOwn(one, keys, names))
                .map(one -> Objects.requireNonNullElse(one.box(), "without a name"))
                .distinct()
                .sorted()
                .toList();
        return new KeptHeads(own, left, others, fault);
    }

    private static boolean isOwn(Kept one, Keys keys, Set<String> names) {
        Head head = one.signed();
        if (head != null) return keys.has(head.key());
        return one.box() == null || names.isEmpty() || names.contains(one.box());
    }

    private static Set<String> namesOf(List<Kept> all, Keys keys) {
        var names = new TreeSet<String>();
        for (Kept one : all) {
            Head head = one.signed();
            String box = one.box();
            if (head != null && box != null && keys.has(head.key())) names.add(box);
        }
        return names;
    }

    private static String unnamed(int left) {
        return left + " heads that were kept elsewhere are of other keys or boxes. If one of these is this box under"
                + " another name, its log was made again with a new key. Add --key with the fingerprint that was noted"
                + " when the box was set up, or --box with the name of the box";
    }

    /// A key that somebody put in the place of the box's key signs in the box's name, too.
    private static String replaced(Kept one, Head head) {
        Bytes key = head.key();
        String named = one.box() == null ? "names no box" : "names this box, " + one.box() + ",";
        return "the head of event " + one.eventId() + " in heads that were kept elsewhere " + named
                + " and is signed by another key, " + key + "; if the box had that key before, add --former-key " + key
                + "; two boxes of one name, or without names, need a file each";
    }
}
