package io.berth.gateway.setting;

import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which requests may be split, and which may be merged.
 *
 * @param split null for none
 * @param merge null for none
 */
public record Grouping(@Nullable Split split, @Nullable Merge merge) {
    /**
     * Requests for several images or inputs that may become several calls.
     *
     * @param models whose; empty for all
     * @param shares at most
     */
    public record Split(List<String> models, int shares) {
        public Split {
            models = List.copyOf(models);
        }
    }

    /**
     * Requests for embeddings that may become one call.
     *
     * @param models whose; empty for all
     * @param holdNanos how long one is held for others at most
     * @param items inputs of a call at most
     */
    public record Merge(List<String> models, long holdNanos, int items) {
        public Merge {
            models = List.copyOf(models);
        }
    }

    static Grouping read(Fields file) {
        Fields split = file.has("split") ? file.section("split") : null;
        Fields merge = file.has("merge") ? file.section("merge") : null;
        return new Grouping(
                split == null ? null : new Split(models(split), split.integer("shares")),
                merge == null
                        ? null
                        : new Merge(models(merge), GatewaySettings.positive(merge, "hold"), merge.integer("items")));
    }

    private static List<String> models(Fields fields) {
        return fields.items("models").stream().map(Tree::text).toList();
    }
}
