package dev.lintel.reader.osdp;

/// How a bus has to treat a PD.
enum PdHealth {
    /// Answers.
    LIVE,
    /// Missed a reply or two; asked again soon.
    MISSING,
    /// Does not answer; asked slowly so that the others do not wait for it.
    DEAD
}
