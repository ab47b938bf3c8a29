package dev.lintel.tools;

import java.io.InputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/// The root of the command tree.
@Command(
        name = "lintel",
        description = "Lintel, a door controller.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            HelpCommand.class,
            PresentCommand.class,
            SimCommand.class,
            WhyCommand.class,
            PassbackCommand.class,
            PeopleCommand.class,
            KeyCommand.class,
            AppCommand.class,
            UserCommand.class,
            SiteCommand.class,
            CommissionCommand.class,
            ReloadCommand.class,
            HubCommand.class,
            JoinCommand.class,
            LeaveCommand.class,
            SyncCommand.class,
            EventsCommand.class,
            CardCommand.class,
            OsdpCommand.class,
            WiegandCommand.class,
            IoCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            ResetCommand.class,
            SupportCommand.class,
            CertificateCommand.class,
            MailCommand.class,
            MobileCommand.class,
            DoctorCommand.class,
            PackageCommand.class,
            ImageCommand.class,
            BenchCommand.class,
            BundleCommand.class,
            SystemCommand.class,
            VersionCommand.class
        })
final class LintelCommand {
    /// What is piped into a command that reads it.
    final InputStream in;

    LintelCommand(InputStream in) {
        this.in = in;
    }
}
