package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.action.Action;
import dev.lintel.controller.policy.Policy.Account;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.controller.yaml.Faults;
import dev.lintel.controller.yaml.Field;
import dev.lintel.controller.yaml.Section;
import dev.lintel.controller.yaml.Yaml;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `site.yaml` into a [Policy], or tells every fault of it. What the file leaves out (groups, roles,
/// shifts, holidays, areas) is none, credential types the usual ones; account, sites and channels must be there.
public final class SiteFile {
    static final int NOTES_MAX = 2_000;
    static final long ID_MAX = Integer.MAX_VALUE;

    /// No group reservation is shorter (the API's rule), so a lower limit would forbid them all.
    private static final Duration RESERVATION_MIN = Duration.ofMinutes(1);
    /// What is to hold for longer is a membership.
    private static final Duration RESERVATION_MAX = Duration.ofDays(3650);

    /// Long enough for a hub's restart or its update.
    private static final Duration STALE_MIN = Duration.ofMinutes(10);
    /// What is to hold for longer has no limit.
    private static final Duration STALE_MAX = Duration.ofDays(3650);

    /// The kinds of credentials there are (the API's codes); their meaning is fixed.
    private static final Set<Long> CODES = Set.of(10L, 11L, 181L, 200L, 203L, 800L, 1001L);

    private static final Pattern SLUG = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    private final Section root;
    private final boolean lenient;
    private final GroupNames groupNames = new GroupNames();

    private SiteFile(Section root, boolean lenient) {
        this.root = root;
        this.lenient = lenient;
    }

    /// A file for a person who is about to apply it.
    ///
    /// @param warnings what is no fault and probably not meant
    public record Read(Checked<Policy> policy, List<Fault> warnings) {
        public Read {
            warnings = List.copyOf(warnings);
        }
    }

    /// The policy in `file`, or every fault of it.
    public static Checked<Policy> load(Path file) {
        return read(file).policy();
    }

    /// As [#load], with warnings.
    public static Read read(Path file) {
        var faults = new Faults(file.toString());
        String text = Yaml.read(file, faults);
        return text == null ? new Read(new Checked.Faulty<>(faults.toList()), List.of()) : read(text, faults);
    }

    /// The policy that `text` holds, or every fault of it; `name` is the file's in the faults.
    public static Checked<Policy> parse(String name, String text) {
        return read(name, text).policy();
    }

    /// As [#parse], with warnings.
    public static Read read(String name, String text) {
        return read(text, new Faults(name));
    }

    private static Read read(String text, Faults faults) {
        Checked<Policy> policy = parse(text, faults);
        return new Read(policy, faults.warnings());
    }

    /// The policy that a hub tells, read so that a newer hub's is no fault: keys that are not known are passed
    /// over, and named. What is known must be right, except for names of an earlier version.
    public static Told told(String name, String text) {
        var faults = Faults.lenient(name);
        Checked<Policy> policy = parse(text, faults);
        return new Told(policy, faults.warnings().stream().map(Fault::key).toList());
    }

    /// What a hub told.
    ///
    /// @param passedOver paths of keys that this version does not act on
    public record Told(Checked<Policy> policy, List<String> passedOver) {
        public Told {
            passedOver = List.copyOf(passedOver);
        }
    }

    private static Checked<Policy> parse(String text, Faults faults) {
        Section root = Yaml.parse(text, faults);
        if (root == null) return new Checked.Faulty<>(faults.toList());
        Policy policy = new SiteFile(root, faults.isLenient()).policy();
        root.done();
        return faults.check(policy);
    }

    private Policy policy() {
        Account account = account(root.section("account").orNull());
        Ids siteIds = new Ids("sites");
        List<Site> sites = each("sites", true, section -> site(section, siteIds));
        if (root.has("sites") && sites.isEmpty()) root.fault("sites", "must name at least one site");
        List<CredentialType> types = credentialTypes();
        var holidaySections = new HolidaySections();
        List<Holiday> holidays = holidaySections.read(root);
        Ids shiftIds = new Ids("shifts");
        List<Shift> shifts = each("shifts", false, section -> ShiftSection.read(section, shiftIds, holidaySections));
        var channelSections = new ChannelPolicySections(siteIds, shiftIds);
        List<Policy.Channel> channels = each("channels", true, channelSections::read);
        channelSections.checkTogether();
        Ids roleIds = new Ids("roles");
        Map<Long, Section> roleSections = new HashMap<>();
        List<Role> roles = each("roles", false, section -> {
            Role role = role(section, roleIds, shiftIds, channelSections.ids());
            roleSections.put(role.id(), section);
            return role;
        });
        Ids groupIds = new Ids("groups");
        List<Group> groups = each("groups", false, section -> group(section, groupIds, roleIds));
        List<AreaLimit> areas = new AreaSections(channels).read(root);
        if (!lenient) {
            channelSections.warn(areas, roles);
            warnOfVisitors(roles, roleSections, channels);
        }
        List<Action> actions = new ActionSections(channelSections.ids(), shiftIds, channels).read(root);
        return new Policy(account, sites, types, holidays, shifts, roles, groups, channels, areas, actions);
    }

    private <T> List<T> each(String key, boolean required, Function<Section, T> read) {
        Field<List<Section>> field = root.sections(key);
        var things = new ArrayList<T>();
        for (Section section : required ? field.required(List.of()) : field.or(List.of())) {
            things.add(read.apply(section));
        }
        return things;
    }

    private @Nullable Account account(@Nullable Section account) {
        if (account == null) {
            if (!root.has("account")) root.fault("account", "is missing");
            return null;
        }
        Duration longest = account.duration("group_reservation_max", RESERVATION_MIN, RESERVATION_MAX)
                .or(Account.GROUP_RESERVATION_MAX);
        Policy.Pins pins =
                account.choice("pins", Words.settings(Policy.Pins.values())).or(Policy.Pins.SHOWN);
        return new Account(account.text("name").required(""), zone(account), longest, pins);
    }

    private static Site site(Section site, Ids ids) {
        return new Site(ids.read(site), site.text("name").required(""), zone(site), notes(site));
    }

    private List<CredentialType> credentialTypes() {
        if (!root.has("credential_types")) {
            root.known("credential_types");
            return FirstSite.credentialTypes();
        }
        Ids ids = new Ids("credential_types");
        Map<String, Integer> slugs = new HashMap<>();
        return each("credential_types", false, section -> credentialType(section, ids, slugs));
    }

    private static CredentialType credentialType(Section type, Ids ids, Map<String, Integer> slugs) {
        long id = ids.read(type);
        String slug = type.text("slug")
                .that(text -> SLUG.matcher(text).matches()
                        ? null
                        : "must be lower-case letters, digits and underscores, beginning with a letter")
                .required("");
        Integer first = slug.isEmpty() ? null : slugs.putIfAbsent(slug, type.line());
        if (first != null) type.fault("slug", "is the slug of the type in line " + first + " already");
        long code = type.number("code", 0, ID_MAX)
                .that(number -> CODES.contains(number) ? null : "must be one of " + codes() + ", not " + number)
                .required(0L);
        String number = type.text("number")
                .that(text -> text.replace(" ", "").equals(FirstSite.NUMBER)
                        ? null
                        : "an expression other than " + FirstSite.NUMBER + " is not supported by this version")
                .orNull();
        String expression = number == null ? null : FirstSite.NUMBER;
        return new CredentialType(id, type.text("label").required(""), slug, (int) code, expression);
    }

    /// A name of a group or a role. A character that no reader sees would make two names that look the same. A hub of
    /// an earlier version may have it, and its policy is applied.
    private String name(Section section) {
        Field<String> name = section.text("name");
        return (lenient ? name : name.that(SiteFile::nameFault)).required("");
    }

    private static @Nullable String nameFault(String name) {
        String invisible = TextKey.invisibleInName(name);
        return invisible == null ? null : "has the invisible character " + invisible;
    }

    private Role role(Section role, Ids ids, Ids shifts, Ids channels) {
        long id = ids.read(role);
        Long shift = role.number("shift", 1, ID_MAX).orNull();
        if (shift != null) shifts.checkReference(role, "shift", shift);
        List<Long> opens = role.numbers("channels", 1, ID_MAX).required(List.of());
        for (Long channel : opens) channels.checkReference(role, "channels", channel);
        Duration maxStale = role.duration("max_stale", STALE_MIN, STALE_MAX).orNull();
        RoleRules.Escort escort =
                role.choice("escort", Words.settings(RoleRules.Escort.values())).or(RoleRules.Escort.NONE);
        Integer level = role.integer("threat_level_max", 0, ThreatLevels.MAX).orNull();
        var rules = new RoleRules(escort, role.flag("double_tap").or(false), level);
        return new Role(id, name(role), shift, opens, notes(role), maxStale, rules);
    }

    private static void warnOfVisitors(List<Role> roles, Map<Long, Section> sections, List<Policy.Channel> channels) {
        for (Role role : roles) {
            List<Long> shut = EntryTraps.withoutHost(role, roles, channels);
            Section section = sections.get(role.id());
            if (shut.isEmpty() || section == null) continue;
            section.warn(
                    "escort",
                    "no visitor enters at "
                            + (shut.size() == 1 ? "channel " : "channels ")
                            + shut.stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + ": no role with escort: host is for "
                            + (shut.size() == 1 ? "it" : "them"));
        }
    }

    private Group group(Section group, Ids ids, Ids roles) {
        long id = ids.read(group);
        List<Long> held = group.numbers("roles", 1, ID_MAX).required(List.of());
        for (Long role : held) roles.checkReference(group, "roles", role);
        boolean global = group.flag("global_across_sites").or(false);
        String name = name(group);
        if (!lenient) groupNames.check(group, id, name);
        return new Group(id, name, held, global, notes(group));
    }

    static String notes(Section section) {
        return section.longText("notes", NOTES_MAX).or("");
    }

    private static String zone(Section section) {
        return section.text("time_zone").that(SiteFile::zoneFault).required("UTC");
    }

    private static @Nullable String zoneFault(String zone) {
        if (ZoneId.getAvailableZoneIds().contains(zone)) return null;
        return "must be a time zone such as Europe/London, not '" + zone + "'";
    }

    private static String codes() {
        return CODES.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
