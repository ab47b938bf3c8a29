package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel system`: the machine around the box.
@Command(
        name = "system",
        description = {
            "On a box, as root: how its machine stands, its network, its clock, and a restart.",
            "The page /system of the box does the same for operators. Updates: 'lintel bundle'."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SystemStatusCommand.class,
            SystemNetworkCommand.class,
            SystemRestartCommand.class,
            SystemClockCommand.class,
            SystemServeCommand.class
        },
        footer = {
            "%nExamples:",
            "  lintel system status",
            "  lintel system network --address 192.168.7.20/24 --gateway 192.168.7.1",
            "  lintel system network --keep"
        })
final class SystemCommand {}
