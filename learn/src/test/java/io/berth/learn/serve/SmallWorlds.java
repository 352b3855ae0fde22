package io.berth.learn.serve;

import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import java.util.List;
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
        Tree root = new Tree.Map(Position.of(scenario), "", List.of());
        for (Assignment setting : settings) {
            root = setting.applyTo(root);
        }
        Tree.Map set = (Tree.Map) root;
        return switch (scenario) {
            case "small-queue" -> {
                int jobs = number(set, "jobs", 32);
                int limit = number(set, "limit", Integer.MAX_VALUE);
                yield new World.Single(() -> new SmallQueue(jobs, limit));
            }
            case "shared-machine" -> new World.Shared(SharedMachine::new);
            default -> null;
        };
    }

    private static int number(Tree.Map set, String key, int otherwise) {
        for (Tree.Entry entry : set.entries()) {
            if (entry.key().equals(key) && entry.value() instanceof Tree.Scalar scalar) {
                if (!scalar.value().matches("[1-9][0-9]{0,5}")) {
                    throw InputException.at(scalar, "must be a whole number from 1, but is \"" + scalar.value() + "\"");
                }
                return Integer.parseInt(scalar.value());
            }
        }
        return otherwise;
    }
}
