package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.time.Time;
import org.jspecify.annotations.Nullable;

/// A time in which the database is in memory because the disk's cannot be used. It ends when that proves sound or
/// damaged, or when the disk is mounted again.
///
/// @param after the id below the first event in memory
/// @param origin what the database in memory was made of
/// @param returns whether the disk's database is used again once it can be: not one of a newer version, say
/// @param replaced whether a snapshot has taken the place of the disk's database meanwhile, because that proved damaged
public record Outage(long after, Origin origin, boolean returns, boolean replaced) {
    /// What a database in memory was made of.
    public enum Origin {
        /// The disk's database.
        WHOLE,
        /// The disk's database without its history.
        POLICY,
        /// A snapshot, or nothing though there was a database.
        OLDER,
        /// Nothing: the box had no database yet.
        NOTHING;

        boolean descends() {
            return this == WHOLE || this == POLICY;
        }
    }

    /// Why the disk's database cannot be used.
    ///
    /// @param ofDamage whether it fails as if it were damaged
    public record Fault(String words, boolean ofDamage) {}

    Outage until(boolean mayReturn) {
        return new Outage(after, origin, mayReturn, replaced);
    }

    /// The same, now that a snapshot has taken the place of the disk's database.
    Outage ofReplaced() {
        return new Outage(after, origin, returns, true);
    }

    /// Whether the folder has no database, though the box had one: the disk is not mounted.
    boolean isUnmounted(DataFolder folder) {
        return origin != Origin.NOTHING && folder.database().toFile().length() == 0;
    }

    /// Tries whether the disk's database opens and takes a write. Returns why not; null: it does. Makes no database
    /// where there was one: the disk is not there.
    public @Nullable Fault lasts(DataFolder folder, Time time) {
        if (isUnmounted(folder)) {
            return new Fault("there is no " + folder.database().getFileName(), false);
        }
        try (Database database = Database.open(folder, time)) {
            database.write(sql -> sql.run("PRAGMA user_version = " + Migrations.LATEST)); // as it is
            return null;
        } catch (StoreException e) {
            return new Fault(String.valueOf(e.getMessage()), e.reason() == StoreException.Reason.CORRUPT);
        } catch (DataFolderException e) {
            return new Fault(String.valueOf(e.getMessage()), false);
        }
    }
}
