package io.berth.kube.share;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.workload.DeviceDemand;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.SharedNeed;
import io.berth.kube.convention.SharedNode;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.spec.input.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What pods and nodes say of shares of devices, as demands of pods and devices of nodes. By no convention before {@link #follow}. From
 * any thread.
 */
public final class Shares {
    /** The devices of a node and what pods hold of them are named by the bits of one {@code long}. */
    private static final int MOST = NodeSpec.MAX_GPUS;

    private final Map<String, List<SharedDevice>> nodes = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    /** What was told of objects that cannot be read, by name. */
    private final Map<String, String> told = new HashMap<>();

    private @Nullable ShareConvention convention;
    private Consumer<String> notes = _ -> {};
    private Models models = new Models(List.of());
    private boolean revised;

    /**
     * Reads what is said by {@code followed} from now on; before nodes and pods are told of.
     *
     * @param heard of nodes and pods that say what cannot be read
     */
    public synchronized void follow(ShareConvention followed, Consumer<String> heard) {
        convention = followed;
        notes = heard;
    }

    /** What is followed; null for nothing. */
    public synchronized @Nullable ShareConvention convention() {
        return convention;
    }

    /** {@code node} is as it says; true where it shares other devices than before. */
    public synchronized boolean keep(Node node) {
        String name = node.meta().name();
        boolean isHidden = SharedNames.hidden(node);
        if (isHidden ? hidden.add(name) : hidden.remove(name)) {
            revised = true;
        }
        return convention != null
                && convention.objects().isEmpty()
                && keep(name, read("node " + name, convention, by -> by.devices(node)));
    }

    /** {@code objects} are all that say the devices of nodes; the nodes that share other devices than before. */
    public synchronized List<String> keep(List<Tree> objects) {
        List<String> others = new ArrayList<>();
        Set<String> gone = new HashSet<>(nodes.keySet());
        for (Tree object : objects) {
            String name = object.require("metadata").require("name").text();
            gone.remove(name);
            if (convention != null && keep(name, read("node " + name, convention, by -> by.devices(object)))) {
                others.add(name);
            }
        }
        gone.stream().filter(name -> keep(name, null)).forEach(others::add);
        return others;
    }

    private boolean keep(String name, @Nullable List<SharedDevice> devices) {
        List<SharedDevice> before = devices == null ? nodes.remove(name) : nodes.put(name, devices);
        boolean other = devices == null ? before != null : !devices.equals(before);
        if (other) {
            Models now = new Models(nodes.values());
            revised |= !now.equals(models);
            models = now;
        }
        return other;
    }

    private @Nullable List<SharedDevice> read(
            String name, ShareConvention by, Function<ShareConvention, @Nullable List<SharedDevice>> reading) {
        try {
            List<SharedDevice> devices = reading.apply(by);
            told.remove(name);
            return devices == null ? null : devices.subList(0, Math.min(MOST, devices.size()));
        } catch (ShareException e) {
            tell(name, e.why() + "; its devices are not shared");
            return List.of();
        }
    }

    private void tell(String name, String what) {
        if (!what.equals(told.put(name, what))) {
            notes.accept(name + ": " + what);
        }
    }

    /** The node of {@code name} is gone. */
    public synchronized void drop(String name) {
        hidden.remove(name);
        if (convention != null && convention.objects().isEmpty()) {
            told.remove("node " + name);
            keep(name, null);
        }
    }

    /** True, once, where what pods ask for may come to something else: there are other models of devices, or other sizes. */
    public synchronized boolean revised() {
        boolean was = revised;
        revised = false;
        return was;
    }

    /** The devices of which the node of {@code name} gives shares. */
    public synchronized SharedNode of(String name) {
        if (convention == null) {
            return SharedNode.NONE;
        }
        List<DeviceSet> sets = new ArrayList<>();
        List<SharedDevice> devices = nodes.getOrDefault(name, List.of());
        for (int first = 0, end; first < devices.size(); first = end) {
            SharedDevice device = devices.get(first);
            for (end = first + 1; end < devices.size() && devices.get(end).like(device); ) {
                end++;
            }
            sets.add(new DeviceSet(
                    end - first, device.demanded(), device.model(), ShareDemands.bytes(device.memoryMib())));
        }
        return new SharedNode(sets, convention.counted());
    }

    /** What {@code pod} takes of shared devices, or waits for: one that is bound, what it was given. */
    public synchronized ClaimNeeds needs(Pod pod) {
        ClaimNeeds ofNames = SharedNames.needs(pod, !hidden.isEmpty());
        return convention == null || !ofNames.waits().isEmpty() ? ofNames : ofNames.and(needs(convention, pod));
    }

    private ClaimNeeds needs(ShareConvention by, Pod pod) {
        if (by.reserves(pod)) {
            return ClaimNeeds.sharing(new SharedNeed(DeviceDemand.NONE, Set.of()));
        }
        try {
            ShareHeld held = pod.bound() ? by.held(pod) : null;
            if (held != null) {
                List<SharedDevice> devices = nodes.getOrDefault(pod.spec().node(), List.of());
                return ClaimNeeds.sharing(new SharedNeed(ShareDemands.held(held, devices), by.instead()));
            }
        } catch (ShareException e) {
            tell("pod " + pod.meta().key().text(), e.why() + "; it counts for what it asks for");
        }
        try {
            ShareAsk asked = by.asked(pod);
            return asked == null
                    ? ClaimNeeds.NONE
                    : ClaimNeeds.sharing(new SharedNeed(ShareDemands.asked(asked, models), by.instead()));
        } catch (ShareException e) {
            return ClaimNeeds.waiting(e.why());
        }
    }

    /** True where {@code pod} says what it was given, whatever that is. */
    public synchronized boolean told(Pod pod) {
        try {
            return convention != null && convention.held(pod) != null;
        } catch (ShareException e) {
            return true;
        }
    }

    /** Which devices {@code pod} holds by what its agent was told, as a mask; 0 where nobody says, or it is not bound. */
    public synchronized long given(Pod pod) {
        if (convention == null || !pod.bound()) {
            return 0;
        }
        try {
            ShareHeld held = convention.held(pod);
            return held == null
                    ? 0
                    : ShareDemands.mask(held, nodes.getOrDefault(pod.spec().node(), List.of()));
        } catch (ShareException e) {
            return 0;
        }
    }

    /**
     * What is to be written into {@code pod} before it is bound.
     *
     * @param mask of the devices that it gets of the node of {@code name}
     * @param demand by which it holds them
     * @return null where it has no share
     * @throws ShareException where it asks for something else meanwhile, or the devices are others
     */
    public synchronized @Nullable Map<String, String> written(
            Pod pod, String name, long mask, DeviceDemand demand, Instant now) {
        List<ShareGiven> given = given(pod, name, mask, demand);
        return convention == null || given.isEmpty()
                ? null
                : convention.written(pod, name, given, now.getEpochSecond());
    }

    private List<ShareGiven> given(Pod pod, String name, long mask, DeviceDemand demand) {
        ShareAsk asked = convention == null ? null : convention.asked(pod);
        return asked == null ? List.of() : ShareDemands.given(asked, demand, mask, nodes.getOrDefault(name, List.of()));
    }

    /** Which devices {@code pod} is on, where they have names; none else. */
    public synchronized List<String> groups(Pod pod) {
        return convention == null ? List.of() : convention.groups(pod);
    }

    /** What another program is asked that binds {@code pod} with its share; null where Berth binds it. As {@link #written}. */
    public synchronized @Nullable BindAsk request(
            Pod pod, String name, long mask, DeviceDemand demand, List<String> groups) {
        List<ShareGiven> given = given(pod, name, mask, demand);
        return convention == null || given.isEmpty() ? null : convention.request(pod, name, given, groups);
    }
}
