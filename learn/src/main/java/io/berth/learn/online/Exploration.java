package io.berth.learn.online;

import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.Map;
import java.util.TreeMap;

/** Strategies with exploration around their order, and without. */
public final class Exploration {
    private static final String EXPLORING = "exploring";
    private static final String MODEL = "model";
    private static final String OF = "of";

    /** Before the id of the candidate in the name of a strategy that was promoted. */
    private static final String PROMOTED = "online ";

    /** Between the names of a strategy and of the candidate that has a share of its choices. */
    private static final String TRIES = " tries ";

    private Exploration() {}

    /** {@code strategy}, its order explored with {@code share} of the choices; one that explores already with that share instead. */
    public static StrategySpec around(StrategySpec strategy, double share) {
        StrategySpec plain = without(strategy);
        TreeMap<String, String> parameters = new TreeMap<>();
        write(plain.order(), OF, MODEL, parameters);
        parameters.put("share", Double.toString(share));
        return plain.ordering(PolicySpec.of(EXPLORING, parameters));
    }

    /** {@code explored}, with {@code rivalShare} of its choices by {@code rival}, whose id its name tells. */
    static StrategySpec against(StrategySpec explored, Candidate rival, double rivalShare) {
        TreeMap<String, String> parameters = new TreeMap<>(explored.order().parameters());
        write(rival.order(), "rival", "rival_model", parameters);
        parameters.put("rival_share", Double.toString(rivalShare));
        return explored.ordering(PolicySpec.of(EXPLORING, parameters)).named(explored.name() + TRIES + rival.id());
    }

    private static void write(PolicySpec order, String name, String model, TreeMap<String, String> into) {
        StringBuilder text = new StringBuilder(order.name());
        for (Map.Entry<String, String> entry : order.parameters().entrySet()) {
            if (entry.getKey().equals(MODEL)) {
                into.put(model, entry.getValue());
            } else {
                text.append(' ').append(entry.getKey()).append('=').append(entry.getValue());
            }
        }
        into.put(name, text.toString());
    }

    /** True where its order is explored. */
    static boolean explores(StrategySpec strategy) {
        return strategy.order().name().equals(EXPLORING);
    }

    /** True where a share of the choices goes by a rival. */
    static boolean triesRival(StrategySpec strategy) {
        return explores(strategy) && strategy.order().parameters().containsKey("rival");
    }

    /** {@code strategy} without exploration. */
    public static StrategySpec without(StrategySpec strategy) {
        PolicySpec order = strategy.order();
        if (!order.name().equals(EXPLORING)) {
            return strategy;
        }
        String[] words = order.parameters().getOrDefault(OF, "fcfs").strip().split(" +");
        TreeMap<String, String> inner = new TreeMap<>();
        for (int i = 1; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            inner.put(pair[0], pair[1]);
        }
        String model = order.parameters().get(MODEL);
        if (model != null) {
            inner.put(MODEL, model);
        }
        String name = triesRival(strategy) ? strategy.name().split(TRIES, 2)[0] : strategy.name();
        return strategy.ordering(PolicySpec.of(words[0], inner)).named(name);
    }

    /** {@code strategy} with the order of {@code candidate}, whose id its name tells. */
    static StrategySpec promoted(StrategySpec strategy, Candidate candidate) {
        return strategy.ordering(candidate.order()).named(PROMOTED + candidate.id());
    }

    /** The id of the candidate that {@code strategy} was {@link #promoted} with; empty where it was not. */
    static String promotedId(StrategySpec strategy) {
        String name = without(strategy).name();
        return name.startsWith(PROMOTED) ? name.substring(PROMOTED.length()) : "";
    }
}
