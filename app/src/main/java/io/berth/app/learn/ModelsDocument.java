package io.berth.app.learn;

import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.learn.store.StoredModel;
import io.berth.learn.transfer.Fact;
import io.berth.learn.transfer.Trait;
import io.berth.learn.transfer.WorkloadProfile;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code berth models --json} prints. */
final class ModelsDocument {
    private ModelsDocument() {}

    /** Of {@code ls}. */
    record All(List<Line> models) {}

    /** Of actions whose result is what they were done to. */
    record Ids(List<String> ids) {}

    /**
     * One model, of {@code ls} and {@code show}.
     *
     * @param damaged what is wrong with its file; null where nothing is, and then the others are there
     * @param rows how many jobs it looks at; null where it decides no order
     */
    record Line(
            String id,
            @Nullable String damaged,
            @Nullable String decides,
            @Nullable String columns,
            @Nullable String layers,
            @Nullable Integer rows,
            SortedMap<String, String> lineage) {}

    /**
     * Of {@code similar}.
     *
     * @param unknown models that do not say what their workload was like
     */
    record Similar(String scenario, Profile workload, List<Compared> models, List<String> unknown) {}

    /** A model and how far its workload is. */
    record Compared(
            String id, @Nullable String data, double distance, SortedMap<String, Double> parts, Profile workload) {}

    /**
     * What a workload is like.
     *
     * @param quantiles of each trait, from the least to the most in tenths
     * @param orderSlowdowns mean bounded slowdown under well-known orders, on short parts
     */
    record Profile(
            int jobs,
            SortedMap<String, List<Double>> quantiles,
            SortedMap<String, Double> facts,
            SortedMap<String, Double> orderSlowdowns) {}

    static Line line(StoredModel stored) {
        return switch (stored) {
            case StoredModel.Sound sound -> {
                LearntModel model = sound.model();
                yield new Line(
                        sound.id(),
                        null,
                        model.decides(),
                        model.columnsKey(),
                        model.shape().toString(),
                        model instanceof Model order ? order.rows() : null,
                        model.lineage());
            }
            case StoredModel.Damaged damaged ->
                new Line(
                        damaged.id(),
                        damaged.file() + ":" + damaged.line() + ": " + damaged.problem(),
                        null,
                        null,
                        null,
                        null,
                        new TreeMap<>());
        };
    }

    static Similar similar(String scenario, Similarity similarity) {
        List<Compared> models = similarity.models().stream()
                .map(one -> new Compared(
                        one.model().id(),
                        one.model().model().lineage().get(Lineage.DATA),
                        one.distance().total(),
                        one.distance().parts(),
                        profile(one.profile())))
                .toList();
        return new Similar(scenario, profile(similarity.own()), models, similarity.unknown());
    }

    private static Profile profile(WorkloadProfile profile) {
        TreeMap<String, List<Double>> quantiles = new TreeMap<>();
        for (Trait trait : Trait.values()) {
            quantiles.put(
                    trait.key(),
                    profile.quantiles(trait).stream().map(Math::exp).toList());
        }
        TreeMap<String, Double> facts = new TreeMap<>();
        for (Fact fact : Fact.values()) {
            facts.put(fact.key(), profile.fact(fact));
        }
        TreeMap<String, Double> orders = new TreeMap<>();
        profile.orders().forEach((order, value) -> orders.put(order, Math.exp(value)));
        return new Profile(profile.jobs(), quantiles, facts, orders);
    }
}
