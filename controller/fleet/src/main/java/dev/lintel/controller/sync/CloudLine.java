package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.StoreException;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.cloud.CloudFollower;
import dev.lintel.sync.cloud.CloudPace;
import dev.lintel.sync.cloud.CloudPermission;
import dev.lintel.sync.cloud.CloudWrite;
import dev.lintel.sync.cloud.Grant;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The line to a service by the library that follows one. Any thread that may block.
public final class CloudLine implements Upline {
    private static final Pattern HELD = Pattern.compile(
            "/api/3/(credential|reservation|group_reservation)s/([1-9][0-9]{0,17})(?:\\.json)?([/?].*)?");
    /// A service has no cursors of the hub's kind; the answer is given once its people are here.
    private static final Cursor NONE = new Cursor("api", 0);

    private final CloudFollower follower;
    private final CloudFollower.Settings settings;
    private final Grant grant;
    private final CloudPace pace;
    private final Database database;
    private final AnsweredPins pins;

    public CloudLine(
            CloudFollower follower, CloudFollower.Settings settings, Grant grant, CloudPace pace, Database database) {
        this.follower = follower;
        this.settings = settings;
        this.grant = grant;
        this.pace = pace;
        this.database = database;
        this.pins = new AnsweredPins(database);
    }

    @Override
    public void start() {
        follower.start();
    }

    @Override
    public void syncNow() {
        follower.syncNow();
    }

    /// Roles, groups, channels or credential types of this box are others now.
    public void policyChanged() {
        follower.policyChanged();
    }

    @Override
    public void accepted(String name) {
        follower.approve(name);
    }

    @Override
    public ForwardAnswer forward(ForwardRequest request) {
        Set<Long> concerned = concerned(request.path());
        String body = MaskedPins.without(request, database);
        var asked = new AnsweredPins.Asked(request, PinTarget.of(request, database), body);
        var write = new CloudWrite(request.method(), request.path(), body, request.idempotencyKey(), concerned);
        try {
            CloudWrite.Answer answer = follower.write(write);
            String shown = pins.masked(answer, asked);
            return new ForwardAnswer(answer.status(), Map.of("Content-Type", type(answer)), shown, NONE);
        } catch (UpstreamException | TargetException e) {
            throw new UplineException(String.valueOf(e.getMessage()), e);
        }
    }

    /// What is no JSON is shown as text: a page of the service's would be one of this box's in a browser.
    private static String type(CloudWrite.Answer answer) {
        String type = answer.contentType().toLowerCase(Locale.ROOT);
        return type.startsWith("application/json") ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
    }

    /// The people whom a change of the path concerns; the answer to a removal does not name them.
    private Set<Long> concerned(String path) {
        Matcher held = HELD.matcher(path);
        if (!held.matches()) return Set.of();
        try {
            Long person = database.read(sql -> FollowStore.holder(sql, held.group(1), Long.parseLong(held.group(2))));
            return person == null ? Set.of() : Set.of(person);
        } catch (StoreException e) {
            throw new UplineException("this box cannot read what it has: " + e.getMessage(), e);
        }
    }

    /// See [CloudFollower#webhook].
    public int webhook(ServiceDesk.Hook hook) {
        return follower.webhook(
                hook.timestamp(), hook.signature(), hook.next(), hook.body().toArray());
    }

    /// Gives the permission back. The line is closed first: no refresh may be under way.
    @Override
    public void leave() {
        follower.close();
        try {
            CloudPermission.revoke(settings, grant.refreshToken(), pace);
        } catch (UpstreamException | TargetException e) {
            throw new UplineException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Status status() {
        CloudFollower.Status status = follower.status();
        return new Status(
                status.online(),
                0,
                status.phase() == CloudFollower.Phase.LISTING ? "lists all people" : "idle",
                status.problem(),
                status.lastContactNs() == null ? null : status.skewMs(),
                status.notices());
    }

    @Override
    public void close() {
        follower.close();
    }
}
