package dev.lintel.controller.peoplefile;

import java.util.List;

/// What became of the rows of a chunk, or of a whole file. On trial: what would become of them.
///
/// @param created people who were not there
/// @param changed people of whom something is different now
/// @param unchanged people of whom the file says what stands already
public record Outcome(int created, int changed, int unchanged, List<RefusedRow> refused) {
    public Outcome {
        refused = List.copyOf(refused);
    }
}
