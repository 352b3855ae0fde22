package io.berth.optimize.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.file.unit.Sense;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.ReferenceFile;
import io.berth.spec.schema.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference file about problems, and what it is made of. */
class ProblemReferenceTest {
    @Test
    void theReferenceFileIsAProblem() {
        String text = ReferenceFile.of(ProblemSchema.PROBLEM);

        StatedProblem problem =
                ProblemReader.read(TreeReader.read(Source.text("problem.yaml", text)), "problem", Sense.MAXIMIZE);

        assertThat(problem.tasks().size()).isEqualTo(2);
        assertThat(problem.rooms()).isEmpty();
    }

    @Test
    void everyDefaultAndExampleIsAValueOfItsKey() {
        for (Section section :
                List.of(ProblemSchema.PROBLEM, ProblemSchema.TASK, ProblemSchema.AGENT, ProblemSchema.EXCEPTION)) {
            for (Key key : section.keys()) {
                check(key, key.fallback());
                check(key, key.example());
            }
        }
    }

    private static void check(Key key, String yaml) {
        if (!yaml.isEmpty()) {
            key.shape().check(TreeReader.read(Source.inline("key " + key.name(), yaml)));
        }
    }
}
