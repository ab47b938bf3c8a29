package dev.lintel.controller.control;

import dev.lintel.controller.backup.Restores;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.store.HeldDeliveries;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `restored`: what a restore from a backup holds that was to be sent; with `send` or `drop` what becomes of it.
public final class RestoredCommands {
    private static final String BY = "command line";

    private final HeldDeliveries held;
    private final MailDesk mail;
    private final EventLog log;
    private final Runnable begin;
    private final Time time;

    /// @param begin begins to send webhooks
    public RestoredCommands(HeldDeliveries held, MailDesk mail, EventLog log, Runnable begin, Time time) {
        this.held = held;
        this.mail = mail;
        this.log = log;
        this.begin = begin;
        this.time = time;
    }

    public void run(Request request, Responses out) {
        boolean send = request.flag("send");
        boolean drop = request.flag("drop");
        if (send && drop) throw new Refused("send or drop, not both");
        try {
            var waiting = held.waiting();
            List<Mail> emails = mail.list(State.FAILED, Long.MAX_VALUE, Integer.MAX_VALUE).stream()
                    .filter(one -> Restores.LETTERS.equals(one.fault()))
                    .toList();
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("deliveries", waiting.deliveries());
            json.put("items", waiting.items());
            json.put("emails", emails.size());
            if (send || drop) {
                decide(send, emails);
                json.put("done", send ? "send" : "drop");
            }
            out.send(json);
        } catch (StoreException | DataFolderException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    private void decide(boolean send, List<Mail> emails) {
        boolean was = held.isHeld();
        if (send) held.send();
        else if (was) held.drop(time.nowMs());
        for (Mail one : emails) { // of some of them somebody may have decided meanwhile
            if (send) mail.again(one.id());
            else mail.drop(one.id(), BY);
        }
        Map<String, Object> what =
                Map.of("what", "system", "new", "what a restore held", "by", BY, "action", send ? "send" : "drop");
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
        if (was) begin.run();
    }
}
