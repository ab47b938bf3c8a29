package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights;
import dev.lintel.controller.store.RightsMemory.Asked;
import dev.lintel.controller.store.RightsMemory.Known;
import dev.lintel.controller.store.RightsMemory.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rights that a database has in memory, as decisions read them while the disk gives nothing.
public final class RememberedRights implements Rights {
    private final Database database;

    public RememberedRights(Database database) {
        this.database = database;
    }

    private Known known(Query query, long first, long second) {
        var asked = new Asked(query, first, second);
        Known known = database.rightsMemory().recall(asked);
        if (known == null) throw new AssertionError(asked + " is not in memory");
        return known;
    }

    private @Nullable Holder holder(Query query, long number) {
        return (Holder) known(query, number, 0).value();
    }

    @Override
    public @Nullable Holder card(long number) {
        return holder(Query.CARD, number);
    }

    @Override
    public @Nullable Holder pin(long number) {
        return holder(Query.PIN, number);
    }

    @Override
    public @Nullable Holder credential(long id) {
        return holder(Query.CREDENTIAL, id);
    }

    @Override
    public @Nullable Holder person(long personId) {
        return holder(Query.PERSON, personId);
    }

    @Override
    public @Nullable SecondPin secondPin(long personId) {
        return (SecondPin) known(Query.SECOND_PIN, personId, 0).value();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // of this query
    public List<Right> at(long personId, long channelId) {
        return (List<Right>) known(Query.RIGHTS, personId, channelId).value();
    }
}
