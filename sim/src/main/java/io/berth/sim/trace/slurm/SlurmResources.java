package io.berth.sim.trace.slurm;

import io.berth.sim.trace.BadRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Trackable resources as sacct prints them: {@code billing=8,cpu=8,gres/gpu:a100=4,gres/gpu=4,mem=64G,node=2}, of a whole job;
 * {@link SlurmText#NONE} for what is not there. Other resources are passed over.
 *
 * @param memorySlack how far that is from the exact amount at most, since it was printed rounded
 * @param models the GPU models named, sorted and separated by bars; empty for any
 */
record SlurmResources(long nodes, long cpus, long memoryBytes, long memorySlack, long gpus, String models) {
    static final SlurmResources NOTHING =
            new SlurmResources(SlurmText.NONE, SlurmText.NONE, SlurmText.NONE, 0, SlurmText.NONE, "");

    private static final String GPU = "gres/gpu";
    private static final String TYPED_GPU = GPU + ":";
    private static final long MAX_COUNT = 100_000_000;

    /** What {@code text}, from the column {@code column}, lists. */
    static SlurmResources of(String text, String column) {
        if (SlurmText.absent(text)) {
            return NOTHING;
        }
        long nodes = SlurmText.NONE;
        long cpus = SlurmText.NONE;
        long memory = SlurmText.NONE;
        long slack = 0;
        long gpus = SlurmText.NONE;
        long typed = 0;
        List<String> models = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            int equals = entry.lastIndexOf('=');
            if (equals <= 0) {
                throw new BadRow(column, entry, "has an entry that is no resource", "entries like cpu=8");
            }
            String name = entry.substring(0, equals);
            String value = entry.substring(equals + 1);
            switch (name) {
                case "node" -> nodes = count(value, column);
                case "cpu" -> cpus = count(value, column);
                case "mem" -> {
                    memory = checked(SlurmText.bytes(value), value, column);
                    slack = SlurmText.rounding(value);
                }
                case GPU -> gpus = count(value, column);
                default -> {
                    if (name.startsWith(TYPED_GPU) && count(value, column) > 0) {
                        typed += count(value, column);
                        models.add(model(name.substring(TYPED_GPU.length()), column));
                    }
                }
            }
        }
        Collections.sort(models);
        return new SlurmResources(nodes, cpus, memory, slack, gpus >= 0 ? gpus : typed, String.join("|", models));
    }

    private static String model(String name, String column) {
        boolean sound = !name.isBlank() && name.indexOf('|') < 0 && name.chars().noneMatch(Character::isISOControl);
        if (!sound) {
            throw new BadRow(column, name, "names no GPU model", "gres/gpu:MODEL=COUNT");
        }
        return name;
    }

    private static long count(String value, String column) {
        long count = SlurmText.whole(value);
        return checked(count > MAX_COUNT ? SlurmText.WRONG : count, value, column);
    }

    private static long checked(long value, String text, String column) {
        if (value == SlurmText.WRONG) {
            throw new BadRow(column, text, "has an amount that is none", "a number, memory with K, M, G, T, P or E");
        }
        return value;
    }
}
