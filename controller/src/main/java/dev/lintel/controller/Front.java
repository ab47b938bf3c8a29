package dev.lintel.controller;

import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.WebServer;
import dev.lintel.controller.api.WebServerException;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.control.Command;
import dev.lintel.controller.control.ControlServer;
import dev.lintel.controller.control.EventsTailCommand;
import dev.lintel.controller.control.PresentCommand;
import dev.lintel.controller.control.SimCommand;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxNames;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.reader.hardware.Hardware;
import java.io.PrintStream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// The box's outside: certificate, web server with API and pages, control socket. Opened by [Lintel] when the doors
/// work already; nothing here is on a card's way.
final class Front implements AutoCloseable {
    /// What is served and told.
    record Parts(
            ControllerConfig config,
            DataFolder folder,
            Database database,
            PolicyCatalog policy,
            DoorViews doors,
            Hardware hardware,
            Health health,
            Surroundings surroundings) {}

    /// The outside cannot be opened; the message is a sentence.
    static final class FrontException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FrontException(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private final WebServer server;
    private final ControlServer control;

    private Front(WebServer server, ControlServer control) {
        this.server = server;
        this.control = control;
    }

    static Front open(Parts parts, Time time) {
        ControllerConfig config = parts.config;
        String url = config.publicUrl();
        try {
            var certificates = new Certificates(parts.folder.folder("tls"), time);
            var served = certificates.ensure(BoxNames.of(URI.create(url == null ? "https://localhost" : url)));
            var endpoints = new Endpoints();
            var listen = config.listen();
            var server = WebServer.start(
                    new WebServer.Settings(listen.https(), listen.http(), served.key(), served.certificate(), url),
                    endpoints,
                    time);
            var control = ControlServer.open(parts.folder.path(), time, commands(parts, time));
            return new Front(server, control);
        } catch (TlsException | WebServerException e) {
            throw new FrontException(e);
        }
    }

    private static Map<String, Command> commands(Parts parts, Time time) {
        var events = new EventStore(parts.database);
        var log = parts.database.events();
        var simulator = parts.hardware.simulator();
        Map<String, Command> commands = new HashMap<>();
        commands.put("present", new PresentCommand(simulator, parts.doors, log, events, time));
        commands.put("sim", new SimCommand(simulator, parts.doors));
        commands.put("events tail", new EventsTailCommand(log, events));
        return commands;
    }

    void welcome(PrintStream out, String doorsAfter, String readyAfter) {
        out.println("Lintel is ready. Doors worked after " + doorsAfter + ", HTTPS after " + readyAfter + ".");
        out.println("  Page     " + server.publicUrl() + "/");
    }

    @Override
    public void close() {
        control.close();
        server.close();
    }
}
