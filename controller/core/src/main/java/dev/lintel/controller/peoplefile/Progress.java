package dev.lintel.controller.peoplefile;

/// How far a file is.
///
/// @param rows of the file
/// @param done of them, refused ones too
public record Progress(int rows, int done, int created, int changed, int unchanged, int refused) {
    /// Nothing is done yet.
    static Progress begin(int rows) {
        return new Progress(rows, 0, 0, 0, 0, 0);
    }

    Progress and(Outcome outcome) {
        int newlyRefused = outcome.refused().size();
        int more = outcome.created() + outcome.changed() + outcome.unchanged() + newlyRefused;
        return new Progress(
                rows,
                done + more,
                created + outcome.created(),
                changed + outcome.changed(),
                unchanged + outcome.unchanged(),
                refused + newlyRefused);
    }

    /// In one sentence.
    public String sentence(boolean trial) {
        String would = trial ? " would be" : "";
        return created + would + " created, " + changed + would + " changed, " + unchanged + " unchanged, " + refused
                + " refused";
    }
}
