package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.AuthorizeRequest.Outcome;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.PermissionStore.Allowed;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 3.1 OAuth application.
class Section31ApplicationsTest {
    @TempDir
    Path folder;

    private OAuthRig rig;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Outcome asked(Registered app) {
        var query = Map.of(
                "client_id",
                app.application().clientId(),
                "redirect_uri",
                BACK,
                "response_type",
                "code",
                "scope",
                SCOPE);
        return AuthorizeRequest.read(
                name -> query.containsKey(name) ? List.of(query.get(name)) : List.of(), rig.database, rig.issuer());
    }

    private String trialCode(Registered app) {
        return rig.code(app, new Allowed(app.application().id(), rig.tess, 2, SCOPE), null);
    }

    private void move(Registered app, State state) {
        rig.oauth.applications().setState(app.application().id(), state, By.COMMAND_LINE);
    }

    @Test
    @Spec("3.1-1")
    void thereAreThreeStates() {
        assertThat(State.values()).extracting(State::id).containsExactly("inactive", "testing", "live");
    }

    @Test
    @Spec("3.1-2")
    void anInactiveApplicationIsOfNoUse() {
        Registered app = rig.register("New", false, State.INACTIVE, BACK);
        assertThat(asked(app))
                .isInstanceOfSatisfying(
                        Outcome.Told.class, told -> assertThat(told.title()).contains("not active"));
        rig.redeem(app, rig.code(app)).refused(400, "unauthorized_client");
        rig.redeem(app, trialCode(app)).refused(400, "unauthorized_client");
        rig.renew(app, "any").refused(400, "unauthorized_client");
    }

    @Test
    @Spec("3.1-5")
    void aTestingApplicationWorksWithTheTestAccountAlone() {
        Registered app = rig.register("New", false, State.INACTIVE, BACK);
        move(app, State.TESTING);
        assertThat(asked(app)).isInstanceOf(Outcome.Asks.class);
        rig.redeem(app, rig.code(app)).refused(400, "invalid_grant");
        Pair trial = rig.redeem(app, trialCode(app)).pair();
        assertThat(rig.works(trial)).isTrue();
        assertThat(rig.http.bearer(OAuthClient.INFO, trial.access()).json()).containsEntry("account_id", 2L);
        assertThat(rig.works(rig.renew(app, trial.refresh()).pair())).isTrue();
    }

    @Test
    @Spec({"3.1-7", "3.1-8"})
    void aLiveApplicationWorksWithEveryAccount() {
        Registered app = rig.register("New", false, State.TESTING, BACK);
        move(app, State.LIVE);
        assertThat(rig.works(rig.connect(app))).isTrue();
        assertThat(rig.works(rig.redeem(app, trialCode(app)).pair())).isTrue();
    }

    @Test
    @Spec({"3.1-5", "3.1-8"})
    void aStepBackTakesEffectAtOnceAndAStepForwardGivesBack() {
        Registered app = rig.confidential();
        Pair house = rig.connect(app);
        Pair trial = rig.redeem(app, trialCode(app)).pair();
        move(app, State.TESTING);
        assertThat(rig.works(house)).isFalse();
        rig.renew(app, house.refresh()).refused(400, "invalid_grant");
        assertThat(rig.works(trial)).isTrue();
        move(app, State.INACTIVE);
        assertThat(rig.works(trial)).isFalse();
        move(app, State.LIVE);
        assertThat(rig.works(house)).isTrue();
        assertThat(rig.works(rig.renew(app, trial.refresh()).pair())).isTrue();
    }
}
