package io.berth.kube.extended;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.claim.DeviceClass;
import io.berth.kube.object.Meta;
import io.berth.kube.object.ObjectKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedClassesTest {
    private static final String GPU = "nvidia.com/gpu";

    private final NamedClasses classes = new NamedClasses();

    private void put(String name, long createdSeconds, String extended) {
        Meta meta =
                new Meta(new ObjectKey("", name, "u-" + name), "1", false, createdSeconds, Map.of(), Map.of(), null);
        classes.put(name, new DeviceClass(meta, List.of(), List.of(), extended));
    }

    @Test
    void theNewestClassHasTheName() {
        put("b", 7, GPU);
        put("a", 6, GPU);
        put("c", 5, GPU);
        assertThat(classes.of(GPU)).isEqualTo("b");
        classes.put("b", null);
        assertThat(classes.of(GPU)).isEqualTo("a");
        put("a", 6, "");
        assertThat(classes.of(GPU)).isEqualTo("c");
        classes.put("c", null);
        assertThat(classes.of(GPU)).isNull();
    }

    @Test
    void ofClassesThatWereMadeAtOneTimeTheFirstByNameHasIt() {
        put("b", 7, GPU);
        put("a", 7, GPU);
        put("c", 7, GPU);
        assertThat(classes.of(GPU)).isEqualTo("a");
    }

    @Test
    void eachClassHasANameOfItsOwnBeside() {
        put("a", 7, GPU);
        put("b", 7, "");
        assertThat(classes.of(NamedClasses.IMPLICIT + "a")).isEqualTo("a");
        assertThat(classes.of("deviceclass.resource.kubernetes.io/b")).isEqualTo("b");
        assertThat(classes.of("deviceclass.resource.kubernetes.io/c")).isNull();
        classes.put("b", null);
        assertThat(classes.of("deviceclass.resource.kubernetes.io/b")).isNull();
    }
}
