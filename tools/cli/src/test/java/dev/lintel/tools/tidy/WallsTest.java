package dev.lintel.tools.tidy;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The walls between modules and packages, as ARCHITECTURE.md draws them, checked on the compiled classes.
class WallsTest {
    private static final String CONTROLLER = "dev.lintel.controller.";
    private static final JavaClasses CLASSES = imported();

    /// Of other libraries the rules ask only the packages' names: their class files are not read.
    private static JavaClasses imported() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.lintel");
    }

    @Test
    void modulesDependInOneDirection() {
        check(
                mayUse("dev.lintel.reader..", "dev.lintel.reader.."),
                mayUse("dev.lintel.sync..", "dev.lintel.sync.."),
                mayUse("dev.lintel.sim..", "dev.lintel.sim..", "dev.lintel.reader.."),
                mayUse(
                        "dev.lintel.controller..",
                        "dev.lintel.controller..",
                        "dev.lintel.reader..",
                        "dev.lintel.sync.."),
                noClasses()
                        .that()
                        .resideInAPackage("dev.lintel.tools..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.lintel.sim..")
                        .because("the simulator is an optional jar"));
    }

    @Test
    void theInnerPackagesKnowOnlyEachOther() {
        String[] pure = {"dev.lintel.reader..", CONTROLLER + "time.."};
        check(
                mayUse(CONTROLLER + "event..", with(pure, "event..")),
                mayUse(CONTROLLER + "door..", with(pure, "event..", "door..")),
                mayUse(CONTROLLER + "action..", with(pure, "event..", "door..", "action..")),
                mayUse(CONTROLLER + "access..", with(pure, "event..", "door..", "access..")),
                mayUse(CONTROLLER + "time..", with(pure)),
                mayUse(CONTROLLER + "json..", with(pure, "json..")));
    }

    /// An exit's way to its strike waits on no network and no file, and goes by no clock that somebody can set.
    @Test
    void exitsReachNeitherTheNetworkNorTheWallClock() {
        String[] outside = {"java.net..", "java.nio..", "java.io..", "java.sql..", "io.vertx..", CONTROLLER + "store.."
        };
        List<String> way = List.of(
                "dev.lintel.controller.wiring.DoorLines", CONTROLLER + "door.Strike", CONTROLLER + "door.ExitLocks");
        for (String name : way) {
            assertThat(CLASSES.contain(name)).as(name).isTrue();
            check(
                    noClasses()
                            .that()
                            .haveNameMatching(name + ".*")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(outside),
                    noClasses().that().haveNameMatching(name + ".*").should().callMethod(Time.class, "nowMs"),
                    noClasses().that().haveNameMatching(name + ".*").should().callMethod(Time.class, "now"));
        }
        check(noClasses()
                .that()
                .haveNameMatching("dev.lintel.controller.wiring.BoxLines.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(outside));
    }

    @Test
    void nobodyKnowsTheWiring() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.lintel.controller")
                .and()
                .resideOutsideOfPackage("dev.lintel.tools..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.lintel.controller"));
    }

    @Test
    void theStoreServesAndAsksNobody() {
        check(noClasses()
                .that()
                .resideInAPackage(CONTROLLER + "store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        CONTROLLER + "api..",
                        CONTROLLER + "oauth..",
                        CONTROLLER + "console..",
                        CONTROLLER + "control..",
                        CONTROLLER + "config.."));
    }

    /// What the box asks of root is read by root: little else of the box is in reach of it.
    @Test
    void rootsSideKnowsLittleOfTheBox() {
        check(mayUse(
                CONTROLLER + "system..",
                CONTROLLER + "system..",
                CONTROLLER + "update..",
                CONTROLLER + "store..",
                CONTROLLER + "files..",
                CONTROLLER + "json..",
                CONTROLLER + "time.."));
    }

    @Test
    void packagesOfTheControllerFormNoCircle() {
        check(slices().matching("dev.lintel.controller.(*)..").should().beFreeOfCycles());
    }

    @Test
    void librariesStayWhereTheyBelong() {
        check(
                only("java.sql..", CONTROLLER + "store.."),
                only("org.sqlite..", CONTROLLER + "store.."),
                only("java.lang.foreign..", "dev.lintel.reader.linux.."),
                only("com.fazecast..", "dev.lintel.reader.serial.."),
                only("com.pi4j..", "dev.lintel.reader.pi4j.."),
                only(
                        "org.bouncycastle..",
                        CONTROLLER + "backup..",
                        CONTROLLER + "tls..",
                        CONTROLLER + "console..",
                        CONTROLLER + "oauth..",
                        CONTROLLER + "update..",
                        CONTROLLER + "wallet.."),
                only("io.nayuki..", CONTROLLER + "console..", "dev.lintel.tools"),
                only("picocli..", "dev.lintel.tools.."),
                only(
                        "io.vertx..",
                        CONTROLLER + "server..",
                        CONTROLLER + "client..",
                        CONTROLLER + "webhook..",
                        CONTROLLER + "mail..",
                        "dev.lintel.tools.bench"));
    }

    @Test
    void aWallThatIsBrokenIsSeen() {
        assertThat(CLASSES).hasSizeGreaterThan(100);
        assertThatThrownBy(() -> check(only("java.sql..", "dev.lintel.tools..")))
                .hasMessageContaining("java.sql");
        assertThatThrownBy(() -> check(mayUse(CONTROLLER + "access..", "dev.lintel.reader..")))
                .hasMessageContaining("AccessFlow");
    }

    /// Classes of `from` use, of ours, only `to`.
    private static ArchRule mayUse(String from, String... to) {
        DescribedPredicate<JavaClass> allowed =
                resideInAnyPackage(to).or(DescribedPredicate.not(resideInAnyPackage("dev.lintel..")));
        return classes()
                .that()
                .resideInAPackage(from)
                .should()
                .onlyDependOnClassesThat(allowed)
                .allowEmptyShould(true)
                .as("classes in " + from + " use of ours only " + String.join(", ", to));
    }

    private static ArchRule only(String library, String... users) {
        return noClasses()
                .that()
                .resideInAPackage("dev.lintel..")
                .and()
                .resideOutsideOfPackages(users)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library);
    }

    private static String[] with(String[] pure, String... own) {
        return Stream.concat(Stream.of(pure), Stream.of(own).map(name -> CONTROLLER + name))
                .toArray(String[]::new);
    }

    private static void check(ArchRule... rules) {
        for (ArchRule rule : rules) rule.check(CLASSES);
    }
}
