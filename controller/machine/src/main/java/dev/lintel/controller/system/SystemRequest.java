package dev.lintel.controller.system;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/// What can be asked of root, and nothing else can.
public sealed interface SystemRequest {
    /// As it is named in the request's file.
    String kind();

    /// The bundle that lies beside the request, to the slot that does not run.
    ///
    /// @param release that somebody has looked at: another bundle is not installed
    /// @param restart into it at once
    record Install(long release, boolean restart) implements SystemRequest {
        @Override
        public String kind() {
            return "install";
        }
    }

    /// Back to the version in the other slot, by a restart; or not to the one that waits for its first start.
    record Rollback() implements SystemRequest {
        @Override
        public String kind() {
            return "rollback";
        }
    }

    /// The whole board.
    record Restart() implements SystemRequest {
        @Override
        public String kind() {
            return "restart";
        }
    }

    /// Another network, which ends by itself unless it is kept.
    record TryNetwork(NetworkPlan plan) implements SystemRequest {
        @Override
        public String kind() {
            return "network";
        }
    }

    /// Somebody was here through the new network.
    ///
    /// @param trial its id
    record KeepNetwork(String trial) implements SystemRequest {
        @Override
        public String kind() {
            return "network keep";
        }
    }

    /// The network of before, at once.
    ///
    /// @param trial its id
    record DropNetwork(String trial) implements SystemRequest {
        @Override
        public String kind() {
            return "network drop";
        }
    }

    /// The clock, by hand.
    record SetClock(Instant to) implements SystemRequest {
        /// What was done: it shows that time from now on.
        public static final String SET = "the clock is set";
        /// What was done: it showed that time already, by another's word.
        public static final String LEFT =
                "a time service sets this machine's clock, which was left as it is: its time counts as right";

        @Override
        public String kind() {
            return "clock";
        }
    }

    /// Whom the machine's time service asks.
    ///
    /// @param servers host names or addresses; none: those that the system came with
    record TimeServers(List<String> servers) implements SystemRequest {
        /// systemd-timesyncd asks one after another; more than a few are never come to.
        public static final int SERVERS_MAX = 4;
        /// A name as DNS has it, or an address. Never a space, a sign of a comment, or the end of a line.
        private static final Pattern SERVER =
                Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?|[0-9a-fA-F:]{2,45}");

        /// Throws [SystemException].
        public TimeServers {
            servers = List.copyOf(servers);
            if (servers.size() > SERVERS_MAX) throw new SystemException("more than " + SERVERS_MAX + " time servers");
            for (String server : servers) {
                if (!SERVER.matcher(server).matches()) {
                    throw new SystemException("'" + server + "' is no name or address of a time server");
                }
            }
        }

        @Override
        public String kind() {
            return "time servers";
        }
    }
}
