package dev.lintel.tools;

import dev.lintel.controller.peoplefile.Chunk;
import dev.lintel.controller.peoplefile.ChunkForm;
import dev.lintel.controller.peoplefile.ColumnKind;
import dev.lintel.controller.peoplefile.Intake;
import dev.lintel.controller.peoplefile.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The running process as one that takes people in: a request a chunk. What it refuses is a [CommandFailed].
///
/// @param dryRun nothing is written
record BoxIntake(ControlClient client, boolean dryRun) implements Intake {
    @Override
    public List<ColumnKind> open(List<String> columns) {
        return ChunkForm.kinds(client.askOne(Map.of("command", "people columns", "columns", columns)));
    }

    @Override
    public Outcome take(Chunk chunk) {
        Map<String, Object> request = new LinkedHashMap<>(ChunkForm.tree(chunk));
        request.put("command", "people import");
        request.put("dry_run", dryRun);
        return ChunkForm.outcome(client.askOne(request));
    }
}
