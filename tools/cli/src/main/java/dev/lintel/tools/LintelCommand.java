package dev.lintel.tools;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/// The root of the command tree.
@Command(
        name = "lintel",
        description = "Lintel, a door controller.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
final class LintelCommand {
    /// What is piped into a command that reads it.
    final InputStream in;

    private LintelCommand(InputStream in) {
        this.in = in;
    }

    /// The tree of all commands, in the order of the help.
    static CommandLine all(InputStream in) {
        var line = new CommandLine(new LintelCommand(in));
        line.addSubcommand(new HelpCommand());
        commands().forEach((name, command) -> line.addSubcommand(name, command.get()));
        return line;
    }

    /// The tree that these arguments need. Where they begin with a command's name, that is one branch: it is built in
    /// a tenth of the time of the whole tree, which takes longer than most commands.
    static CommandLine needed(InputStream in, String... arguments) {
        Supplier<Object> only = arguments.length == 0 ? null : commands().get(arguments[0]);
        if (only == null) return all(in);
        var line = new CommandLine(new LintelCommand(in));
        line.addSubcommand(arguments[0], only.get());
        return line;
    }

    private static Map<String, Supplier<Object>> commands() {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("present", PresentCommand::new);
        commands.put("sim", SimCommand::new);
        commands.put("why", WhyCommand::new);
        commands.put("passback", PassbackCommand::new);
        commands.put("threat", ThreatCommand::new);
        commands.put("evacuation", EvacuationCommand::new);
        commands.put("people", PeopleCommand::new);
        commands.put("key", KeyCommand::new);
        commands.put("app", AppCommand::new);
        commands.put("user", UserCommand::new);
        commands.put("site", SiteCommand::new);
        commands.put("commission", CommissionCommand::new);
        commands.put("reload", ReloadCommand::new);
        commands.put("hub", HubCommand::new);
        commands.put("join", JoinCommand::new);
        commands.put("leave", LeaveCommand::new);
        commands.put("sync", SyncCommand::new);
        commands.put("events", EventsCommand::new);
        commands.put("card", CardCommand::new);
        commands.put("osdp", OsdpCommand::new);
        commands.put("wiegand", WiegandCommand::new);
        commands.put("io", IoCommand::new);
        commands.put("backup", BackupCommand::new);
        commands.put("restore", RestoreCommand::new);
        commands.put("reset", ResetCommand::new);
        commands.put("support", SupportCommand::new);
        commands.put("certificate", CertificateCommand::new);
        commands.put("mail", MailCommand::new);
        commands.put("restored", RestoredCommand::new);
        commands.put("mobile", MobileCommand::new);
        commands.put("doctor", DoctorCommand::new);
        commands.put("package", PackageCommand::new);
        commands.put("image", ImageCommand::new);
        commands.put("bench", BenchCommand::new);
        commands.put("bundle", BundleCommand::new);
        commands.put("release", ReleaseCommand::new);
        commands.put("verify", VerifyCommand::new);
        commands.put("system", SystemCommand::new);
        commands.put("version", VersionCommand::new);
        return commands;
    }
}
