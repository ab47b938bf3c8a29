package dev.lintel.controller.control;

import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileLetter;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.wallet.WalletDesk;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `mobile list` (`n`, `of`: a name, email address or number): a phone or pass a line, the newest first. `mobile
/// invite` (`person`, `wallet`: to a pass), `mobile show` (`id`): with the code or the link while it is good. `mobile
/// revoke` (`id`).
public final class MobileCommands {
    private static final MobileDesk.By BY = new MobileDesk.By("command line", "command line");
    private static final long LIST = 50;
    private static final int LIST_MAX = 1_000;

    private final MobileDesk desk;
    private final WalletDesk wallet;
    private final Supplier<@Nullable String> url;

    /// @param url where this box is reached; null: nowhere yet
    public MobileCommands(MobileDesk desk, WalletDesk wallet, Supplier<@Nullable String> url) {
        this.desk = desk;
        this.wallet = wallet;
        this.url = url;
    }

    public void list(Request request, Responses out) {
        Long n = request.nullableNumber("n");
        int most = Math.clamp(n == null ? LIST : n, 1, LIST_MAX);
        String of = request.nullableText("of");
        for (Phone phone : of == null ? desk.list(Long.MAX_VALUE, most) : desk.find(of.strip(), most)) {
            out.send(shown(phone));
        }
    }

    private static Map<String, @Nullable Object> shown(Phone phone) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", phone.id());
        json.put("person_id", phone.personId());
        json.put("person", phone.person());
        json.put("status", phone.status());
        json.put("kind", phone.pass() ? "pass" : "phone");
        if (phone.pass()) json.put("wallet", phone.wallet());
        json.put("device", phone.device());
        json.put("made_at", time(phone.createdAtMs()));
        json.put("used_at", phone.usedAtMs() == null ? null : time(phone.usedAtMs()));
        return json;
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    public void invite(Request request, Responses out) {
        try {
            long person = request.number("person");
            if (request.flag("wallet")) {
                WalletDesk.Made made = wallet.inviteAnew(person, BY);
                Map<String, @Nullable Object> json = whole(made.credentialId());
                json.put("letter", made.letter());
                out.send(json);
                return;
            }
            MobileDesk.Made made = desk.inviteAnew(person, BY);
            Map<String, @Nullable Object> json = whole(made.credential().id());
            json.put("letter", made.letter());
            out.send(json);
        } catch (MobileException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    public void show(Request request, Responses out) {
        out.send(whole(request.number("id")));
    }

    private Map<String, @Nullable Object> whole(long id) {
        Phone phone = desk.phone(id);
        if (phone != null && phone.pass()) return pass(phone);
        Credential credential = desk.credential(id);
        if (phone == null || credential == null) throw new Refused("there is no phone or pass " + id);
        Map<String, @Nullable Object> json = shown(phone);
        MobileDesk.Code code = desk.code(credential);
        String base = url.get();
        json.put("code", code == null ? null : code.code());
        json.put("link", code == null || base == null ? null : MobileLetter.link(base, code));
        json.put("expires_at", phone.expiresAtMs() == null ? null : time(phone.expiresAtMs()));
        return json;
    }

    private Map<String, @Nullable Object> pass(Phone phone) {
        Credential credential = wallet.credential(phone.id());
        String link = credential == null ? null : wallet.url(credential);
        Map<String, @Nullable Object> json = shown(phone);
        json.put("link", link);
        json.put("expires_at", link == null ? null : wallet.goodUntil().toString());
        return json;
    }

    public void revoke(Request request, Responses out) {
        long id = request.number("id");
        Phone phone = desk.phone(id);
        try {
            if (phone != null && phone.pass()) wallet.revoke(id, BY);
            else desk.revoke(id, BY);
        } catch (MobileException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
        Phone left = desk.phone(id);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("kind", phone != null && phone.pass() ? "pass" : "phone");
        json.put("status", left == null ? "withdrawn" : left.status());
        out.send(json);
    }
}
