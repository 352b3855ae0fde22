package io.berth.app.learn;

import io.berth.core.model.Model;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.TrainingOptions;
import io.berth.learn.training.TrainingResult;
import io.berth.learn.transfer.Profiler;
import io.berth.learn.transfer.WorkloadProfile;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a model comes from.
 *
 * @param baselines figures of well-known orders where it was tested
 * @param parent that it went on from; null where it began anew
 */
record Lineage(
        LearnFile file,
        TrainingOptions options,
        SortedMap<String, Double> baselines,
        @Nullable Parent parent) {
    /** The id of the model that this one went on from. */
    static final String PARENT = "parent";

    static final String DATA = "data";
    static final String TEST = "test";

    /** What {@code result} of learning {@code task} came to, with all that is known of it. */
    Model model(OrderingTask task, TrainingResult result) {
        TreeMap<String, String> lineage = new TreeMap<>();
        lineage.put("agent", file.learn().agent() + start());
        if (parent != null) {
            lineage.put(PARENT, parent.id());
        }
        lineage.put(DATA, file.data());
        lineage.put("data_digest", file.jobs().digest());
        lineage.put(WorkloadProfile.LINEAGE, Profiler.of(file.jobs()).text());
        lineage.put("reward", task.setup().reward().formula());
        lineage.put("seed", Long.toString(result.seed()));
        lineage.put("update", result.chosen() + " of " + options.updates());
        lineage.put(TEST, figure(task.figure(), result.test()) + " on " + task.tested());
        lineage.put("validation", figure("reward", result.validation()));
        for (Map.Entry<String, Double> baseline : baselines.entrySet()) {
            lineage.put("test_" + baseline.getKey(), figure(task.figure(), baseline.getValue()));
        }
        lineage.put("version", file.version());
        return task.model(file.learn().columns(), options.hidden(), result.parameters(), lineage);
    }

    private String start() {
        if (parent != null) {
            return " from a model";
        }
        return options.startsWithRule() ? " from a tuned rule" : "";
    }

    private static String figure(String name, double value) {
        return String.format(Locale.ROOT, "%s %.4f", name, value);
    }
}
