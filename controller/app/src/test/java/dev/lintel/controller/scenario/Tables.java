package dev.lintel.controller.scenario;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.store.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// What goes down from a hub to a box, a text a row, as the tables have it: read by statements of its own, so that
/// what the product forgets to read on both sides is missed all the same.
final class Tables {
    /// Of a person; what is in brackets is for the side that is read.
    private static final List<String> PEOPLE = List.of(
            table(
                    "'person', id, first_name, last_name, salutation, job_title, department, organisation_id,"
                            + " system_id, email, mobile, telephone, notes, barcode, custom_1, custom_2, custom_3,"
                            + " custom_4, custom_5, enabled, valid_from, valid_to, extended_unlock, first_responder,"
                            + " created_at, updated_at",
                    "person WHERE id IN [people]"),
            table(
                    "'credential', id, person_id, credential_type_id, value, card_number, pin_number, status,"
                            + " created_at, updated_at",
                    "credential WHERE person_id IN [people]"),
            table("'of role', person_id, role_id", "person_role WHERE person_id IN [people] AND role_id IN [roles]"),
            table(
                    "'of group', person_id, group_id",
                    "person_group WHERE person_id IN [people] AND group_id IN [groups]"),
            table(
                    "'reservation', r.id, person_id, start_at, end_at, created_at, updated_at, channel_id",
                    "reservation r JOIN reservation_channel c ON c.reservation_id = r.id"
                            + " WHERE person_id IN [people] AND channel_id IN [channels] AND end_at >= [ended]"),
            table(
                    "'group reservation', r.id, person_id, start_at, end_at, ended_at, created_at, updated_at,"
                            + " group_id",
                    "group_reservation r JOIN group_reservation_group g ON g.group_reservation_id = r.id"
                            + " WHERE person_id IN [people] AND group_id IN [groups] AND end_at >= [ended]"));
    private static final String PICTURES =
            "SELECT person_id, shown FROM person_image WHERE person_id IN [people] AND shown IS NOT NULL";
    /// What `site.yaml` says. The box's unit stands apart at a hub.
    private static final List<String> POLICY = List.of(
            table("'account', id, name, time_zone", "account"),
            table("'limit', account_id, group_reservation_max_ms", "account_limits"),
            table("'site', id, name, time_zone, notes", "site WHERE id IN [sites]"),
            table("'type', id, label, slug, code, number_expression", "credential_type"),
            table("'shift', id, name, notes", "shift"),
            table("'times', shift_id, position, days, from_minute, to_minute", "shift_time"),
            table("'holiday', name, date, yearly", "holiday"),
            table("'on holiday', shift_id, holiday, position, from_minute, to_minute", "shift_holiday"),
            table("'role', id, name, notes, shift_id, max_stale_ms", "role WHERE id IN [roles]"),
            table("'opens', role_id, channel_id", "role_channel WHERE channel_id IN [channels]"),
            table("'group', id, name, notes, global_across_sites", "people_group WHERE id IN [groups]"),
            table("'gives', group_id, role_id", "group_role WHERE group_id IN [groups] AND role_id IN [roles]"),
            table(
                    "'channel', id, site_id,"
                            + " coalesce((SELECT unit FROM channel_box WHERE channel_id = channel.id), unit),"
                            + " name, kind, unlock_ms, extended_unlock_ms, extended_open_ms, warning_ms, relock,"
                            + " forced, passback_mode, passback_from, passback_to, passback_window_ms,"
                            + " passback_forgive_minute, clock_held, clock_wrong, duress, auto_unlock_shift_id,"
                            + " auto_unlock_first_card",
                    "channel WHERE id IN [channels]"),
            table(
                    "'accepts', channel_id, side, position, shift_id, means",
                    "channel_accept WHERE channel_id IN [channels]"),
            table("'interlock', channel_id, other_id", "channel_interlock WHERE channel_id IN [channels]"),
            table(
                    "'airlock', outer_id, inner_id, exits_obey, entering, leaving, delay_ms",
                    "channel_airlock WHERE outer_id IN [channels]"),
            table("'floor', elevator_id, floor_id", "channel_floor WHERE elevator_id IN [channels]"));

    /// At a hub, for its box `[box]`: each is put in place of its name, in this order.
    private static final List<List<String>> AT_HUB = List.of(
            List.of("[people]", """
                    (SELECT id FROM person p WHERE deleted_at IS NULL AND (
                         EXISTS (SELECT 1 FROM person_role WHERE person_id = p.id AND role_id IN [roles])
                      OR EXISTS (SELECT 1 FROM person_group WHERE person_id = p.id AND group_id IN [groups])
                      OR EXISTS (SELECT 1 FROM reservation r
                                   JOIN reservation_channel c ON c.reservation_id = r.id
                                  WHERE person_id = p.id AND end_at >= [ended] AND channel_id IN [channels])
                      OR EXISTS (SELECT 1 FROM group_reservation r
                                   JOIN group_reservation_group g ON g.group_reservation_id = r.id
                                  WHERE person_id = p.id AND end_at >= [ended] AND ended_at IS NULL
                                    AND group_id IN [groups])))"""),
            List.of("[groups]", "(SELECT group_id FROM group_role WHERE role_id IN [roles])"),
            List.of("[roles]", "(SELECT role_id FROM role_channel WHERE channel_id IN [channels])"),
            List.of("[sites]", "(SELECT site_id FROM channel WHERE id IN [channels])"),
            List.of("[channels]", "(SELECT channel_id FROM channel_box WHERE box = '[box]')"));
    /// A box has what is its own, and nothing else.
    private static final List<List<String>> AT_BOX = List.of(
            List.of("[people]", "(SELECT id FROM person WHERE deleted_at IS NULL)"),
            List.of("[groups]", "(SELECT id FROM people_group)"),
            List.of("[roles]", "(SELECT id FROM role)"),
            List.of("[sites]", "(SELECT id FROM site)"),
            List.of("[channels]", "(SELECT id FROM channel)"));

    private final WholeLintel where;
    private final List<List<String>> names;
    private final String box;
    private final long endedBeforeMs;

    private Tables(WholeLintel where, List<List<String>> names, String box, WholeLintel hub) {
        this.where = where;
        this.names = names;
        this.box = box;
        this.endedBeforeMs =
                hub.database().read(sql -> sql.get("SELECT ended_before FROM sync_revision", row -> row.number(1)));
    }

    /// What `hub` has for `box`.
    static Tables atHub(WholeLintel hub, String box) {
        return new Tables(hub, AT_HUB, box, hub);
    }

    /// What a box of `hub` has. Reservations that have ended are nothing to boxes: the hub says which.
    static Tables atBox(WholeLintel box, WholeLintel hub) {
        return new Tables(box, AT_BOX, "", hub);
    }

    /// Everybody with all that is theirs, but for pictures.
    List<String> people() {
        return rows(PEOPLE);
    }

    List<String> policy() {
        return rows(POLICY);
    }

    /// Whose picture is which, with what its two files hold.
    List<String> pictures() {
        return where.database().read(sql -> sql.list(sided(PICTURES) + " ORDER BY 1", this::picture));
    }

    private String picture(Row row) {
        Path images = where.data.resolve("images");
        String name = row.text(2);
        return row.number(1) + " " + name + " " + sum(images.resolve(name + ".jpg")) + " "
                + sum(images.resolve(name + "-small.jpg"));
    }

    private static String sum(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            var sum = new CRC32();
            sum.update(content);
            return content.length + ":" + Long.toHexString(sum.getValue());
        } catch (NoSuchFileException e) {
            return "no file";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> rows(List<String> queries) {
        return where.database().read(sql -> {
            var rows = new ArrayList<String>();
            for (String query : queries) rows.addAll(sql.list(sided(query), row -> row.text(1)));
            rows.sort(null);
            return rows;
        });
    }

    private static String table(String columns, String from) {
        return "SELECT json_array(" + columns + ") FROM " + from;
    }

    private String sided(String query) {
        String sided = query;
        for (List<String> name : names) sided = sided.replace(name.getFirst(), name.getLast());
        return sided.replace("[box]", box).replace("[ended]", String.valueOf(endedBeforeMs));
    }
}
