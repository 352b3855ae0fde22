package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The claims, volumes, classes and limits of a cluster as its API server last told them, and what was promised. Of one thread at a time. */
public final class Volumes {
    /** No node has so many attached. */
    private static final long UNLIMITED = 1L << 31;

    private final Map<String, Claim> claims = new HashMap<>();
    private final Map<String, Volume> volumes = new HashMap<>();
    private final Map<String, StorageClass> classes = new HashMap<>();
    private final Map<String, AttachLimits> limits = new HashMap<>();
    /** The drivers that say how much they can still make. */
    private final TreeSet<String> tellRoom = new TreeSet<>();

    private final TreeMap<String, StorageRoom> rooms = new TreeMap<>();
    /** False until all of them were told of: some may not list them. */
    private boolean roomsKnown;
    /** How many nodes have a limit, by driver. */
    private final TreeMap<String, Integer> limited = new TreeMap<>();
    /** The names of those that are nobody's, or are to be somebody's, by class. */
    private final Map<String, TreeSet<String>> offered = new HashMap<>();
    /** Whom a volume was promised to that does not say so yet: the UID of the claim by the name of the volume. */
    private final Map<String, String> promised = new HashMap<>();

    /** A claim is otherwise, or gone. @param key its namespace and name */
    public void claim(String key, @Nullable Claim claim) {
        if (claim == null) {
            claims.remove(key);
        } else {
            claims.put(key, claim);
        }
    }

    /** The claim of {@code namespace} and {@code name}; null where there is none. */
    public @Nullable Claim claim(String namespace, String name) {
        return claims.get(namespace + "/" + name);
    }

    /** A volume is otherwise, or gone. Returns what it was; null where it is new. */
    public @Nullable Volume volume(String name, @Nullable Volume volume) {
        Volume before = volume == null ? volumes.remove(name) : volumes.put(name, volume);
        if (before != null) {
            offered.getOrDefault(before.is().storageClass(), new TreeSet<>()).remove(name);
        }
        if (volume != null && volume.phase().equals("Available")) {
            offered.computeIfAbsent(volume.is().storageClass(), _ -> new TreeSet<>())
                    .add(name);
        }
        if (volume == null || volume.claim() != null) {
            promised.remove(name);
        }
        return before;
    }

    /** A class is otherwise, or gone. */
    public void storageClass(String name, @Nullable StorageClass storageClass) {
        if (storageClass == null) {
            classes.remove(name);
        } else {
            classes.put(name, storageClass);
        }
    }

    /** A driver is otherwise, or gone. */
    public void driver(String name, @Nullable StorageDriver driver) {
        if (driver != null && driver.tellsRoom()) {
            tellRoom.add(name);
        } else {
            tellRoom.remove(name);
        }
    }

    /** From now on what drivers do not say that they can make cannot be made. */
    public void knowRooms() {
        roomsKnown = true;
    }

    /** How much can be made somewhere is otherwise. @param key its namespace and name */
    public @Nullable StorageRoom room(String key, @Nullable StorageRoom room) {
        return room == null ? rooms.remove(key) : rooms.put(key, room);
    }

    /** Where enough is left to make a volume of class {@code of} for {@code claim}: one of the terms holds of the node; none for anywhere. */
    List<NodeSelectorTerm> roomFor(Claim claim, StorageClass of) {
        if (!roomsKnown || !tellRoom.contains(of.provisioner())) {
            return List.of();
        }
        List<NodeSelectorTerm> where = new ArrayList<>();
        for (StorageRoom room : rooms.values()) {
            List<Requirement> there = room.where();
            if (there == null
                    || !room.storageClass().equals(of.meta().name())
                    || !room.suffices(claim.asks().size())) {
                continue;
            }
            if (there.isEmpty()) {
                return List.of();
            }
            where.add(new NodeSelectorTerm(there));
        }
        return where.isEmpty() ? List.of(Alternatives.NEVER) : where;
    }

    /** The limits of a node are others, or gone. True where other drivers have limits than before. */
    public boolean limits(String node, @Nullable AttachLimits of) {
        Set<String> before = Set.copyOf(limited.keySet());
        count(of == null ? limits.remove(node) : limits.put(node, of), -1);
        count(of, 1);
        limited.values().removeIf(nodes -> nodes == 0);
        return !limited.keySet().equals(before);
    }

    private void count(@Nullable AttachLimits of, int change) {
        if (of != null) {
            of.most().keySet().forEach(driver -> limited.merge(driver, change, Integer::sum));
        }
    }

    /** How many volumes a node may have attached, by driver, of the drivers that have a limit on any. */
    public Map<String, Long> attachable(String node) {
        if (limited.isEmpty()) {
            return Map.of();
        }
        AttachLimits of = limits.get(node);
        Map<String, Long> most = new TreeMap<>();
        for (String driver : limited.keySet()) {
            Integer limit = of == null ? null : of.most().get(driver);
            most.put(driver, limit == null ? UNLIMITED : (long) limit);
        }
        return most;
    }

    /** The volume of a claim that is bound; null where it is not there. */
    @Nullable
    Volume volume(Claim claim) {
        return volumes.get(claim.volume());
    }

    /** The class of a claim; null where it is not there, or it asks for a volume of none. */
    @Nullable
    StorageClass storageClass(Claim claim) {
        return classes.get(claim.asks().storageClass());
    }

    /** True where a node has a limit of {@code driver}. */
    boolean limits(String driver) {
        return limited.containsKey(driver);
    }

    /** Those that are there for {@code claim}, on whatever node. */
    List<Volume> candidates(Claim claim) {
        return offered.getOrDefault(claim.asks().storageClass(), new TreeSet<>()).stream()
                .map(volumes::get)
                .filter(volume -> volume != null && volume.serves(claim))
                .filter(volume -> {
                    String to = promised.get(volume.meta().name());
                    return to == null || to.equals(claim.meta().uid());
                })
                .toList();
    }

    /** Nobody else is given these volumes, until they say themselves whose they are. */
    public void promise(List<VolumeChoice> choices) {
        for (VolumeChoice choice : choices) {
            if (choice.volume() != null) {
                promised.put(
                        choice.volume().meta().name(), choice.claim().meta().uid());
            }
        }
    }

    /** What was promised is free again. */
    public void release(List<VolumeChoice> choices) {
        for (VolumeChoice choice : choices) {
            if (choice.volume() != null) {
                promised.remove(
                        choice.volume().meta().name(), choice.claim().meta().uid());
            }
        }
    }
}
