package io.berth.kube.diff;

import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.kube.mirror.NodeImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Compares who holds images in the cluster with who does in a state. */
final class ImageLook {
    /** So many are remembered; of more, those go that nobody asks for any more. */
    static final int MOST = 256;

    /** A share of what an image is worth that makes no difference: else each node that pulls it would have all nodes looked at again. */
    private static final int ABOUT = 8;

    private ImageLook() {}

    /** What follows for the images of {@code names}. */
    static List<Event> of(Set<String> names, NodeImages told, NodesAfter nodes, State state) {
        SortedMap<String, ImageHolders> known = state.nodeTable().images().known();
        List<Event> events = new ArrayList<>();
        for (String name : names) {
            ImageHolders before = known.get(name);
            ImageHolders now = about(before, told.holders(name, nodes::number));
            if (!Objects.equals(before, now)) {
                events.add(new Event.ImageChanged(name, now));
            }
        }
        if (!events.isEmpty() && known.size() > MOST) {
            known.keySet().stream()
                    .filter(name -> !names.contains(name) && !told.asked(name))
                    .forEach(name -> {
                        told.forgotten(name);
                        events.add(new Event.ImageChanged(name, null));
                    });
        }
        return events;
    }

    /** Worth what it was, where it is about that. */
    private static @Nullable ImageHolders about(@Nullable ImageHolders before, @Nullable ImageHolders now) {
        return before == null || now == null || Math.abs(now.bytes() - before.bytes()) > before.bytes() / ABOUT
                ? now
                : new ImageHolders(before.bytes(), now.nodes());
    }
}
