package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel osdp`: what an installer needs on an RS-485 bus.
@Command(
        name = "osdp",
        description = "Tools for OSDP readers and the bus they are on.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            OsdpScanCommand.class,
            OsdpInfoCommand.class,
            OsdpPairCommand.class,
            OsdpAddressCommand.class,
            OsdpLineTestCommand.class,
            OsdpSendCommand.class,
            OsdpDecodeCommand.class,
            OsdpKeyCommand.class
        })
final class OsdpCommand {}
