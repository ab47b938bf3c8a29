package dev.lintel.controller.api;

import dev.lintel.controller.readers.EncryptionKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Keys of readers that do as they are told, until a test says what they answer.
final class FakeKeys implements EncryptionKeys {
    final List<String> asked = new ArrayList<>();
    final Set<Long> removed = new HashSet<>();
    Outcome outcome = new Outcome.Done(List.of("entry"));

    @Override
    public synchronized Outcome renew(long channelId) {
        asked.add("renew " + channelId);
        return outcome;
    }

    @Override
    public synchronized Outcome remove(long channelId) {
        asked.add("remove " + channelId);
        if (outcome instanceof Outcome.Done) removed.add(channelId);
        return outcome;
    }

    @Override
    public synchronized boolean pending(long channelId) {
        return removed.contains(channelId);
    }
}
