package io.berth.kube.mirror;

import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.object.Node;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.volume.AttachLimits;
import io.berth.kube.volume.Claim;
import io.berth.kube.volume.ClaimingPod;
import io.berth.kube.volume.StorageClass;
import io.berth.kube.volume.StorageDriver;
import io.berth.kube.volume.StorageRoom;
import io.berth.kube.volume.Volume;
import io.berth.kube.volume.VolumeChoice;
import io.berth.kube.volume.VolumeRules;
import io.berth.kube.volume.Volumes;
import io.berth.kube.watch.Sink;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of a mirror's pods: which pods have which claims, and what of them is to be looked at when a claim or a volume changed. All
 * of it within the lock of its mirror.
 */
final class ClaimedVolumes {
    /** Whoever may have a claim that is for one pod: who has it already, then who is more urgent, then who came first. */
    private static final Comparator<Pod> FIRST = Comparator.comparing((Pod pod) -> !pod.bound())
            .thenComparing(pod -> -(long) pod.spec().priority())
            .thenComparing(pod -> pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().uid());

    private final Volumes volumes = new Volumes();
    private final VolumeRules rules = new VolumeRules(volumes);
    private final Claimants pods = new Claimants(ClaimedVolumes::claims);
    private final Changed changed;
    /** False until all claims were told of: some may not list them. */
    private boolean claimsKnown;

    ClaimedVolumes(Changed changed) {
        this.changed = changed;
    }

    void keep(Pod pod) {
        if (!pod.spec().where().volumes().isEmpty()) {
            pods.keep(pod);
        }
    }

    /** A pod is over, or gone: somebody else may have its claims. */
    void drop(String uid) {
        changed.pods(pods.drop(uid));
    }

    private static List<String> claims(Pod pod) {
        ClaimingPod claiming = ClaimingPod.of(pod);
        return claiming.claims().stream()
                .map(named -> claiming.namespace() + "/" + named.claim())
                .toList();
    }

    Map<String, Long> attachable(String node) {
        return volumes.attachable(node);
    }

    ClaimNeeds needs(Pod pod, Collection<Node> nodes) {
        if (pod.spec().where().volumes().isEmpty()) {
            return ClaimNeeds.NONE;
        }
        if (!claimsKnown) {
            return ClaimNeeds.waiting("claims of volumes cannot be read");
        }
        String other = pod.bound() ? "" : holder(pod);
        return other.isEmpty() ? ClaimNeeds.of(rules.needs(ClaimingPod.of(pod), nodes)) : ClaimNeeds.waiting(other);
    }

    /** Who goes before {@code pod} to a claim that is for one pod, in words; empty for nobody. */
    private String holder(Pod pod) {
        for (ClaimingPod.Named named : ClaimingPod.of(pod).claims()) {
            Claim claim = volumes.claim(pod.meta().key().namespace(), named.claim());
            if (claim == null || !claim.exclusive()) {
                continue;
            }
            String key = claim.meta().key().namespace() + "/" + claim.meta().name();
            Pod first = pods.podsOf(key).min(FIRST).orElse(pod);
            if (!first.meta().uid().equals(pod.meta().uid())) {
                return "claim " + named.claim() + " is for one pod, and "
                        + first.meta().name() + " has it";
            }
        }
        return "";
    }

    VolumeChoice.Choices promise(Pod pod, Node node) {
        VolumeChoice.Choices choices = rules.choices(ClaimingPod.of(pod), node);
        volumes.promise(choices.all());
        return choices;
    }

    void release(VolumeChoice.Choices choices) {
        volumes.release(choices.all());
        choices.all().forEach(choice -> open(choice.claim().asks().storageClass()));
    }

    /** A node is new, or another: other volumes may be had from it. */
    void moved() {
        changed.pods(pods.waitingUids());
    }

    private void open(String storageClass) {
        changed.pods(pods.waiting().stream()
                .filter(pod -> awaits(pod, storageClass))
                .map(pod -> pod.meta().uid())
                .toList());
    }

    private boolean awaits(Pod pod, String storageClass) {
        for (ClaimingPod.Named named : ClaimingPod.of(pod).claims()) {
            Claim claim = volumes.claim(pod.meta().key().namespace(), named.claim());
            if (claim != null && !claim.bound() && claim.asks().storageClass().equals(storageClass)) {
                return true;
            }
        }
        return false;
    }

    private void users(@Nullable ObjectKey claim) {
        if (claim != null) {
            changed.pods(pods.of(claim.namespace() + "/" + claim.name()));
        }
    }

    Sink<Claim> claimSink(Inside inside) {
        Inside known = change -> inside.change(() -> {
            if (!claimsKnown) {
                claimsKnown = true;
                changed.pods(pods.uids());
            }
            change.run();
        });
        return new Known<>(known, claim -> claim.meta().key().text(), (key, claim) -> {
            volumes.claim(key, claim);
            changed.pods(pods.of(key));
        });
    }

    Sink<Volume> volumeSink(Inside inside) {
        return new Known<>(inside, volume -> volume.meta().name(), (name, volume) -> {
            Volume before = volumes.volume(name, volume);
            changedVolume(before);
            changedVolume(volume);
        });
    }

    /** One that is somebody's matters to nobody else. */
    private void changedVolume(@Nullable Volume volume) {
        if (volume != null && volume.claim() == null) {
            open(volume.is().storageClass());
        } else if (volume != null) {
            users(volume.claim());
        }
    }

    Sink<StorageClass> classSink(Inside inside) {
        return new Known<>(inside, of -> of.meta().name(), (name, of) -> {
            volumes.storageClass(name, of);
            open(name);
        });
    }

    Sink<StorageDriver> driverSink(Inside inside) {
        return new Known<>(inside, driver -> driver.meta().name(), (name, driver) -> {
            volumes.driver(name, driver);
            changed.pods(pods.waitingUids());
        });
    }

    Sink<StorageRoom> roomSink(Inside inside) {
        Inside known = change -> inside.change(() -> {
            volumes.knowRooms();
            change.run();
        });
        return new Known<>(known, room -> room.meta().key().text(), (key, room) -> {
            StorageRoom before = volumes.room(key, room);
            StorageRoom of = room == null ? before : room;
            if (of != null) {
                open(of.storageClass());
            }
        });
    }

    Sink<AttachLimits> limitSink(Inside inside) {
        return new Known<>(inside, of -> of.meta().name(), (node, of) -> {
            boolean others = volumes.limits(node, of);
            changed.nodes(others ? List.of() : List.of(node));
            if (others) {
                changed.pods(pods.uids());
            }
        });
    }
}
