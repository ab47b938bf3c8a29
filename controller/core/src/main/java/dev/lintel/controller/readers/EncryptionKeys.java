package dev.lintel.controller.readers;

import java.util.List;

/// The keys under which a channel's readers speak. Implemented by the wiring. Any thread but an event loop: a reader
/// takes its time.
public interface EncryptionKeys {
    /// Gives each reader of the channel that has a key another, of chance, under the one that it has.
    Outcome renew(long channelId);

    /// Gives up the keys of the channel's readers: nobody speaks to them until they are paired anew.
    Outcome remove(long channelId);

    /// Whether a reader of the channel has had its key removed and has no other yet.
    boolean pending(long channelId);

    /// What became of it.
    sealed interface Outcome {
        /// Done, with readers on these sides.
        record Done(List<String> sides) implements Outcome {
            public Done {
                sides = List.copyOf(sides);
            }
        }

        /// Not possible here, in words.
        record Refused(String why) implements Outcome {}

        /// Not possible now, in words; done with readers on these sides before that.
        record Failed(String why, List<String> sides) implements Outcome {
            public Failed {
                sides = List.copyOf(sides);
            }
        }
    }
}
