package dev.lintel.controller.files;

import org.jspecify.annotations.Nullable;

/// An exception whose cause may pass, such as a full disk: what those who asked for something are told of it.
public interface TemporaryFault {
    /// A disk is not cleared within seconds; who asks again each minute learns of it soon enough.
    int DISK_RETRY_S = 60;

    /// Memory is free again once those who have it are answered.
    int MEMORY_RETRY_S = 5;

    /// What it means for whoever asked, as a sentence without paths; null: it is a defect, and does not pass.
    @Nullable
    String forClient();

    /// One line for the log of what is no defect.
    String forLog();

    /// When to ask again, in seconds.
    default int retryS() {
        return DISK_RETRY_S;
    }
}
