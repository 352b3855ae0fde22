package io.berth.spec.script;

import io.berth.spec.input.Position;
import java.util.List;

/**
 * One line of options in a script.
 *
 * @param slurm true for {@code #SBATCH}, false for {@code #BERTH}
 * @param words as a shell would split them
 */
public record Directive(Position position, boolean slurm, List<String> words) {
    public Directive {
        words = List.copyOf(words);
    }
}
