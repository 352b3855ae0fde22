package io.berth.core.model.column;

import java.util.List;

/** What is seen of a server, and of a request that may go there: {@link io.berth.core.dispatch.balance.ServerRow} writes it. */
public final class ServerColumns {
    /** Their name in a model file. */
    public static final String KEY = "servers";

    private static final String SQUASHED = ", seconds, x / (x + 1 s)";

    /** What they are, in their order. */
    public static final List<Feature> FEATURES = List.of(
            Feature.share("takes", "1 where the request can go there"),
            Feature.share("outstanding", "requests there, waiting and running, x / (x + slots)"),
            Feature.share("running", "the share of its slots in use"),
            Feature.share("drain", "how long it needs for all that is there" + SQUASHED),
            Feature.share("pace", "how long it takes for one request, measured" + SQUASHED),
            Feature.share(
                    "finish",
                    "after how long the request would be answered there, its model's load included" + SQUASHED),
            Feature.share("service", "how long the request takes there by itself" + SQUASHED),
            Feature.share("loaded", "1 where it has the request's model loaded, or needs none"),
            Feature.share("will_have", "1 where it has it, or will have for a request that is there"),
            Feature.share("load_time", "how long it takes to load a model" + SQUASHED),
            Feature.share("speed", "its speed, divided by the largest of the fleet"),
            Feature.share("slots", "its slots, divided by the most of the fleet"),
            Feature.share("memory", "its memory, divided by the largest of the fleet; 0 where none has any"),
            Feature.share("memory_free", "what of its memory nobody holds, a share; 0 where it has none"),
            Feature.share("idle_sends", "requests sent since the last one there, x / (x + servers)"),
            Feature.share("work", "the request's expected work at speed 1" + SQUASHED),
            Feature.share(
                    "need",
                    "memory of the request and its model, divided by the largest server's; 0 where none has any"),
            Feature.share("priority", "of the request, x / (x + 1); 0 where it is not above 0"),
            Feature.share("slack", "time to its deadline" + SQUASHED + "; 1 where it has none, 0 where it has passed"));

    /** How many there are. */
    public static final int COUNT = FEATURES.size();

    private ServerColumns() {}
}
