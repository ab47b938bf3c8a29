package dev.lintel.controller.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.mail.MailSender.Answer;
import dev.lintel.controller.mail.MailSender.Answer.Keeps;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of letters, whatever the server says and whenever the box dies.
class PostmanTest {
    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final FakeSender sender = new FakeSender();
    /// Letters that have nothing to say any more.
    private final Set<Long> spent = new HashSet<>();

    private final Set<Long> broken = new HashSet<>();

    private DataFolder folder;
    private Database database;
    private Postman postman;
    private MailDesk desk;

    @BeforeEach
    void start() {
        open(sender);
    }

    @AfterEach
    void stop() {
        postman.close();
        database.close();
        folder.close();
    }

    private void open(@Nullable MailSender through) {
        folder = DataFolder.open(path.resolve("data"));
        database = TestDatabase.open(folder, time);
        var letters = new Letters("Lobby <1>", Map.of());
        Writer some = mail -> {
            if (broken.contains(mail.id())) throw new IllegalStateException("a secret");
            return spent.contains(mail.id()) ? null : letters.write(mail);
        };
        postman = new Postman(new Postman.Parts(database, through, some, "lobby.example", time));
        desk = new MailDesk(database, postman, some, through == null ? null : through.server(), time);
    }

    private Mail mail(long id) {
        return Objects.requireNonNull(desk.get(id)).mail();
    }

    private void after(Duration while_) throws InterruptedException {
        time.advance(while_);
        postman.work();
    }

    @Test
    void aLetterIsHandedOverOnce() throws InterruptedException {
        long id = desk.test(" ada@example.com ", "ines@example.com");
        postman.work();
        assertThat(sender.tried).singleElement().satisfies(one -> {
            assertThat(one.address()).isEqualTo("ada@example.com");
            assertThat(one.messageId()).isEqualTo("lintel-" + id + "-" + time.nowMs() + "@lobby.example");
            assertThat(one.letter().text()).contains("Lobby <1>", "ines@example.com asked for it");
            assertThat(one.letter().html()).contains("Lobby &lt;1&gt;").doesNotContain("<1>");
        });
        assertThat(mail(id).state()).isEqualTo(State.SENT);
        after(Duration.ofDays(1));
        assertThat(sender.tried).hasSize(1);
        assertThat(desk.standing().waiting()).isZero();
    }

    @Test
    void whatIsRefusedFailsAndIsTriedAgainOnlyWhenSomebodySaysSo() throws InterruptedException {
        sender.answers.add(new Answer.Refused("smtp.example.com answered 550 no such user"));
        long id = desk.test("ada@example.com", "ines@example.com");
        postman.work();
        assertThat(mail(id).state()).isEqualTo(State.FAILED);
        assertThat(mail(id).fault()).contains("550");
        assertThat(postman.fault()).as("the server works").isNull();
        after(Duration.ofDays(1));
        assertThat(sender.tried).hasSize(1);
        assertThat(desk.again(id)).isTrue();
        postman.work();
        assertThat(mail(id).state()).isEqualTo(State.SENT);
        assertThat(desk.again(id)).as("sent").isFalse();
        assertThat(desk.drop(id, "ines@example.com")).isFalse();
    }

    @Test
    void oneThatIsPutOffComesAgainLaterAndLaterAndOthersPassIt() throws InterruptedException {
        sender.answers.add(new Answer.Away("451 greylisted", Keeps.THIS));
        long first = desk.test("ada@example.com", "ines@example.com");
        long second = desk.test("ben@example.com", "ines@example.com");
        sender.answers.add(new Answer.Taken());
        sender.answers.add(new Answer.Away("451 greylisted", Keeps.THIS));
        postman.work();
        assertThat(mail(first).state()).isEqualTo(State.WAITING);
        assertThat(mail(second).state()).isEqualTo(State.SENT);
        after(Duration.ofSeconds(59));
        assertThat(sender.tried).hasSize(2);
        after(Duration.ofSeconds(1));
        assertThat(sender.tried).hasSize(3);
        after(Duration.ofMinutes(4));
        assertThat(sender.tried).hasSize(3);
        after(Duration.ofMinutes(1));
        assertThat(mail(first).state()).isEqualTo(State.SENT);
        assertThat(sender.tried.getFirst().messageId())
                .isEqualTo(sender.tried.getLast().messageId());
    }

    @Test
    void whileTheServerIsAwayOneLetterAsksForAll() throws InterruptedException {
        for (int i = 0; i < 10; i++) sender.answers.add(new Answer.Away("it cannot be connected to", Keeps.ALL));
        for (int i = 0; i < 5; i++) desk.test("p" + i + "@example.com", "ines@example.com");
        postman.work();
        assertThat(sender.tried).as("the first asks").hasSize(1);
        assertThat(desk.standing().fault()).isEqualTo("letters wait: it cannot be connected to");
        after(Duration.ofSeconds(29));
        assertThat(sender.tried).hasSize(1);
        after(Duration.ofSeconds(1));
        assertThat(sender.tried).hasSize(2);
        for (int i = 0; i < 3; i++) after(Duration.ofMinutes(10));
        assertThat(sender.tried).hasSize(5);
        sender.answers.clear();
        after(Duration.ofMinutes(10));
        assertThat(desk.standing().waiting()).isZero();
        assertThat(desk.standing().fault()).isNull();
        assertThat(desk.list(State.SENT, Long.MAX_VALUE, 10))
                .as("an outage is no attempt of theirs")
                .allSatisfy(one -> assertThat(one.attempts()).isEqualTo(1));
    }

    @Test
    void anOutageOfWeeksEndsNoLetterAndALastOneTakenOutEndsTheAlarm() throws InterruptedException {
        for (int i = 0; i < 10_000; i++) sender.answers.add(new Answer.Away("it cannot be connected to", Keeps.ALL));
        long id = desk.test("ada@example.com", "ines@example.com");
        for (int day = 0; day < 20; day++) after(Duration.ofDays(1));
        assertThat(mail(id).state()).isEqualTo(State.WAITING);
        assertThat(postman.fault()).isNotNull();
        desk.drop(id, "ines@example.com");
        postman.work();
        assertThat(postman.fault()).as("nothing waits").isNull();
    }

    @Test
    void aPasswordThatIsNotTakenIsNotTriedOftenUnlessSomebodyWantsTo() throws InterruptedException {
        for (int i = 0; i < 4; i++) sender.answers.add(new Answer.Away("535 no", Keeps.ALL_FOR_LONG));
        long id = desk.test("ada@example.com", "ines@example.com");
        postman.work();
        after(Duration.ofMinutes(59));
        postman.wake();
        postman.work();
        assertThat(sender.tried).hasSize(1);
        desk.again(id);
        postman.work();
        assertThat(sender.tried).as("somebody asked for it").hasSize(2);
        after(Duration.ofHours(1));
        assertThat(sender.tried).hasSize(3);
    }

    @Test
    void oneThatCannotBeWrittenKeepsNoOther() throws InterruptedException {
        long first = desk.test("ada@example.com", "ines@example.com");
        broken.add(first);
        long second = desk.test("ben@example.com", "ines@example.com");
        postman.work();
        assertThat(mail(first).state()).isEqualTo(State.FAILED);
        assertThat(mail(first).fault()).isEqualTo("it could not be put into words");
        assertThat(mail(second).state()).isEqualTo(State.SENT);
    }

    @Test
    void whatWasTakenOutWhileTheServerTookItWasSent() throws InterruptedException {
        long id = desk.test("ada@example.com", "ines@example.com");
        sender.meanwhile = () -> desk.drop(id, "ines@example.com");
        postman.work();
        assertThat(mail(id).state()).isEqualTo(State.SENT);
    }

    @Test
    void oneThatIsSentAgainHasAllItsDays() throws InterruptedException {
        long id = desk.test("ada@example.com", "ines@example.com");
        for (int i = 0; i < 100; i++) sender.answers.add(new Answer.Away("451 later", Keeps.THIS));
        for (int hour = 0; hour < 6 * 24; hour++) after(Duration.ofHours(1));
        assertThat(mail(id).state()).isEqualTo(State.FAILED);
        desk.again(id);
        postman.work();
        assertThat(mail(id).state()).isEqualTo(State.WAITING);
    }

    @Test
    void afterFiveDaysItIsGivenUp() throws InterruptedException {
        long id = desk.test("ada@example.com", "ines@example.com");
        for (int i = 0; i < 100; i++) sender.answers.add(new Answer.Away("451 later", Keeps.THIS));
        for (int hour = 0; hour < 5 * 24; hour++) after(Duration.ofHours(1));
        assertThat(mail(id).state()).isEqualTo(State.WAITING);
        for (int hour = 0; hour < 13; hour++) after(Duration.ofHours(1));
        assertThat(mail(id).state()).isEqualTo(State.FAILED);
        assertThat(mail(id).fault()).contains("451 later").contains("5 days");
        assertThat(sender.tried).hasSizeLessThan(25);
    }

    @Test
    void aBoxThatDiesWhileALetterIsHandedOverTriesAgainAfterAWhile() throws InterruptedException {
        long id = desk.test("ada@example.com", "ines@example.com");
        Mail due = mail(id);
        database.write(sql -> {
            MailStore.begin(
                    sql, due, time.nowMs(), time.nowMs() + Duration.ofMinutes(1).toMillis());
            return true;
        });
        database.abandon();
        folder.close();
        open(sender);
        postman.work();
        assertThat(sender.tried).isEmpty();
        after(Duration.ofMinutes(1));
        assertThat(mail(id).state()).isEqualTo(State.SENT);
        assertThat(mail(id).attempts()).isEqualTo(2);
    }

    @Test
    void withoutAServerLettersWaitAndSayWhatTheySay() throws InterruptedException {
        stop();
        open(null);
        long id = desk.test("ada@example.com", "ines@example.com");
        after(Duration.ofDays(10));
        assertThat(mail(id).state()).isEqualTo(State.WAITING);
        assertThat(postman.fault()).isNull();
        assertThat(Objects.requireNonNull(Objects.requireNonNull(desk.get(id)).letter())
                        .text())
                .contains("Lobby");
        assertThat(desk.drop(id, "ines@example.com")).isTrue();
        assertThat(mail(id).fault()).isEqualTo("taken out by ines@example.com");
        assertThat(Objects.requireNonNull(desk.get(id)).letter())
                .as("it is over")
                .isNull();
    }

    @Test
    void whatHasNothingToSayAnyMoreIsNotSent() throws InterruptedException {
        long id = desk.test("ada@example.com", "ines@example.com");
        spent.add(id);
        postman.work();
        assertThat(sender.tried).isEmpty();
        assertThat(mail(id).state()).isEqualTo(State.DROPPED);
    }

    @Test
    void aClockThatIsSetBackKeepsNoLetter() throws InterruptedException {
        sender.answers.add(new Answer.Away("451 later", Keeps.THIS));
        long id = desk.test("ada@example.com", "ines@example.com");
        postman.work();
        time.setWall("2026-02-01T10:00:00Z");
        postman.work();
        assertThat(mail(id).state()).isEqualTo(State.SENT);
    }

    @Test
    void whatEndedIsForgottenAfterAMonth() throws InterruptedException {
        long id = desk.test("ada@example.com", "ines@example.com");
        postman.work();
        after(Duration.ofDays(30));
        assertThat(desk.get(id)).isNotNull();
        after(Duration.ofMillis(1));
        assertThat(desk.get(id)).isNull();
    }

    @Test
    void noMoreWaitThanTheDiskAndThePostBear() {
        var draft = new MailStore.Draft(MailDesk.TEST, null, "a@b.example", "x");
        database.write(sql -> {
            for (int i = 0; i < MailStore.WAITING_MAX; i++) {
                assertThat(MailStore.insert(sql, draft, time.nowMs())).isNotNull();
            }
            return true;
        });
        assertThatThrownBy(() -> desk.test("ada@example.com", "x")).hasMessageContaining("5000 letters wait already");
        assertThatThrownBy(() -> desk.test("ada", "x")).hasMessage("'ada' is not an email address");
        assertThatThrownBy(() -> desk.test("ada@example.com, ben@example.com", "x"))
                .hasMessageContaining("is not an email address");
    }

    /// An invitation that was used, or withdrawn: nobody has to take its letter out, whether it waits or has failed.
    @Test
    void whatHasNothingToSayAnyMoreIsTakenOutAlsoWithoutAServer() throws InterruptedException {
        long failed = desk.test("ben@example.com", "ines@example.com");
        sender.answers.add(new Answer.Refused("no such mailbox"));
        postman.work();
        assertThat(mail(failed).state()).isEqualTo(State.FAILED);
        stop();
        open(null);
        long waits = desk.test("ada@example.com", "ines@example.com");
        long stays = desk.test("ada@example.com", "ines@example.com");
        long odd = desk.test("ada@example.com", "ines@example.com");
        postman.work();
        spent.addAll(Set.of(failed, waits));
        broken.add(odd);
        after(Duration.ofMinutes(6));
        assertThat(mail(waits).state()).isEqualTo(State.DROPPED);
        assertThat(mail(waits).fault()).isEqualTo("there was nothing to say any more");
        assertThat(mail(failed).state()).isEqualTo(State.DROPPED);
        assertThat(mail(stays).state()).isEqualTo(State.WAITING);
        assertThat(mail(odd).state()).isEqualTo(State.WAITING);
        assertThat(desk.failed()).isZero();
    }
}
