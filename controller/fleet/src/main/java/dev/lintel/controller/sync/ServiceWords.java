package dev.lintel.controller.sync;

import dev.lintel.sync.cloud.Words;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Tells this box's log file what of a service cannot be taken over; `sync status` and the page have it while it is so.
final class ServiceWords implements Words {
    private static final Logger LOG = System.getLogger(ServiceWords.class.getName());

    @Override
    public void problem(String sentence) {
        LOG.log(Level.WARNING, sentence);
    }

    @Override
    public void mended(String sentence) {
        LOG.log(Level.INFO, "no more: " + sentence);
    }
}
