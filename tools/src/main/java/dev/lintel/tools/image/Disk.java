package dev.lintel.tools.image;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A disk of this machine.
///
/// @param name as the kernel names it: `sdb`, `mmcblk0`
/// @param model as its maker names it; empty where it does not say
/// @param refusal why no image goes there, as a sentence's end; null where one may
public record Disk(
        String name,
        Path device,
        String model,
        long bytes,
        @Nullable String refusal) {}
