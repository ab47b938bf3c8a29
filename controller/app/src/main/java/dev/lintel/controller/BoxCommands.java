package dev.lintel.controller;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.acme.BoxCertificate;
import dev.lintel.controller.api.PeopleExport;
import dev.lintel.controller.api.PeopleImport;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.LetIn;
import dev.lintel.controller.commission.TrialWatch;
import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.control.AppCommands;
import dev.lintel.controller.control.CertificateCommands;
import dev.lintel.controller.control.Command;
import dev.lintel.controller.control.CommissionCommands;
import dev.lintel.controller.control.DoctorCommand;
import dev.lintel.controller.control.EvacuationCommands;
import dev.lintel.controller.control.EventsTailCommand;
import dev.lintel.controller.control.HubCommands;
import dev.lintel.controller.control.IoCommands;
import dev.lintel.controller.control.KeyCommands;
import dev.lintel.controller.control.MailCommands;
import dev.lintel.controller.control.MobileCommands;
import dev.lintel.controller.control.OsdpCommands;
import dev.lintel.controller.control.PassbackCommands;
import dev.lintel.controller.control.PeopleCommands;
import dev.lintel.controller.control.PresentCommand;
import dev.lintel.controller.control.ResetCommands;
import dev.lintel.controller.control.RestoredCommands;
import dev.lintel.controller.control.ServiceCommands;
import dev.lintel.controller.control.SimClockCommand;
import dev.lintel.controller.control.SimCommand;
import dev.lintel.controller.control.SiteCommands;
import dev.lintel.controller.control.SyncCommands;
import dev.lintel.controller.control.ThreatCommands;
import dev.lintel.controller.control.TrialCommand;
import dev.lintel.controller.control.UserCommands;
import dev.lintel.controller.control.WhyCommand;
import dev.lintel.controller.control.WiegandWatchCommand;
import dev.lintel.controller.door.AllDoors;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.hub.HubDesk;
import dev.lintel.controller.hub.RemoteDoors;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletDesk;
import dev.lintel.controller.wiring.ReaderWires;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the command line may ask the running process, by name.
final class BoxCommands {
    private BoxCommands() {}

    /// `url`: the address the box is known by, or null while nothing is served.
    static Map<String, Command> of(
            Front.Parts parts, UserDesk desk, Applications applications, Supplier<@Nullable String> url, Time time) {
        var events = new EventStore(parts.database());
        var log = parts.database().events();
        var simulator = parts.hardware().simulator();
        Map<String, Command> commands = new HashMap<>();
        commands.put("present", new PresentCommand(simulator, parts.doors(), log, events, time));
        commands.put("sim", new SimCommand(simulator, parts.doors()));
        commands.put(
                "sim clock",
                new SimClockCommand(simulator != null, parts.asking().clock()::tell));
        var names = new ConsoleStore(parts.database());
        commands.put("why", new WhyCommand(parts.asking().whatIf(), parts.doors(), names::traceNames));
        commands.put("events tail", new EventsTailCommand(log, events, names::traceNames));
        addWires(commands, parts.wires(), time);
        var users = new UserCommands(desk, url);
        commands.put("user create", users::create);
        commands.put("user invite", users::invite);
        commands.put("user list", users::list);
        commands.put("user password", users::password);
        commands.put("user unlock", users::unlock);
        commands.put("user remove", users::remove);
        var site = new SiteCommands(parts.policy());
        commands.put("site plan", site::plan);
        commands.put("site apply", site::apply);
        commands.put("site export", site::export);
        addPassback(commands, parts, time);
        var threats = new ThreatCommands(parts.database());
        commands.put("threat show", threats::show);
        commands.put("threat set", threats::set);
        var people = new PeopleCommands(
                new PeopleImport(parts.database(), time, parts.following()::elsewhere),
                new PeopleExport(parts.database()));
        commands.put("people columns", people::columns);
        commands.put("people import", people::bring);
        commands.put("people export", people::export);
        var keys = new KeyCommands(parts.database().apiKeys(), users, log, time);
        commands.put("key create", keys::create);
        commands.put("key list", keys::list);
        commands.put("key revoke", keys::revoke);
        var apps = new AppCommands(applications);
        commands.put("app create", apps::create);
        commands.put("app list", apps::list);
        commands.put("app set-state", apps::setState);
        commands.put("app rotate-secret", apps::rotateSecret);
        commands.put("app delete", apps::delete);
        var sync = new SyncCommands(parts.following(), parts.database());
        commands.put("join plan", sync::plan);
        commands.put("join confirm", sync::confirm);
        commands.put("join drop", sync::drop);
        commands.put("leave", sync::leave);
        commands.put("sync status", sync::status);
        commands.put("sync now", sync::now);
        commands.put("sync held", sync::held);
        commands.put("sync accept", sync::accept);
        addService(commands, new ServiceCommands(parts.following().service(), url));
        return commands;
    }

    private static void addPassback(Map<String, Command> commands, Front.Parts parts, Time time) {
        var passback = new PassbackCommands(
                parts.database(),
                parts.asking().places(),
                () -> parts.policy().snapshot().areas(),
                parts.database().events(),
                time);
        commands.put("passback forgive", passback::forgive);
    }

    private static void addWires(Map<String, Command> commands, ReaderWires wires, Time time) {
        commands.put("wiegand watch", new WiegandWatchCommand(wires.wiegand()));
        new OsdpCommands(wires.desk().lines()).addTo(commands);
        new IoCommands(wires.desk(), time).addTo(commands);
    }

    private static void addService(Map<String, Command> commands, ServiceCommands service) {
        commands.put("service begin", service::begin);
        commands.put("service plan", service::plan);
        commands.put("service confirm", service::confirm);
        commands.put("service drop", service::drop);
        commands.put("service webhook", service::webhook);
    }

    private static Command doctor(Front.Parts parts, WalletDesk wallet, Time time) {
        return new DoctorCommand(
                new DoctorCommand.Parts(
                        parts.health(),
                        parts.doors(),
                        parts.wires().reports(),
                        parts.asking().clock()::read,
                        parts.following(),
                        parts.database(),
                        () -> StartCache.found(Path.of("/proc/self/maps"), System.getProperty("lintel.home")),
                        wallet::signedUntil),
                time);
    }

    /// Adds what a box is looked after by, up to its factory reset. `listens`: see [Front#listens].
    static void addCare(
            Map<String, Command> commands,
            Front.Parts parts,
            WalletDesk wallet,
            Supplier<@Nullable String> listens,
            Time time) {
        commands.put("trial", new TrialCommand(parts.health(), parts.wires().silent(), listens));
        commands.put("doctor", doctor(parts, wallet, time));
        var resetting = parts.asking().resetting();
        var reset = new ResetCommands(
                new ResetCommands.Parts(
                        parts.config().name(),
                        parts.surroundings().board(),
                        parts.folder().home(),
                        parts.database(),
                        parts.following(),
                        resetting.acts(),
                        resetting.again(),
                        Path.of("/")),
                time);
        commands.put("reset plan", reset::plan);
        commands.put("reset open", reset::open);
        commands.put("reset typed", reset::typed);
        commands.put("reset leave", reset::leave);
    }

    /// Adds evacuations, of this box's doors and of those of the boxes that follow `hub`.
    static void addEvacuation(Map<String, Command> commands, Front.Parts parts, Hub hub, Time time) {
        Database database = parts.database();
        var elsewhere = new RemoteDoors(hub);
        var doors = new AllDoors(parts.doors(), elsewhere, elsewhere);
        var orders = new DoorOrders(parts.asking().lane(), database::awaitDisk, time, elsewhere);
        var evacuation = new EvacuationCommands(new Evacuations(database, doors, orders));
        commands.put("evacuation show", evacuation::show);
        commands.put("evacuation start", evacuation::start);
        commands.put("evacuation end", evacuation::end);
    }

    /// Adds what it may ask of letters.
    static void addMail(Map<String, Command> commands, MailDesk desk, EventLog log, Time time) {
        var mail = new MailCommands(desk, log, time);
        commands.put("mail list", mail::list);
        commands.put("mail show", mail::show);
        commands.put("mail test", mail::test);
        commands.put("mail again", mail::again);
        commands.put("mail drop", mail::drop);
    }

    /// Adds what it may ask of what a restore holds.
    static void addRestored(Map<String, Command> commands, RestoredCommands restored) {
        commands.put("restored", restored::run);
    }

    /// Adds what it may ask of phones.
    static void addMobile(
            Map<String, Command> commands, MobileDesk desk, WalletDesk wallet, Supplier<@Nullable String> url) {
        var mobile = new MobileCommands(desk, wallet, url);
        commands.put("mobile list", mobile::list);
        commands.put("mobile invite", mobile::invite);
        commands.put("mobile show", mobile::show);
        commands.put("mobile revoke", mobile::revoke);
    }

    /// Adds what it may ask of the box's certificates.
    static void addCertificate(Map<String, Command> commands, BoxCertificate certificate) {
        var asked = new CertificateCommands(certificate);
        commands.put("certificate show", asked::show);
        commands.put("certificate renew", asked::renew);
        commands.put("certificate install", asked::install);
        commands.put("certificate remove", asked::remove);
    }

    /// Adds what it may ask of a hub.
    static void addHub(Map<String, Command> commands, HubDesk desk, Supplier<@Nullable String> url) {
        var hub = new HubCommands(desk, url);
        commands.put("hub code", hub::code);
        commands.put("hub boxes", hub::boxes);
        commands.put("hub heads", hub::heads);
        commands.put("hub keep", hub::keep);
        commands.put("hub revoke", hub::revoke);
        commands.put("hub withdraw", hub::withdraw);
        commands.put("hub writes", hub::writes);
        commands.put("hub restored", hub::restored);
        commands.put("hub held", hub::held);
        commands.put("hub publish", hub::publish);
        commands.put("hub approve", hub::approve);
    }

    /// Adds what installers do.
    static void addCommissioning(
            Map<String, Command> commands, Commissioning commissioning, Front.Parts parts, Time time) {
        Database database = parts.database();
        var events = new EventStore(database);
        var trials = new TrialWatch(
                commissioning, parts.doors(), parts.wires().desk().inputs(), database.events(), events);
        var admissions = new AdmissionDesk(
                new Admissions(parts.asking().decisions(), time),
                database.events(),
                parts.asking().lane(),
                database::awaitDisk);
        new CommissionCommands(commissioning, trials, new LetIn(admissions, database, time)).addTo(commands);
    }
}
