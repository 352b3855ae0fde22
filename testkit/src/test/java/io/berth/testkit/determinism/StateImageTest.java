package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.state.StateImage;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An image of a state is that of its moment, whatever becomes of the state. */
class StateImageTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int LIVES = Seeds.some(60);
    private static final int INSTANTS = 60;

    /** An image, and what was written of it before anything else happened. */
    private record Then(StateImage image, byte[] written) {}

    @Test
    void an_image_is_written_at_the_end_of_a_life_as_it_was_at_its_moment() {
        Seeds.upTo(LIVES, seed -> {
            List<Then> images = new ArrayList<>();
            RandomLife life = new RandomLife(
                    seed, CATALOG, specs -> specs.strategy(CATALOG), (_, state) -> images.add(then(state.image())));
            life.live(INSTANTS);
            for (Then then : images) {
                assertThat(then.image.bytes()).isEqualTo(then.written);
                assertThat(then.image.state().image().bytes()).isEqualTo(then.written);
            }
        });
    }

    @Test
    void an_image_is_written_by_another_thread_while_the_state_goes_on() {
        Seeds.upTo(LIVES, seed -> {
            List<byte[]> expected = new ArrayList<>();
            List<CompletableFuture<byte[]>> others = new ArrayList<>();
            RandomLife life = new RandomLife(seed, CATALOG, specs -> specs.strategy(CATALOG), (_, state) -> {
                StateImage image = state.image();
                expected.add(image.bytes());
                others.add(CompletableFuture.supplyAsync(image::bytes));
            });
            life.live(INSTANTS);
            for (int i = 0; i < expected.size(); i++) {
                assertThat(others.get(i).join()).isEqualTo(expected.get(i));
            }
        });
    }

    private static Then then(StateImage image) {
        return new Then(image, image.bytes());
    }
}
