package io.berth.learn.serve;

import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The worlds of the tests as a program finds them; {@code small-queue} takes {@code jobs} and {@code limit}. */
public final class SmallWorlds implements EnvironmentSource {
    @Override
    public List<Listed> environments() {
        return List.of(
                new Listed("small-queue", "the order of 32 jobs on one machine"),
                new Listed("shared-machine", "two queues, one machine, turn by turn"));
    }

    @Override
    public @Nullable World open(String scenario, List<Assignment> settings) {
        return switch (scenario) {
            case "small-queue" -> {
                Map<String, Integer> numbers = numbers(settings, List.of("jobs", "limit"));
                int jobs = numbers.getOrDefault("jobs", 32);
                int limit = numbers.getOrDefault("limit", Integer.MAX_VALUE);
                yield new World.Single(() -> new SmallQueue(jobs, limit));
            }
            case "shared-machine" -> {
                numbers(settings, List.of());
                yield new World.Shared(SharedMachine::new);
            }
            default -> null;
        };
    }

    private static Map<String, Integer> numbers(List<Assignment> settings, List<String> known) {
        Tree root = new Tree.Map(Position.of("small-queue"), "", List.of());
        for (Assignment setting : settings) {
            root = setting.applyTo(root);
        }
        Map<String, Integer> numbers = new TreeMap<>();
        for (Tree.Entry entry : ((Tree.Map) root).entries()) {
            if (!known.contains(entry.key())) {
                throw InputException.about(
                        entry.position(), "", entry.key(), InputException.unknown("key", entry.key(), known));
            }
            if (!(entry.value() instanceof Tree.Scalar scalar)
                    || !scalar.value().matches("[1-9][0-9]{0,5}")) {
                throw InputException.at(entry.value(), "must be a whole number, 1 to 999999");
            }
            numbers.put(entry.key(), Integer.valueOf(scalar.value()));
        }
        return numbers;
    }
}
