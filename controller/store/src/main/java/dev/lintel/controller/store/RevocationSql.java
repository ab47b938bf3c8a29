package dev.lintel.controller.store;

/// Conditions and values of queries that respect the rights which boxes of a restored hub report as revoked: tables
/// `box_withheld`, a row for each person, and `box_withheld_right`, a row for each right.
final class RevocationSql {
    /// A condition of a query of people as `p`: no box reports the person.
    static final String NOT_REVOKED = "NOT EXISTS (SELECT 1 FROM box_withheld w WHERE w.person_id = p.id)";

    /// The later of a first day and the first days that boxes report, as an SQL expression; `p` is the person.
    static final String VALID_FROM = """
            nullif(max(ifnull(p.valid_from, ''), ifnull((SELECT max(w.day) FROM box_withheld_right w
               WHERE w.person_id = p.id AND w.kind = 'valid_from'), '')), '')""";
    /// The earlier of a last day and the last days that boxes report. `~` is after each date.
    static final String VALID_TO = """
            nullif(min(ifnull(p.valid_to, '~'), ifnull((SELECT min(w.day) FROM box_withheld_right w
               WHERE w.person_id = p.id AND w.kind = 'valid_to'), '~')), '~')""";

    private RevocationSql() {}

    /// A condition of a query: no box reports the right `kind` with number `item` of `person`, both SQL expressions.
    static String notRevoked(String person, String kind, String item) {
        return "NOT EXISTS (SELECT 1 FROM box_withheld_right w WHERE w.person_id = " + person + " AND w.kind = '" + kind
                + "' AND w.item_id = " + item + ")";
    }
}
