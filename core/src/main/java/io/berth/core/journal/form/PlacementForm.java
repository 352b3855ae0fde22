package io.berth.core.journal.form;

import io.berth.core.decision.Placement;
import io.berth.core.journal.field.Codec;
import java.util.List;

/** Where tasks go, in their order. */
public final class PlacementForm {
    /** Node, then devices by their bits or an instance below 0: the most frequent of all records. */
    public static final Codec<List<Placement>> LIST = Codec.listOf(Codec.of(
            (placement, sink) -> {
                sink.number(placement.node());
                sink.number(placement.grant().code());
            },
            source -> Placement.on(source.integer(), source.number())));

    private PlacementForm() {}
}
