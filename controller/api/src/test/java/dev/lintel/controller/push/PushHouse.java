package dev.lintel.controller.push;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A box with a real database whose users have notifications, and the clock of a test.
final class PushHouse implements AutoCloseable {
    final HandTime time = new HandTime("2026-11-30T10:00:00Z");
    final DataFolder folder;
    final Database database;

    PushHouse(Path data) {
        folder = DataFolder.open(data);
        database = TestDatabase.open(folder, time);
        database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'House', 'UTC', 0, 0)"));
    }

    /// @param kind operator, user or developer
    void user(long id, String kind) {
        database.write(sql -> sql.run(
                "INSERT INTO user (id, account_id, email, kind, created_at, updated_at) VALUES (?, 1, ?, ?, 0, 0)",
                id,
                "user" + id + "@example.com",
                kind));
    }

    /// The hash of a session of that user, which begins where there is none of that name.
    Bytes session(String name, long userId) {
        Bytes hash = Tokens.hash("session of " + name);
        database.write(sql -> sql.run(
                "INSERT OR IGNORE INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                        + " VALUES (?, ?, '', 0, 0)",
                hash,
                userId));
        return hash;
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("never came true");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Override
    public void close() {
        database.close();
        folder.close();
    }
}
