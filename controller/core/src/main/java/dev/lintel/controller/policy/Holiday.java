package dev.lintel.controller.policy;

import java.time.LocalDate;

/// One date of a holiday. Several dates may share a name: a shift names the holiday, not the date. Immutable.
///
/// @param yearly on this month and day of every year, whatever year is written; 29 February in leap years only
public record Holiday(String name, LocalDate date, boolean yearly) {}
