package dev.lintel.controller.proof;

import dev.lintel.controller.store.EventHeadStore.Head;
import java.io.IOException;

/// A place that keeps heads of the log, for [Witness]. Each is used by one thread.
interface HeadTarget {
    /// As messages call it.
    String name();

    /// Returns when the head is there, or may be: see [HeadSyslog]. Throws with a message that names the target and
    /// says what is wrong.
    void send(Head head) throws IOException, InterruptedException;
}
