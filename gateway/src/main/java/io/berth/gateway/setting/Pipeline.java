package io.berth.gateway.setting;

import io.berth.core.dispatch.flow.FeatureLimits;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A request that is done in stages, each by a server of its own.
 *
 * @param name what errors call it
 * @param path at which clients ask for it
 * @param steps in the order in which they are begun
 */
public record Pipeline(String name, String path, List<Step> steps) {
    private static final int MOST_STEPS = 32;

    public Pipeline {
        steps = List.copyOf(steps);
    }

    /**
     * A stage.
     *
     * @param path at which a server is asked
     * @param model that the server must have; empty for any server
     * @param takes members of what the client sent; empty for all of it
     * @param after places of the stages whose results it gets
     * @param cached whether its result is kept
     * @param terms when it is begun, and the work that it is
     */
    public record Step(
            String name,
            String path,
            String model,
            List<String> takes,
            List<Integer> after,
            boolean cached,
            Terms terms) {
        public Step {
            takes = List.copyOf(takes);
            after = List.copyOf(after);
        }
    }

    /**
     * When a stage is begun, and its work.
     *
     * @param level those of one level run beside one another, once all of the level below are done
     * @param workNanos its time on a server of speed 1
     */
    public record Terms(int level, long workNanos) {}

    /** The pipelines of {@code file}. */
    static List<Pipeline> read(Fields file) {
        List<Pipeline> all = new ArrayList<>();
        for (Tree.Entry entry : file.has("flows") ? file.value("flows").entries() : List.<Tree.Entry>of()) {
            Fields flow = GatewaySchema.FLOW.read(entry.value());
            String path = path(flow);
            if (all.stream().anyMatch(other -> other.path.equals(path))) {
                throw InputException.at(flow.value("path"), "is that of another flow, too");
            }
            all.add(new Pipeline(entry.key(), path, steps(flow)));
        }
        return all;
    }

    /** How much of results is kept. */
    static FeatureLimits features(Fields file) {
        if (!file.has("flow_cache")) {
            return FeatureLimits.NONE;
        }
        Fields cache = file.section("flow_cache");
        return new FeatureLimits(cache.integer("entries"), cache.bytes("size"), GatewaySettings.positive(cache, "ttl"));
    }

    private static String path(Fields fields) {
        if (!fields.text("path").startsWith("/")) {
            throw InputException.at(fields.value("path"), "must begin with /, as /v1/images does");
        }
        return fields.text("path");
    }

    private static List<Step> steps(Fields flow) {
        List<Tree> items = flow.items("stages");
        if (items.isEmpty() || items.size() > MOST_STEPS) {
            throw InputException.at(flow.value("stages"), "must be 1 to " + MOST_STEPS + " stages");
        }
        List<Step> steps = new ArrayList<>();
        for (Tree item : items) {
            Fields stage = GatewaySchema.STAGE.read(item);
            List<String> names = steps.stream().map(Step::name).toList();
            if (names.contains(stage.text("name"))) {
                throw InputException.at(item, "the stage " + Quote.of(stage.text("name")) + " is there twice");
            }
            int level = 0;
            List<Integer> after = new ArrayList<>();
            for (Tree before : stage.items("after")) {
                int place = names.indexOf(before.text());
                if (place < 0) {
                    throw InputException.at(before, InputException.unknown("stage above it", before.text(), names));
                }
                after.add(place);
                level = Math.max(level, steps.get(place).terms.level + 1);
            }
            Terms terms = new Terms(level, Math.max(Nanos.MILLISECOND, stage.nanos("work")));
            List<String> takes = stage.items("takes").stream().map(Tree::text).toList();
            steps.add(new Step(
                    stage.text("name"), path(stage), stage.text("model"), takes, after, stage.flag("cached"), terms));
        }
        return byLevel(steps);
    }

    /** The same by level, which is the order in which they are begun; places are those of that order. */
    private static List<Step> byLevel(List<Step> steps) {
        List<Step> sorted = new ArrayList<>(steps);
        sorted.sort(Comparator.comparingInt(step -> step.terms.level));
        return sorted.stream()
                .map(step -> new Step(
                        step.name,
                        step.path,
                        step.model,
                        step.takes,
                        step.after.stream()
                                .map(place -> sorted.indexOf(steps.get(place)))
                                .toList(),
                        step.cached,
                        step.terms))
                .toList();
    }
}
