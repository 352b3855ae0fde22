package io.berth.app.learn;

import io.berth.app.learn.file.LearnFile;
import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.learn.training.ModelTask;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Task;
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

    /** What {@code result} of learning {@code task} came to, with all that is known of it; {@code task} makes a model. */
    LearntModel model(Task task, TrainingResult result) {
        TreeMap<String, String> lineage = new TreeMap<>();
        lineage.put("agent", file.learn().agent() + start());
        if (parent != null) {
            lineage.put(PARENT, parent.id());
        }
        lineage.put(DATA, file.data());
        lineage.put("seed", Long.toString(result.seed()));
        lineage.put("update", result.chosen() + " of " + options.updates());
        lineage.put("validation", figure("reward", result.validation()));
        for (Map.Entry<String, Double> baseline : baselines.entrySet()) {
            // A name of a fact is one word.
            lineage.put("test_" + baseline.getKey().replace(' ', '+'), figure(task.figure(), baseline.getValue()));
        }
        lineage.put("version", file.version());
        String test = figure(task.figure(), result.test()) + " on ";
        return switch (task) {
            case OrderingTask ordering -> {
                lineage.put("data_digest", file.jobs().digest());
                lineage.put(WorkloadProfile.LINEAGE, Profiler.of(file.jobs()).text());
                lineage.put("reward", ordering.setup().reward().formula());
                lineage.put(TEST, test + ordering.tested());
                yield ordering.model(file.learn().columns(), options.hidden(), result.parameters(), lineage);
            }
            case ModelTask<?> other -> {
                lineage.putAll(other.facts());
                lineage.put(TEST, test + other.tested());
                yield other.model(options.hidden(), result.parameters(), lineage);
            }
            default ->
                throw new IllegalStateException(
                        "No model is made of " + task.mdp().name() + ".");
        };
    }

    /** What is made of what is learnt of {@code task}; null where no strategy could go by it. */
    static @Nullable Class<? extends LearntModel> kind(Task task) {
        return switch (task) {
            case OrderingTask _ -> Model.class;
            case ModelTask<?> other -> other.makesModel() ? other.kind() : null;
            default -> null;
        };
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
