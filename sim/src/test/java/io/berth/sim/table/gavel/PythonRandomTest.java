package io.berth.sim.table.gavel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PythonRandomTest {
    /** What {@code random.Random(2)} of Python 3 answers. */
    @Test
    void draws_are_those_of_python() {
        PythonRandom random = new PythonRandom(2);

        assertThat(random.unit()).isEqualTo(0.9560342718892494);
        assertThat(random.unit()).isEqualTo(0.9478274870593494);
        assertThat(random.between(1.5, 3)).isEqualTo(1.584827051590213);
        assertThat(List.of(random.below(26), random.below(26), random.below(1), random.below(3)))
                .containsExactly(2, 11, 0, 2);
        List<Integer> list = new ArrayList<>(List.of(0, 1, 2, 3, 4));
        random.shuffle(list);
        assertThat(list).containsExactly(1, 0, 3, 4, 2);
    }

    @Test
    void a_seed_of_0_and_many_words_are_those_of_python() {
        PythonRandom random = new PythonRandom(0);
        double last = 0;
        for (int i = 0; i < 2000; i++) {
            last = random.unit();
        }

        assertThat(last).isEqualTo(0.35278860284662805);
    }
}
