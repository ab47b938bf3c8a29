package dev.lintel.controller.api;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.HandDecisions;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.UpstreamDesk;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.readers.EncryptionKeys;
import dev.lintel.controller.readers.Makeup;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventQueries;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletDesk;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Mounts every resource of `/api/3`. Called once by the wiring, before the server starts.
public final class Api {

    private Api() {}

    /// What the API is made of.
    ///
    /// @param ratePerMinute requests a minute for one credential; 0: no limit
    /// @param makeup tells what box and readers are: channels show it
    /// @param lane takes what doors are told to do
    /// @param elsewhere has the doors that hang on other boxes
    /// @param whatIf answers what would happen at a door
    /// @param places where passback believes people to be
    /// @param images where people's images are
    /// @param mobile invites people's phones
    /// @param wallet invites people to passes
    /// @param keys are those of the channels' readers
    /// @param bearers finds whose an access token is
    /// @param operators finds who is signed in to the console, by the request's cookie
    /// @param accounts whose API this is
    /// @param announcements tells others of what happens
    /// @param following what is asked of following; null while this box follows nobody, or has no line to it
    /// @param peopleElsewhere where people are changed, in a sentence; null: here
    /// @param approvals has the persons who wait for an operator
    /// @param admissions decides on people that operators admit
    /// @param outputs has the named outputs of the box
    public record Settings(
            Database database,
            DoorViews doors,
            Lane lane,
            Elsewhere elsewhere,
            Time time,
            int ratePerMinute,
            Makeup makeup,
            WhatIf whatIf,
            PlaceStore places,
            Images images,
            MobileDesk mobile,
            WalletDesk wallet,
            EncryptionKeys keys,
            Bearers bearers,
            Operators operators,
            Accounts accounts,
            Announcements announcements,
            Supplier<@Nullable UpstreamDesk> following,
            Supplier<@Nullable String> peopleElsewhere,
            ApprovalDesk approvals,
            HandDecisions admissions,
            OutputDesk outputs) {}

    /// Finds whose an access token is. Any thread that may block.
    @FunctionalInterface
    public interface Bearers {
        /// Null for a token that is unknown, expired or revoked. `token`: of the characters of RFC 6750 section 2.1 and
        /// shorter than a thousand; a secret.
        @Nullable
        Principal of(String token);
    }

    /// Finds who is signed in to the console.
    @FunctionalInterface
    public interface Operators {
        /// Null when nobody is.
        @Nullable
        Principal of(Request request);
    }

    /// The API's sign-in for what is mounted elsewhere: to be set before it by [Endpoints#guard]. Requests there count
    /// as those of the API do.
    ///
    /// @param tokens lets access tokens pass, of whatever account
    /// @param ofAccount lets API keys and access tokens of this account pass
    public record Entrance(Filter tokens, Filter ofAccount) {}

    /// Returns the sign-in, for `/oauth/token/info` and `/metrics`.
    public static Entrance mount(Endpoints endpoints, Settings settings) {
        var limit = new RateLimit(settings.ratePerMinute, settings.time);
        var signIn = new SignIn(settings.database.apiKeys(), settings.bearers, limit, settings.operators);
        endpoints.guard("/api/", settings.accounts.behind(signIn));
        endpoints.onExposed(signIn::nameOf);
        mountResources(endpoints, settings);
        return new Entrance(signIn::bearer, settings.accounts.alone(signIn));
    }

    /// Mounts the same resources for requests that are signed in and counted elsewhere, and come by
    /// [Endpoints#reroute].
    public static void mountResources(Endpoints endpoints, Settings settings) {
        Database database = settings.database;
        Time time = settings.time;
        var audit = new Audit(database.events(), time);
        var pinRefusals = new PinRefusals(audit, time);
        var forwardedPins = new ForwardedPins(database, pinRefusals);
        endpoints.inTheWay(new Forwarding(settings.following, settings.peopleElsewhere, time, forwardedPins));
        var sync = new SyncJson(settings.following, settings.elsewhere);
        var parts = new ApiParts(
                database,
                time,
                audit,
                new Once(database, time::nowMs),
                new CredentialValues(),
                pinRefusals,
                settings.mobile,
                settings.wallet,
                new CredentialJson(settings.mobile, settings.wallet, database));
        new PeopleResource(parts, settings.images).mount(endpoints);
        new ImagesResource(parts, settings.images).mount(endpoints);
        new InvitesResource(parts).mount(endpoints);
        new PassbackResource(parts, settings.places).mount(endpoints);
        var acks = new AckTokens(settings.announcements, settings.accounts.shown());
        new CredentialsResource(parts, acks).mount(endpoints);
        new ReservationsResource(parts).mount(endpoints);
        new GroupReservationsResource(parts).mount(endpoints);
        new NotificationRulesResource(parts, settings.announcements, settings.accounts.shown()).mount(endpoints);
        new CredentialTypesResource(database).mount(endpoints);
        new RolesResource(database).mount(endpoints);
        new GroupsResource(database).mount(endpoints);
        new ShiftsResource(database).mount(endpoints);
        new SitesResource(database).mount(endpoints);
        new ThreatLevelResource(parts, settings.elsewhere).mount(endpoints);
        var channelJson = new ChannelJson(settings.doors, settings.makeup, settings.keys, sync);
        new ChannelsResource(database, channelJson).mount(endpoints);
        var orders = new DoorOrders(settings.lane, database::awaitDisk, time, settings.elsewhere);
        new ChannelCommandsResource(parts, channelJson, orders).mount(endpoints);
        new EvacuationResource(parts, new Evacuations(database, settings.doors, orders)).mount(endpoints);
        new EncryptionKeysResource(parts, channelJson, settings.keys).mount(endpoints);
        var desk = new AdmissionDesk(
                new Admissions(settings.admissions, time),
                database.events(),
                settings.lane,
                database::awaitDisk,
                settings.elsewhere);
        new AdmissionsResource(parts, channelJson, settings.doors, desk).mount(endpoints);
        new ApprovalsResource(parts, settings.approvals).mount(endpoints);
        new OutputsResource(parts, settings.outputs).mount(endpoints);
        new AccountResource(database, settings.accounts, acks, sync, settings.mobile).mount(endpoints);
        new SyncResource(parts, settings.following).mount(endpoints);
        new ReportsResource(parts).mount(endpoints);
        new AreasResource(database, time).mount(endpoints);
        new DecisionsResource(database, settings.whatIf).mount(endpoints);
        new ReferenceResource().mount(endpoints);
        var queries = new EventQueries(database);
        // No virtual thread: for seconds it would hold one of the few that carry requests.
        Thread.ofPlatform().daemon().name("event-tally").start(queries::countAhead);
        new EventsResource(database, new EventStore(database), queries, acks).mount(endpoints);
    }
}
