package dev.lintel.controller.store;

import dev.lintel.controller.time.Time;
import org.jspecify.annotations.Nullable;

/// A time in which the database is in memory because the disk's cannot be used. It ends when that proves sound or
/// damaged, or when the disk is mounted again.
///
/// @param after the id below the first event in memory
/// @param origin what the database in memory was made of
public record Outage(long after, Origin origin) {
    /// What a database in memory was made of.
    public enum Origin {
        /// The disk's database.
        WHOLE,
        /// The disk's database without its history.
        POLICY,
        /// A snapshot, or nothing.
        OLDER;

        boolean descends() {
            return this != OLDER;
        }
    }

    /// Why the disk's database cannot be used.
    ///
    /// @param ofDamage whether it fails as if it were damaged
    public record Fault(String words, boolean ofDamage) {}

    /// Tries whether the disk's database opens and takes a write. Returns why not; null: it does.
    public @Nullable Fault lasts(DataFolder folder, Time time) {
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
