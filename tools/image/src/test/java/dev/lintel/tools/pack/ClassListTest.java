package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClassListTest {
    @Test
    void whatAnotherMachineHasIsKept() {
        assertThat(ClassList.names(Stream.of(
                        "java.lang.Object source: jrt:/java.base",
                        "dev.lintel.controller.door.Door source: file:/x/lib/controller-0.1.0.jar",
                        "dev.lintel.controller.door.Door$State source: file:/x/lib/controller-0.1.0.jar",
                        "dev.lintel.controller.door.Door source: file:/x/lib/controller-0.1.0.jar",
                        "dev.lintel.sim.World source: file:/x/lib/hw-sim-0.1.0.jar",
                        "java.lang.invoke.LambdaForm$MH/0x00007f source: __JVM_LookupDefineClass__",
                        "dev.lintel.Main$$Lambda/0x00007f source: dev.lintel.Main",
                        "jdk.proxy1.$Proxy4 source: __ClassLoader::defineClass__",
                        "",
                        "nonsense")))
                .containsExactly(
                        "dev.lintel.controller.door.Door", "dev.lintel.controller.door.Door$State", "java.lang.Object");
    }
}
