package dev.lintel.controller.sync;

import dev.lintel.reader.Bytes;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.wire.JoinAnswer;
import java.net.URI;
import java.util.List;

/// Makes lines to hubs. Any thread that may block.
public interface Uplines {
    /// A line that is not open yet. `joined` says to whom and as whom.
    HubLine open(Upstream.Joined joined, SyncTarget target);

    /// Has the hub at that address take this box in. Throws [UplineException].
    JoinAnswer join(Joining joining);

    /// What a box shows to be taken in.
    ///
    /// @param code as the operator typed it; never sent
    /// @param csr PKCS #10, DER
    /// @param csrPem the same, PEM
    /// @param units that controller.yaml has
    record Joining(URI hub, String code, Bytes csr, String csrPem, String version, List<Long> units) {
        public Joining {
            units = List.copyOf(units);
        }

        /// Not the code.
        @Override
        public String toString() {
            return "Joining[" + hub + "]";
        }
    }
}
