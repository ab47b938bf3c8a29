package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Case.Card;
import dev.lintel.controller.reference.Case.Code;
import dev.lintel.controller.reference.Case.Named;
import dev.lintel.controller.reference.Case.Phone;
import dev.lintel.controller.reference.Case.Pin;
import dev.lintel.controller.reference.Case.Shown;
import dev.lintel.controller.reference.World.Accept;
import dev.lintel.controller.reference.World.Channel;
import dev.lintel.controller.reference.World.Credential;
import dev.lintel.controller.reference.World.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is good of credentials and what shows them, PINs under duress among them, for [ReferenceDecision]. Pure.
final class ReferenceCredentials {
    private ReferenceCredentials() {}

    /// A pass of a wallet is as good before its wallet has told of it.
    static boolean isGood(Credential one) {
        boolean pass = one.code() == 1001;
        return one.status().equals("active")
                || one.status().equals("added_to_wallet")
                || (pass && one.status().equals("invited"));
    }

    static boolean shows(Credential one, Shown shown) {
        return switch (shown) {
            case Card(Long number) -> number != null && number >= 0 && !one.pin() && one.value() == number;
            case Code(Long number) -> number != null && number >= 0 && one.code() == 1001 && one.value() == number;
            case Pin(String digits) ->
                one.code() == 10 && digits.length() <= 18 && digits.equals(Long.toString(one.value()));
            case Phone(long id) -> one.code() == 800 && one.id() == id;
            case Named _ -> false;
        };
    }

    static long underDuress(long pin) {
        return pin % 10 == 9 ? pin - 9 : pin + 1;
    }

    /// The PIN whose last digit is one less, where the reader takes PINs that say who it is.
    static @Nullable Credential forced(World world, @Nullable Channel channel, List<List<Accept>> lists, Shown shown) {
        if (channel == null || !channel.duress() || !(shown instanceof Pin(String digits))) return null;
        if (digits.length() > 18) return null; // no PIN has as many
        boolean here = lists.stream()
                .flatMap(List::stream)
                .anyMatch(list -> list.means().contains("pin") || list.means().contains("pin+card"));
        if (!here) return null;
        for (Person person : world.people()) {
            for (Credential one : person.credentials()) {
                boolean theirs = one.code() == 10 && digits.equals("" + underDuress(one.value()));
                if (person.ours() && !person.deleted() && theirs) return one;
            }
        }
        return null;
    }
}
