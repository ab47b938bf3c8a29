package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel bundle`: updates of boxes that an image made.
@Command(
        name = "bundle",
        description = {
            "Makes, signs, checks and installs updates of boxes that were made by 'lintel image'.",
            "A bundle holds a whole root file system with its kernel. A box takes it only when it is signed by keys"
                    + " that the box trusts, newer than what runs, and for its board; it goes to the slot that does not"
                    + " run, and stays only when the box's own test passes after the restart."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BundleKeyCommand.class,
            BundleTrustCommand.class,
            BundleBuildCommand.class,
            BundleSignCommand.class,
            BundleVerifyCommand.class,
            BundleInstallCommand.class,
            BundleRollbackCommand.class,
            BundleStatusCommand.class,
            BundleSettleCommand.class
        },
        footer = {
            "%nFrom the first key to the first update:",
            "  lintel bundle key release.pem                               on a machine without a network",
            "  lintel bundle trust --keys release.pub --sign-with release.pem --out trust.json",
            "  lintel image build --board virt-arm64 --trust trust.json",
            "  lintel bundle build --board virt-arm64                      later, a newer version",
            "  lintel bundle sign lintel-V-virt-arm64.bundle --key release.pem",
            "  lintel bundle install lintel-V-virt-arm64.bundle            on the box"
        })
final class BundleCommand {}
