package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.action.Action;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorTimes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// All that `site.yaml` covers: what a file wants, or what stands in the database. Immutable; lists are by id
/// (holidays by name and date, areas by name), so two policies that say the same are equal.
///
/// @param actions what switches outputs and commands doors
/// @param account null only in a database that has not begun
public record Policy(
        @Nullable Account account,
        List<Site> sites,
        List<CredentialType> credentialTypes,
        List<Holiday> holidays,
        List<Shift> shifts,
        List<Role> roles,
        List<Group> groups,
        List<Channel> channels,
        List<AreaLimit> areas,
        List<Action> actions) {
    public static final Policy EMPTY =
            new Policy(null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    public Policy {
        actions = byId(actions, Action::id);
        sites = byId(sites, Site::id);
        credentialTypes = byId(credentialTypes, CredentialType::id);
        holidays = holidays.stream()
                .sorted(Comparator.comparing(Holiday::name).thenComparing(Holiday::date))
                .toList();
        shifts = byId(shifts, Shift::id);
        roles = byId(roles, Role::id);
        groups = byId(groups, Group::id);
        channels = byId(channels, Channel::id);
        areas = areas.stream().sorted(Comparator.comparing(AreaLimit::name)).toList();
    }

    /// A policy without limits of areas and without actions.
    public Policy(
            @Nullable Account account,
            List<Site> sites,
            List<CredentialType> credentialTypes,
            List<Holiday> holidays,
            List<Shift> shifts,
            List<Role> roles,
            List<Group> groups,
            List<Channel> channels) {
        this(account, sites, credentialTypes, holidays, shifts, roles, groups, channels, List.of(), List.of());
    }

    /// The box's one customer account; its id is 1.
    ///
    /// @param timeZone name of a zone, such as `Europe/London`
    /// @param groupReservationMax the longest that a group reservation may last
    /// @param pins how answers and exports show PINs
    public record Account(String name, String timeZone, Duration groupReservationMax, Pins pins) {
        public static final long ID = 1;
        /// Where nobody says otherwise.
        public static final Duration GROUP_RESERVATION_MAX = Duration.ofDays(365);

        public Account(String name, String timeZone) {
            this(name, timeZone, GROUP_RESERVATION_MAX);
        }

        public Account(String name, String timeZone, Duration groupReservationMax) {
            this(name, timeZone, groupReservationMax, Pins.SHOWN);
        }
    }

    /// How answers and exports show PINs to those who may read people.
    public enum Pins {
        /// As digits: what the contract says.
        SHOWN,
        /// As `******`, except in the answer to the request that sets the PIN.
        MASKED
    }

    public record Site(long id, String name, String timeZone, String notes) {}

    /// A kind of credential that people of the account may hold.
    ///
    /// @param number how a card's number is made of its fields, or null for the plain number
    public record CredentialType(
            long id,
            String label,
            String slug,
            int code,
            @Nullable String number) {}

    /// Channels, and when.
    ///
    /// @param shiftId null: always
    /// @param maxStale how long it holds at a box that has no contact with the hub that it follows; null: for ever
    /// @param rules escorts, double taps and threat levels
    public record Role(
            long id,
            String name,
            @Nullable Long shiftId,
            List<Long> channels,
            String notes,
            @Nullable Duration maxStale,
            RoleRules rules) {
        public Role {
            channels = channels.stream().distinct().sorted().toList();
        }

        /// With ordinary rules.
        public Role(
                long id,
                String name,
                @Nullable Long shiftId,
                List<Long> channels,
                String notes,
                @Nullable Duration maxStale) {
            this(id, name, shiftId, channels, notes, maxStale, RoleRules.PLAIN);
        }

        /// The same role with other channels.
        Role of(List<Long> others) {
            return new Role(id, name, shiftId, others, notes, maxStale, rules);
        }

        /// Holds however long there is no contact.
        public Role(long id, String name, @Nullable Long shiftId, List<Long> channels, String notes) {
            this(id, name, shiftId, channels, notes, null);
        }
    }

    public record Group(long id, String name, List<Long> roles, boolean globalAcrossSites, String notes) {
        public Group {
            roles = roles.stream().distinct().sorted().toList();
        }
    }

    /// A door's place, name and times.
    ///
    /// @param unit names the wiring in the `controller.yaml` of the box that it hangs on
    /// @param box at a hub: the box that it hangs on, see [BoxName]; null: this one
    public record Channel(
            long id,
            int unit,
            String name,
            long siteId,
            DoorTimes times,
            DoorRules rules,
            ChannelAccess access,
            @Nullable String box) {
        /// A channel of this box.
        public Channel(
                long id, int unit, String name, long siteId, DoorTimes times, DoorRules rules, ChannelAccess access) {
            this(id, unit, name, siteId, times, rules, access, null);
        }

        public Channel(long id, int unit, String name, long siteId, DoorTimes times) {
            this(id, unit, name, siteId, times, DoorRules.PLAIN, ChannelAccess.USUAL);
        }

        /// The same, hanging on that box; null: on the one whose policy it is in.
        Channel at(@Nullable String otherBox) {
            return new Channel(id, unit, name, siteId, times, rules, access, otherBox);
        }
    }

    /// At a hub: what the box of that name gets. The channels that hang on it are its own there; what leads to none of
    /// them is left out. A name that no channel has gives a policy without channels.
    public Policy forBox(String box) {
        return BoxPolicy.of(this, box);
    }

    /// At a hub: all of it, for a box that is to have all. Its own channels are its own there, those of other
    /// boxes keep their box, and the hub's own hang on a box that is named as the hub (made a [BoxName] that no
    /// other has).
    public Policy everythingFor(String box, String hub) {
        return BoxPolicy.everything(this, box, hub);
    }

    /// As the text of a `site.yaml`; [SiteFile] reads the same policy back from it.
    public String toText() {
        return SiteExport.write(this);
    }

    private static <T> List<T> byId(List<T> list, ToLongFunction<T> id) {
        return list.stream().sorted(Comparator.comparingLong(id)).toList();
    }
}
