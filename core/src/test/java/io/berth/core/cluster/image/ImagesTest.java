package io.berth.core.cluster.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Demand;
import io.berth.core.workload.Preference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes are worth for images, against values worked out from kube-scheduler's rule by hand. */
class ImagesTest {
    private static final long MIB = 1L << 20;

    private final Images images = new Images();

    private int[] asks(String... names) {
        return images.of(Demand.cpu(1, 1).preferring(List.of(new Preference.OfImages(List.of(names)))));
    }

    private void holds(String image, long mib, int... nodes) {
        images.set(image, new ImageHolders(mib * MIB, NodeSet.of(nodes)));
    }

    @Test
    void one_image_is_worth_what_it_is_above_23_MiB_of_a_thousand() {
        int[] one = asks("a");
        assertThat(images.worth(one, 0)).isZero();
        holds("a", 23, 0);
        assertThat(images.worth(one, 0)).isZero();
        // 100 · (33 − 23) / 977 = 1.02, (32 − 23) is 0.92.
        holds("a", 33, 0);
        assertThat(images.worth(one, 0)).isEqualTo(1);
        holds("a", 32, 0);
        assertThat(images.worth(one, 0)).isZero();
        // 100 · (512 − 23) / 977 = 50.05
        holds("a", 512, 0);
        assertThat(images.worth(one, 0)).isEqualTo(50);
        assertThat(images.worth(one, 1)).isZero();
        holds("a", 999, 0);
        assertThat(images.worth(one, 0)).isEqualTo(99);
        holds("a", 1_000, 0);
        assertThat(images.worth(one, 0)).isEqualTo(100);
        images.set("a", new ImageHolders(Long.MAX_VALUE, NodeSet.of(0)));
        assertThat(images.worth(one, 0)).isEqualTo(100);
    }

    @Test
    void several_images_add_up_and_each_counts_as_often_as_it_is_needed() {
        int[] three = asks("b", "a", "a");
        holds("a", 600, 0, 1);
        holds("b", 400, 0);

        // 100 · (1600 − 23) / 2977 = 52.97; without b 39.53.
        assertThat(images.worth(three, 0)).isEqualTo(52);
        assertThat(images.worth(three, 1)).isEqualTo(39);
        assertThat(images.worth(asks("b"), 0)).isEqualTo(38);
        assertThat(images.worth(images.of(Demand.cpu(1, 1)), 0)).isZero();
    }

    @Test
    void the_version_moves_where_the_worth_does_and_the_nodes_that_came_or_went_are_told() {
        holds("a", 600, 0, 1);
        int[] one = asks("a");
        long before = images.version(one);
        NodeSet told = images.set("a", new ImageHolders(600 * MIB, NodeSet.of(1, 70)));
        assertThat(told).isEqualTo(NodeSet.of(0, 70));
        assertThat(images.version(one)).isEqualTo(before);

        holds("a", 700, 1, 70);
        assertThat(images.version(one)).isGreaterThan(before);
        images.clear(70);
        assertThat(images.known().get("a")).isEqualTo(new ImageHolders(700 * MIB, NodeSet.of(1)));
        assertThat(images.set("a", null)).isEqualTo(NodeSet.of(1));
        assertThat(images.worth(one, 1)).isZero();
        assertThat(images.known()).isEmpty();
    }
}
