package dev.lintel.controller.policy;

import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.policy.FirstPerson.Credential;
import dev.lintel.controller.policy.Policy.Account;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import dev.lintel.controller.policy.Shift.Range;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/// What a box begins with when no file says: the demo site on simulated hardware, or a bare site. Immutable.
public record FirstSite(Policy policy, List<FirstPerson> people) {
    /// Times of a door where nobody says otherwise.
    public static final DoorTimes TIMES = new DoorTimes(
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            DoorTimes.Relock.OPEN,
            true);

    /// How the demo's cards are numbered; also the only expression this version knows.
    static final String NUMBER = "fc*65536+number";

    private static final int CARD = 200;
    private static final int FOB = 181;
    private static final int PIN = 10;
    private static final int MULTI_FACTOR_PIN = 11;
    private static final int VENDOR_MOBILE = 800;
    private static final int WALLET_PASS = 1001;

    public FirstSite {
        people = List.copyOf(people);
    }

    /// Two doors, two groups, two people. Fixed: the documentation and tests name its cards.
    public static FirstSite demo() {
        var policy = new Policy(
                new Account("Lintel Demo", "UTC"),
                List.of(new Site(1, "Main Office", "UTC", "")),
                credentialTypes(),
                List.of(),
                List.of(new Shift(1, "Office hours", "", List.of(officeHours()))),
                List.of(
                        new Role(1, "Always", null, List.of(1L, 2L), ""),
                        new Role(2, "Office hours", 1L, List.of(1L), "")),
                List.of(
                        new Group(1, "Staff", List.of(1L), false, ""),
                        new Group(2, "Contractors", List.of(2L), false, "")),
                List.of(new Channel(1, 1, "Front Door", 1, TIMES), new Channel(2, 2, "Back Door", 1, TIMES)));
        var ada = new FirstPerson(
                1, "Ada", "Demo", true, 1, List.of(new Credential(1, 1001, false), new Credential(3, 4711, true)));
        var ben = new FirstPerson(2, "Ben", "Demo", true, 2, List.of(new Credential(2, 2002, false)));
        return new FirstSite(policy, List.of(ada, ben));
    }

    /// A site named as the box, with a door for each unit that is wired, and nobody in it.
    public static FirstSite bare(String name, List<Integer> units) {
        var policy = new Policy(
                new Account(name, "UTC"),
                List.of(new Site(1, name, "UTC", "")),
                credentialTypes(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                doors(units, 1));
        return new FirstSite(policy, List.of());
    }

    /// Whether nobody has said anything yet of doors, or of who may pass them.
    public static boolean isBare(Policy policy) {
        return policy.channels().isEmpty()
                && policy.roles().isEmpty()
                && policy.groups().isEmpty()
                && !policy.sites().isEmpty();
    }

    /// A policy that has no channels yet, with a door for each of these units, all of them on its first site.
    public static Policy withDoors(Policy bare, List<Integer> units) {
        return new Policy(
                bare.account(),
                bare.sites(),
                bare.credentialTypes(),
                bare.holidays(),
                bare.shifts(),
                bare.roles(),
                bare.groups(),
                doors(units, bare.sites().getFirst().id()));
    }

    private static List<Channel> doors(List<Integer> units, long site) {
        return units.stream()
                .map(unit -> new Channel(unit, unit, "Door " + unit, site, TIMES))
                .toList();
    }

    static List<CredentialType> credentialTypes() {
        return List.of(
                new CredentialType(1, "Card", "credentials_number", CARD, NUMBER),
                new CredentialType(2, "Key fob", "key_fob_number", FOB, null),
                new CredentialType(3, "PIN", "pin", PIN, null),
                new CredentialType(4, "Multi-factor PIN", "mf_pin", MULTI_FACTOR_PIN, null),
                new CredentialType(5, "Mobile access", "vendor_mobile", VENDOR_MOBILE, null),
                new CredentialType(6, "Wallet pass", "wallet_pass", WALLET_PASS, null));
    }

    private static Range officeHours() {
        return new Range(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), 9 * 60, 17 * 60);
    }
}
