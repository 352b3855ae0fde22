package io.berth.kube.volume;

import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What claims mean for where a pod may go, as kube-scheduler has it (pkg/scheduler/framework/plugins: volumebinding, volumezone, nodevolumelimits). */
public final class VolumeRules {
    private final Volumes volumes;

    public VolumeRules(Volumes volumes) {
        this.volumes = volumes;
    }

    /**
     * What the claims of a pod come to.
     *
     * @param pod as much of it as matters
     * @param nodes all that there are; asked for where volumes that are there are chosen from
     */
    public VolumeNeeds needs(ClaimingPod pod, Collection<Node> nodes) {
        List<NodeSelectorTerm> where = List.of();
        Map<String, Integer> attached = new TreeMap<>();
        List<Claim> open = new ArrayList<>();
        for (ClaimingPod.Named named : pod.claims()) {
            Claim claim = volumes.claim(pod.namespace(), named.claim());
            String waits = claim == null
                    ? "claim " + named.claim() + " is not there"
                    : whyNot(claim, named.own() ? pod.uid() : "");
            if (claim == null || !waits.isEmpty()) {
                return VolumeNeeds.waiting(waits);
            }
            String driver = driver(claim);
            if (volumes.limits(driver)) {
                attached.merge(driver, 1, Integer::sum);
            }
            if (claim.bound()) {
                for (List<NodeSelectorTerm> rule : there(claim).where()) {
                    where = Alternatives.and(where, rule);
                }
            } else {
                open.add(claim);
            }
        }
        return open.isEmpty() ? new VolumeNeeds("", where, attached) : withOpen(open, where, attached, nodes);
    }

    private Volume there(Claim claim) {
        Volume volume = volumes.volume(claim);
        if (volume == null) {
            throw new IllegalStateException("Whoever asks for the volume of a claim knows that it is there.");
        }
        return volume;
    }

    /** Who attaches the volume of {@code claim}; empty for nobody. */
    private String driver(Claim claim) {
        if (claim.bound()) {
            return there(claim).is().driver();
        }
        StorageClass of = volumes.storageClass(claim);
        return of == null ? "" : of.provisioner();
    }

    private StorageClass ofClass(Claim claim) {
        StorageClass of = volumes.storageClass(claim);
        if (of == null) {
            throw new IllegalStateException("Whoever asks for the class of a claim knows that it is there.");
        }
        return of;
    }

    /** Why no pod may have {@code claim} now, in words; empty where one may. @param owner the UID of who it was made for; empty for anybody */
    private String whyNot(Claim claim, String owner) {
        String name = "claim " + claim.meta().name();
        if (!owner.isEmpty()
                && (claim.meta().owner() == null || !claim.meta().owner().uid().equals(owner))) {
            return name + " was not made for this pod";
        }
        if (claim.meta().deleting()) {
            return name + " is being deleted";
        }
        if (claim.lost()) {
            return name + " has lost its volume";
        }
        if (claim.bound()) {
            return volumes.volume(claim) != null ? "" : "volume " + claim.volume() + " of " + name + " is not there";
        }
        if (!claim.volume().isEmpty()) {
            return name + " is not bound to its volume yet";
        }
        StorageClass of = volumes.storageClass(claim);
        if (of == null) {
            return claim.asks().storageClass().isEmpty()
                    ? name + " has no volume yet"
                    : "storage class " + claim.asks().storageClass() + " of " + name + " is not there";
        }
        return of.awaitsPod() ? "" : name + " has no volume yet";
    }

    private VolumeNeeds withOpen(
            List<Claim> open, List<NodeSelectorTerm> bound, Map<String, Integer> attached, Collection<Node> nodes) {
        List<NodeSelectorTerm> where = bound;
        boolean chosen = false;
        for (Claim claim : open) {
            if (!claim.selectedNode().isEmpty()) {
                where = Alternatives.and(where, List.of(Alternatives.named(List.of(claim.selectedNode()))));
            }
            chosen |= !volumes.candidates(claim).isEmpty();
        }
        if (!chosen) {
            for (Claim claim : open) {
                StorageClass of = ofClass(claim);
                if (!of.makes()) {
                    return VolumeNeeds.waiting(
                            "no volume is free for claim " + claim.meta().name());
                }
                List<NodeSelectorTerm> made = made(claim);
                if (made.contains(Alternatives.NEVER)) {
                    return VolumeNeeds.waiting("nowhere is enough storage left for claim "
                            + claim.meta().name());
                }
                where = Alternatives.and(where, made);
            }
            return new VolumeNeeds("", where, attached);
        }
        if (open.size() == 1 && open.getFirst().selectedNode().isEmpty()) {
            return new VolumeNeeds("", Alternatives.and(where, anyOf(open.getFirst())), attached);
        }
        List<String> right = nodes.stream()
                .filter(node ->
                        choose(open, node.labelled(), node.meta().name()).possible())
                .map(node -> node.meta().name())
                .sorted()
                .toList();
        if (right.size() < nodes.size()) {
            where = Alternatives.and(where, List.of(Alternatives.named(right)));
        }
        return new VolumeNeeds("", where, attached);
    }

    /** Where {@code claim} can have any of the volumes that there are, or one that is made; empty for everywhere. */
    private List<NodeSelectorTerm> anyOf(Claim claim) {
        LinkedHashSet<NodeSelectorTerm> any = new LinkedHashSet<>();
        for (Volume volume : volumes.candidates(claim)) {
            List<NodeSelectorTerm> there = volume.where().stream().reduce(List.of(), Alternatives::and);
            if (there.isEmpty()) {
                return List.of();
            }
            any.addAll(there);
        }
        List<NodeSelectorTerm> made = made(claim);
        if (made.isEmpty()) {
            return List.of();
        }
        any.addAll(made);
        return List.copyOf(any);
    }

    /** Where a volume can be made for {@code claim}; empty for everywhere. */
    private List<NodeSelectorTerm> made(Claim claim) {
        StorageClass of = ofClass(claim);
        List<NodeSelectorTerm> room = volumes.roomFor(claim, of);
        return !of.makes() || room.contains(Alternatives.NEVER)
                ? List.of(Alternatives.NEVER)
                : Alternatives.and(of.topologies(), room);
    }

    /**
     * Where the claims of {@code pod} that have no volume yet get theirs on {@code node}: one that was chosen for them already, else the
     * smallest that is there and will do, those that ask for least first, else one that is made (k8s.io/component-helpers, FindMatchingVolume).
     */
    public VolumeChoice.Choices choices(ClaimingPod pod, Node node) {
        List<Claim> open = new ArrayList<>();
        for (ClaimingPod.Named named : pod.claims()) {
            Claim claim = volumes.claim(pod.namespace(), named.claim());
            if (claim == null) {
                return VolumeChoice.Choices.not("claim " + named.claim() + " is not there");
            }
            String why = whyNot(claim, named.own() ? pod.uid() : "");
            if (!why.isEmpty()) {
                return VolumeChoice.Choices.not(why);
            }
            if (!claim.bound()) {
                open.add(claim);
            } else if (!holds(there(claim), node.labelled())) {
                return VolumeChoice.Choices.not("the volume of claim " + named.claim() + " cannot be had there");
            }
        }
        return choose(open, node.labelled(), node.meta().name());
    }

    private VolumeChoice.Choices choose(List<Claim> open, List<Label> labels, String node) {
        List<VolumeChoice> chosen = new ArrayList<>();
        Set<String> used = new HashSet<>();
        List<Claim> smallestFirst = open.stream()
                .sorted((one, other) ->
                        Sizes.compare(one.asks().size(), other.asks().size()))
                .toList();
        for (Claim claim : smallestFirst) {
            if (!claim.selectedNode().isEmpty() && !claim.selectedNode().equals(node)) {
                return VolumeChoice.Choices.not(
                        "the volume of claim " + claim.meta().name() + " is being made for " + claim.selectedNode());
            }
            Volume volume = volumes.candidates(claim).stream()
                    .filter(candidate -> !used.contains(candidate.meta().name()) && holds(candidate, labels))
                    .min(Comparator.comparing((Volume candidate) -> !candidate.isOf(claim))
                            .thenComparing(candidate -> candidate.is().size(), Sizes::compare)
                            .thenComparing(candidate -> candidate.meta().name()))
                    .orElse(null);
            if (volume != null) {
                used.add(volume.meta().name());
                chosen.add(new VolumeChoice(claim, volume));
            } else if (holdsOne(made(claim), labels)) {
                chosen.add(new VolumeChoice(claim, null));
            } else {
                return VolumeChoice.Choices.not(
                        "no volume for claim " + claim.meta().name() + " can be had there");
            }
        }
        return new VolumeChoice.Choices(chosen, "");
    }

    private static boolean holds(Volume volume, List<Label> labels) {
        return volume.where().stream().allMatch(rule -> holdsOne(rule, labels));
    }

    private static boolean holdsOne(List<NodeSelectorTerm> terms, List<Label> labels) {
        return terms.isEmpty() || terms.stream().anyMatch(term -> term.holds(labels));
    }
}
