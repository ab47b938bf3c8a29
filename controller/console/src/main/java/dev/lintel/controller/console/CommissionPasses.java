package dev.lintel.controller.console;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.SiteDesk;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.PolicyPasses;
import dev.lintel.controller.policy.PolicyPasses.Hours;
import dev.lintel.controller.policy.PolicyPasses.Pass;
import dev.lintel.controller.policy.PolicyPasses.Wish;
import dev.lintel.controller.policy.Shift;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.text.TextKey;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `/commission/passes`: which groups pass which doors, and when; for operators. Other roles, limits of
/// roles and what a door accepts are in the site's file ([SitePages]).
///
/// ```
///   GET  /commission/passes                    who passes, and the form; ?role=ID&group=ID fills it in; ?done=ID says
///                                              what that group passes since a change
///   POST /commission/passes                    {seen, group, role, door-ID: on, hours, day-N: on, from, to}
///        role: the one that is changed; empty: these doors beside those that the group passes then
///        hours: empty (always), a shift's id, or "new" with days 1 (Monday) to 7 and from, to as HH:MM; times and
///        days other than Monday to Friday count although hours is empty, and are refused with a shift; a form
///        without a day is refused
/// ```
final class CommissionPasses {
    static final String PATH = CommissionPages.PATH + "/passes";

    private static final String NEW = "new";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final Pattern CLOCK = Pattern.compile("([01][0-9]|2[0-4]):([0-5][0-9])");
    /// What a form has at first.
    private static final Set<DayOfWeek> WEEKDAYS = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);

    private final Pages pages;
    private final SiteDesk desk;

    CommissionPasses(Pages pages, SiteDesk desk) {
        this.pages = pages;
        this.desk = desk;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, PATH, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::pass));
    }

    /// The page.
    ///
    /// @param done what came of the last thing that was asked for
    /// @param elsewhere who says who passes; null: this page
    /// @param barred names of doors that no group passes
    /// @param seen names the policy as it stands
    /// @param groups all names, to choose from
    /// @param form as it is filled in
    record View(
            @Nullable String done,
            List<String> faults,
            @Nullable String elsewhere,
            List<Row> rows,
            List<String> barred,
            List<String> groups,
            String seen,
            Form form) {}

    /// A group's way through doors.
    ///
    /// @param hours in words
    /// @param note on other groups that a change would be parted from; empty: none
    record Row(String group, String doors, String hours, String note, String href) {}

    /// The form.
    ///
    /// @param role that it changes; empty: none in particular
    /// @param doors by name of their fields
    /// @param hours that may be chosen, by value
    /// @param days by name of their fields
    record Form(
            String group,
            String role,
            List<Tick> doors,
            Map<String, String> hours,
            String chosen,
            List<Tick> days,
            String from,
            String to) {}

    record Tick(String field, String label, boolean on) {}

    private Reply show(Request request, Session session) {
        return draw(request, session, List.of(), form(chosen(request, desk.passes())));
    }

    private Reply draw(Request request, Session session, List<String> faults, Form form) {
        String elsewhere = desk.elsewhere();
        var rows = new ArrayList<Row>();
        for (Pass pass : desk.passes()) rows.add(row(pass));
        var view = new View(
                faults.isEmpty() ? done(request.query("done")) : null,
                faults,
                elsewhere == null ? null : SyncWords.sentence(elsewhere),
                rows,
                desk.barred(),
                desk.policy().groups().stream().map(Group::name).toList(),
                SiteDesk.mark(desk.text()),
                form);
        return pages.draw(
                faults.isEmpty() ? 200 : 422,
                Place.COMMISSION,
                "Who passes",
                session,
                (out, tags, frame) -> JtecommissionpassesGenerated.render(out, tags, frame, view));
    }

    /// What the group of that id passes, in a sentence; null for none.
    private @Nullable String done(@Nullable String id) {
        for (Group group : desk.policy().groups()) {
            if (!Long.toString(group.id()).equals(id)) continue;
            List<String> passes = desk.passes().stream()
                    .filter(pass -> pass.group().id() == group.id())
                    .map(CommissionPasses::row)
                    .map(row -> row.doors + ", " + row.hours)
                    .toList();
            String all = passes.isEmpty() ? "no door of this box" : String.join("; ", passes);
            return "Written. " + group.name() + " passes " + all + ".";
        }
        return null;
    }

    private static boolean isOneGroup(List<String> sharedWith) {
        return sharedWith.size() == 1 && !sharedWith.contains(PolicyPasses.PEOPLE);
    }

    private static Row row(Pass pass) {
        Shift shift = pass.shift();
        String note = pass.sharedWith().isEmpty()
                ? ""
                : String.join(", ", pass.sharedWith()) + " " + (isOneGroup(pass.sharedWith()) ? "has" : "have")
                        + " the same role, and would keep it";
        return new Row(
                pass.group().name(),
                String.join(", ", pass.doors().stream().map(Channel::name).toList()),
                shift == null ? "at all times" : shift.name(),
                note,
                PATH + "?group=" + pass.group().id() + "&role=" + pass.role().id() + "#form");
    }

    private static @Nullable Pass chosen(Request request, List<Pass> passes) {
        for (Pass pass : passes) {
            boolean group = Long.toString(pass.group().id()).equals(request.query("group"));
            if (group && Long.toString(pass.role().id()).equals(request.query("role"))) return pass;
        }
        return null;
    }

    /// Of a pass that is to be changed, or of a new one: all doors are ticked for the first group of a box alone.
    private Form form(@Nullable Pass pass) {
        boolean first = pass == null && desk.policy().groups().isEmpty();
        List<Long> none = first ? ids() : List.of();
        List<Long> on =
                pass == null ? none : pass.doors().stream().map(Channel::id).toList();
        Long shift = pass == null ? null : pass.role().shiftId();
        return new Form(
                pass == null ? first ? "Staff" : "" : pass.group().name(),
                pass == null ? "" : Long.toString(pass.role().id()),
                doors(on),
                hours(),
                shift == null ? "" : Long.toString(shift),
                days(WEEKDAYS),
                "",
                "");
    }

    /// As it was sent.
    private Form form(Request request) {
        return new Form(
                field(request, "group"),
                field(request, "role"),
                doors(List.copyOf(ticked(request))),
                hours(),
                isTyped(request) ? NEW : field(request, "hours"),
                days(ticks(request)),
                field(request, "from"),
                field(request, "to"));
    }

    private List<Long> ids() {
        return here().stream().map(Channel::id).toList();
    }

    private List<Channel> here() {
        return desk.policy().channels().stream()
                .filter(channel -> channel.box() == null)
                .toList();
    }

    private List<Tick> doors(List<Long> on) {
        return here().stream()
                .map(door -> new Tick("door-" + door.id(), door.name(), on.contains(door.id())))
                .toList();
    }

    private Map<String, String> hours() {
        Map<String, String> hours = new LinkedHashMap<>();
        hours.put("", "at all times");
        for (Shift shift : desk.policy().shifts()) hours.put(Long.toString(shift.id()), shift.name());
        hours.put(NEW, "at the hours below");
        return hours;
    }

    private static List<Tick> days(Set<DayOfWeek> on) {
        return EnumSet.allOf(DayOfWeek.class).stream()
                .map(day -> new Tick(
                        "day-" + day.getValue(), day.getDisplayName(TextStyle.FULL, Locale.ENGLISH), on.contains(day)))
                .toList();
    }

    private Reply pass(Request request, Session session) {
        try {
            Wish wish = wish(request);
            desk.pass(wish, field(request, "seen"), session.email());
            return pages.redirect(PATH + "?done=" + desk.group(wish.group()));
        } catch (CommissionException e) {
            // Whoever was late has what stands before them: ticks of before would undo what they have not seen.
            return draw(request, session, e.sentences(), e.isLate() ? form((Pass) null) : form(request));
        }
    }

    private Wish wish(Request request) {
        String hours = field(request, "hours");
        if (!hours.isEmpty() && !hours.equals(NEW) && !NUMBER.matcher(hours).matches()) {
            throw new CommissionException("choose the hours: '" + hours + "' is none of them");
        }
        String role = field(request, "role");
        String group = field(request, "group");
        String invisible = TextKey.invisibleInName(group);
        if (invisible != null && PolicyPasses.find(desk.policy(), group) == null) {
            throw new CommissionException("the name of the group has the invisible character " + invisible);
        }
        return new Wish(
                group,
                NUMBER.matcher(role).matches() ? Long.parseLong(role) : 0,
                ticked(request),
                true,
                hours(request, hours));
    }

    /// Whether the form has times, or other days than at first, whatever is chosen above them. A browser sends the days
    /// that a form has at first, so that a form without a day is one in which somebody has unticked them.
    private static boolean isTyped(Request request) {
        return hasTimes(request) || hasOtherDays(request);
    }

    private static boolean hasTimes(Request request) {
        return !field(request, "from").isEmpty() || !field(request, "to").isEmpty();
    }

    private static boolean hasOtherDays(Request request) {
        return !ticks(request).equals(WEEKDAYS);
    }

    private Hours hours(Request request, String chosen) {
        boolean shift = !chosen.isEmpty() && !chosen.equals(NEW);
        if (ticks(request).isEmpty()) throw new CommissionException(noDay(chosen));
        if (shift && isTyped(request)) throw new CommissionException(contradiction(request, chosen));
        if (shift) return new Hours(Long.parseLong(chosen), null);
        if (chosen.isEmpty() && !isTyped(request)) return Hours.ALWAYS;
        if (chosen.isEmpty() && !hasTimes(request)) {
            throw new CommissionException("days are ticked, but From and To are empty: enter both times, or tick Monday"
                    + " to Friday again for 'at all times'");
        }
        return new Hours(null, times(request));
    }

    private String noDay(String chosen) {
        String usual = chosen.equals(NEW)
                ? ""
                : ", or tick Monday to Friday again for '" + hours().getOrDefault(chosen, chosen) + "'";
        return "no day is ticked: tick a day on which the group has access, and enter From and To" + usual;
    }

    private String contradiction(Request request, String chosen) {
        String typed = hasTimes(request)
                ? "hours are typed, " + field(request, "from") + " to " + field(request, "to")
                : "other days than Monday to Friday are ticked";
        return typed + ", and '" + hours().getOrDefault(chosen, chosen) + "' is chosen: choose 'at the hours below', or"
                + " clear the times and tick Monday to Friday";
    }

    private static Range times(Request request) {
        int from = minute(request, "from");
        int to = minute(request, "to");
        if (from >= Shift.MINUTES_OF_DAY) throw new CommissionException("hours begin at 23:59 at the latest");
        return new Range(ticks(request), from, to);
    }

    private static int minute(Request request, String name) {
        Matcher clock = CLOCK.matcher(field(request, name));
        int minute = clock.matches() ? Integer.parseInt(clock.group(1)) * 60 + Integer.parseInt(clock.group(2)) : -1;
        if (minute >= 0 && minute <= Shift.MINUTES_OF_DAY) return minute;
        throw new CommissionException(name + " is a time of the day such as 08:00, not '" + field(request, name) + "'");
    }

    private static Set<DayOfWeek> ticks(Request request) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (request.form("day-" + day.getValue()) != null) days.add(day);
        }
        return days;
    }

    private Set<Long> ticked(Request request) {
        Set<Long> doors = new HashSet<>();
        for (long id : ids()) if (request.form("door-" + id) != null) doors.add(id);
        return doors;
    }

    private static String field(Request request, String name) {
        return Objects.requireNonNullElse(request.form(name), "").strip();
    }
}
