package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AreaSets.Link;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AreaSetsTest {
    @Test
    void doorsConnectAreas() {
        var sets = AreaSets.of(List.of(
                new Link(1, "street", "hall"),
                new Link(2, "yard", "garage"),
                new Link(3, "lab", "vault"),
                new Link(4, "hall", "lab"),
                new Link(5, "", ""),
                new Link(6, "", "vault"),
                new Link(7, "roof", "")));
        var house = new AreaSet(Set.of("street", "hall", "lab", "vault"), List.of(1L, 3L, 4L, 6L));
        for (long door : house.doors()) assertThat(sets.of(door)).isEqualTo(house);
        assertThat(sets.of(2)).isEqualTo(new AreaSet(Set.of("yard", "garage"), List.of(2L)));
        assertThat(sets.of(7)).isEqualTo(new AreaSet(Set.of("roof"), List.of(7L)));
        assertThat(sets.of(5)).isEqualTo(AreaSet.NONE);
        assertThat(sets.of(8)).isEqualTo(AreaSet.NONE);
        assertThat(sets.of("lab")).isEqualTo(house.areas());
        assertThat(sets.of("cellar")).isEqualTo(Set.of("cellar"));
        assertThat(sets.all()).hasSize(3);
    }
}
