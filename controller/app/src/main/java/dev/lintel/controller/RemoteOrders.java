package dev.lintel.controller;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.access.Admissions.Named;
import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.api.ChannelCommandsResource;
import dev.lintel.controller.api.ThreatLevelResource;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.mobile.PhoneAsking;
import dev.lintel.controller.store.AdmissionQueries;
import dev.lintel.controller.store.AdmissionQueries.Admission;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Order;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Does what a hub asks of a door here, by the same rules as this box's own API: the hub has found who asks to be
/// allowed it. Any thread that may block.
public final class RemoteOrders {
    private static final Logger LOG = System.getLogger(RemoteOrders.class.getName());
    private static final String DONE = "done";
    private static final String REFUSED = "refused";
    private static final String UNANSWERED = "unanswered";
    /// Of a UUID.
    private static final int PHONE_REQUEST_MAX = 36;

    private final Parts parts;

    /// What it is made of.
    ///
    /// @param remoteUnlock phones open doors of this box
    public record Parts(
            Database database,
            DoorViews doors,
            DoorOrders orders,
            AdmissionDesk desk,
            ApprovalDesk approvals,
            PhoneAsking phones,
            boolean remoteUnlock,
            String hubName,
            Time time) {}

    public RemoteOrders(Parts parts) {
        this.parts = parts;
    }

    /// What came of it. Never throws for what is asked wrongly.
    public Answer obey(Order order) {
        try {
            Channel channel = parts.database.read(sql -> ChannelStore.get(sql, order.channelId()));
            if (channel == null) return new Answer(order.id(), REFUSED, "there is no such channel at the box");
            return switch (order.name()) {
                case "admit", "admit_person" -> admit(order, channel);
                case "phone" -> phone(order);
                case "threat_level" -> threatLevel(order, channel);
                case "approve", "deny" -> approval(order);
                default -> command(order);
            };
        } catch (RefusedException e) {
            return new Answer(order.id(), REFUSED, words(e.reply()));
        } catch (StoreException e) {
            return new Answer(order.id(), UNANSWERED, "the box's database cannot be read: " + e.getMessage());
        }
    }

    private Answer command(Order order) {
        var fields = new Fields(new LinkedHashMap<>(order.arguments()));
        DoorCommand command = ChannelCommandsResource.command(order.name(), fields, order.channelId(), parts.database);
        if (command == null) return new Answer(order.id(), REFUSED, "the box does not know '" + order.name() + "'");
        return answer(order, parts.orders.give(order.channelId(), command, order.by()));
    }

    private static Answer answer(Order order, DoorOrders.Outcome outcome) {
        return switch (outcome) {
            case DoorOrders.Outcome.Done _ -> new Answer(order.id(), DONE, null);
            case DoorOrders.Outcome.Refused(String why) -> new Answer(order.id(), REFUSED, why);
            case DoorOrders.Outcome.Unanswered(String why, boolean _) -> new Answer(order.id(), UNANSWERED, why);
        };
    }

    /// An operator of the hub has approved or denied what a person asks for at the channel.
    private Answer approval(Order order) {
        Long id = new Fields(new LinkedHashMap<>(order.arguments())).number("approval_id");
        boolean isHere = id != null
                && parts.approvals.asked().stream()
                        .anyMatch(one -> one.id() == id && one.channelId() == order.channelId());
        if (id == null || !isHere) return new Answer(order.id(), REFUSED, ApprovalDesk.OVER);
        return answer(order, parts.approvals.decide(id, order.name().equals("approve"), order.by()));
    }

    private Answer admit(Order order, Channel channel) {
        Named person = null;
        if (order.name().equals("admit_person")) {
            Long id = new Fields(new LinkedHashMap<>(order.arguments())).number("person_id");
            Person found = id == null ? null : parts.database.read(sql -> PersonStore.get(sql, id));
            if (found == null) return new Answer(order.id(), REFUSED, "the box does not know that person");
            person = new Named(found.id(), found.name());
        } else {
            String refusal = notForAnybody(channel);
            if (refusal != null) return new Answer(order.id(), REFUSED, refusal);
        }
        var asked = new Asked(
                channel.id(), person, order.by(), "hub " + parts.hubName, parts.time.nowNs(), order.request());
        long id = parts.desk.request(asked);
        if (id == AdmissionDesk.NOT_TAKEN) {
            return new Answer(order.id(), UNANSWERED, "the box's disk takes no request: nobody was let in");
        }
        parts.desk.act(asked, id);
        return cameOf(order, id);
    }

    /// With a phone that has proved at the hub who it is: by this box's rights, as a card.
    private Answer phone(Order order) {
        var fields = new Fields(new LinkedHashMap<>(order.arguments()));
        Long credential = fields.number("credential_id");
        String request = fields.text("phone_request");
        String side = fields.text("side");
        boolean known = "entry".equals(side) || "exit".equals(side);
        if (credential == null || request == null || request.length() > PHONE_REQUEST_MAX || side == null || !known) {
            return new Answer(order.id(), REFUSED, "it is not asked as it must be");
        }
        if (!parts.remoteUnlock) {
            LOG.log(Level.INFO, order.by() + " asks for door " + order.channelId() + ": phones open nothing here");
            return new Answer(order.id(), REFUSED, PhoneAsking.SWITCHED_OFF);
        }
        EventDraft event = parts.phones.ask(order.channelId(), side, new Shown.Phone(credential, request));
        if (event == null) return new Answer(order.id(), UNANSWERED, "the door does not answer");
        boolean admitted = event.kind().isAdmitted();
        return new Answer(order.id(), admitted ? DONE : REFUSED, admitted ? null : PhoneAsking.reason(event));
    }

    private @Nullable String notForAnybody(Channel channel) {
        if (channel.kind().equals("elevator")) return "an elevator lets go of floors that somebody may reach";
        DoorView door = parts.doors.of(channel.id());
        return door == null || door.standing().admitsAnybody() ? null : "the channel is not in its normal mode";
    }

    /// The threat level of the channel's site, as an operator of the hub has set it.
    private Answer threatLevel(Order order, Channel channel) {
        var fields = new Fields(new LinkedHashMap<>(order.arguments()));
        Long version = fields.number("version");
        String note = Objects.requireNonNullElse(fields.text("note"), "");
        FollowStore.Followed followed = parts.database.read(FollowStore::get);
        if (version == null || followed == null || note.length() > ThreatStore.NOTE_MAX) {
            return new Answer(order.id(), REFUSED, "it is not asked as it must be");
        }
        var change = new ThreatStore.Change(ThreatLevelResource.level(fields), order.by(), note);
        var reported = new ThreatStore.Reported(change, followed.upstream(), version);
        parts.database.threats().take(channel.siteId(), reported);
        return new Answer(order.id(), DONE, null);
    }

    private Answer cameOf(Order order, long requestId) {
        Admission found = parts.database.read(sql -> AdmissionQueries.find(sql, requestId));
        Event result = found == null ? null : found.result();
        if (result == null) return new Answer(order.id(), UNANSWERED, "the door does not answer");
        String reason = String.valueOf(result.draft().additional().get(Admissions.REASON));
        // Of both the log tells, which the hub gets at once; a refusal is what it does not tell of.
        boolean told = result.kind() == EventKind.ADMITTED_MANUAL || result.kind() == EventKind.ADMISSION_DENIED;
        return told ? new Answer(order.id(), DONE, null) : new Answer(order.id(), UNANSWERED, reason);
    }

    private static String words(Reply reply) {
        return reply instanceof Reply.BadRequest(String description) ? description : "it is not asked as it must be";
    }
}
