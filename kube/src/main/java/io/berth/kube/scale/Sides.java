package io.berth.kube.scale;

import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import java.util.Set;
import java.util.SortedMap;

/** By what it is decided how many replicas there should be, and who hears of it. For any thread. */
public interface Sides {
    /** What comes, by the name of each gateway that says it. */
    SortedMap<String, Told> demand();

    /** The addresses of the replicas that take requests. */
    Set<String> ready();

    /** That was decided. */
    void decided(ScaleRow row);
}
