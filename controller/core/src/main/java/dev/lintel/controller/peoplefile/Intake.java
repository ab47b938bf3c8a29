package dev.lintel.controller.peoplefile;

import java.util.List;

/// Takes people in, or on trial says what would become of them: the database, or a process that has one.
public interface Intake {
    /// What kind each column is. Throws [PeopleFileException] when the header names a column that is none.
    List<ColumnKind> open(List<String> columns);

    /// Takes all rows but those refused, in one transaction.
    Outcome take(Chunk chunk);
}
