package io.berth.kube.object;

import io.berth.kube.object.Pod.ClaimedVolume;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How the volumes of one pod are read. */
final class PodVolumesReader {
    private static final int NAME = 1;
    private static final int SOURCE = 2;

    private static final int CLAIM = 10;
    private static final int OWN_CLAIM = 29;
    private static final int IMAGE = 30;

    /** Sources that every node has alike: of its own disk, of objects of the cluster, of a server that all may reach. */
    private static final Set<Integer> ANYWHERE = Set.of(1, 2, 5, 6, 7, 16, 19, 26, 28);

    private final UnknownRules unknown;
    private final List<ClaimedVolume> claimed = new ArrayList<>();
    private final List<String> images = new ArrayList<>();

    PodVolumesReader(UnknownRules unknown) {
        this.unknown = unknown;
    }

    List<ClaimedVolume> claimed() {
        return List.copyOf(claimed);
    }

    /** What is mounted of images, by the names of these. */
    List<String> images() {
        return images;
    }

    /** {@code v1 Volume}. */
    void volume(Message message) {
        message.message(volume -> {
            String name = "";
            boolean own = false;
            for (int field = volume.next(); field != 0; field = volume.next()) {
                switch (field) {
                    case NAME -> name = volume.text();
                    case SOURCE -> own |= volume.message(this::source);
                    default -> volume.skip();
                }
            }
            return own && claimed.add(new ClaimedVolume(name, true));
        });
    }

    /** {@code v1 VolumeSource}; true where a claim is made for the pod. */
    private boolean source(Message source) {
        boolean own = false;
        for (int field = source.next(); field != 0; field = source.next()) {
            switch (field) {
                case CLAIM -> claimed.add(new ClaimedVolume(source.message(claim -> claim.only(1)), false));
                case IMAGE -> images.add(source.message(image -> image.only(1)));
                case OWN_CLAIM -> {
                    own = true;
                    source.skip();
                }
                default -> {
                    if (!ANYWHERE.contains(field)) {
                        unknown.add("volumes");
                    }
                    source.skip();
                }
            }
        }
        return own;
    }
}
