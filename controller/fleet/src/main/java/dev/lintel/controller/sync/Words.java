package dev.lintel.controller.sync;

import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.store.StoreException;
import dev.lintel.sync.TargetException;
import org.jspecify.annotations.Nullable;

/// What the store refuses, in words for the upstream's operator and this box's.
final class Words {
    private Words() {}

    /// What is to be done at the store.
    ///
    /// @param <X> what it throws beside what the store refuses
    interface Work<T extends @Nullable Object, X extends Exception> {
        T run() throws X;
    }

    /// What `work` gives. Throws [TargetException] when the disk does not take it: nothing of it is kept then.
    static <T extends @Nullable Object, X extends Exception> T words(Work<T, X> work) throws X {
        try {
            return work.run();
        } catch (StoreException e) {
            throw new TargetException(sentence(e), e);
        } catch (DataFolderException e) {
            throw new TargetException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String sentence(StoreException e) {
        return switch (e.reason()) {
            case FULL -> "there is no room on this box's disk for what it is told; what stood before goes on";
            case CLOSED -> "this box is stopping, or its disk cannot be used: " + e.getMessage();
            case CORRUPT -> "this box's database is damaged: " + e.getMessage();
            case MEMORY -> "this box has too little memory for what it is told; what stood before goes on";
            case DISK -> "this box's disk fails; what it had before stays in force";
            case REFUSED -> "this box takes no change: " + e.getMessage();
            case CONSTRAINT, GONE, NEWER, OTHER ->
                "this box's database does not take what it is told: " + e.getMessage();
        };
    }
}
