package io.berth.kube.object;

import io.berth.core.workload.Toleration;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.object.Pod.DevicesClaimed;
import io.berth.kube.object.Pod.Needs;
import io.berth.kube.object.Pod.Spec;
import io.berth.kube.object.Pod.Urgency;
import io.berth.kube.object.Pod.Where;
import io.berth.kube.object.PodRules.HostPort;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How one pod is read. Of its status, only what counts for its needs is kept. */
final class PodReader {
    private String node = "";
    private String scheduler = "";
    private int priority;
    private boolean preempts = true;
    private boolean gated;
    private long deadline;
    private String group = "";
    private final List<Named> containers = new ArrayList<>();
    private final List<Named> init = new ArrayList<>();
    private final Map<String, String> overhead = Message.texts();
    private Map<String, String> whole = Map.of();
    private final Map<String, String> labels = Message.texts();
    private final List<Toleration> tolerations = new ArrayList<>();
    private final UnknownRules unknown = new UnknownRules();
    private final PodRulesReader rules = new PodRulesReader(unknown);
    private final PodVolumesReader volumes = new PodVolumesReader(unknown);
    private final List<DevicesClaimed> claims = new ArrayList<>();
    private @Nullable NodeAffinity affinity;

    private PodReader() {}

    /** A container, its ports of the node, and its image. */
    private record Named(Container container, List<HostPort> ports, String image) {
        /** As the status has it counted. */
        Container counted(StatusReader status) {
            return new Container(
                    container.name(), container.sidecar(), status.counted(container.name(), container.requests()));
        }
    }

    static Pod read(Message message) {
        Meta meta = null;
        PodReader spec = null;
        StatusReader status = new StatusReader();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> spec = message.message(PodReader::ofSpec);
                case 3 -> status = message.message(StatusReader::read);
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named() || spec == null) {
            throw new MalformedException("a pod without name, UID or spec");
        }
        return new Pod(meta, spec.spec(status), new Pod.Status(status.phase(), status.boundSeconds()));
    }

    private Spec spec(StatusReader status) {
        List<Container> beside =
                containers.stream().map(one -> one.counted(status)).toList();
        // Those that end before the others begin are not resized.
        List<Container> before = init.stream()
                .map(one -> one.container.sidecar() ? one.counted(status) : one.container)
                .toList();
        // As kube-scheduler has it (pkg/scheduler/util, GetHostPorts): those that end before the others begin hold no
        // port.
        List<HostPort> ports = Stream.concat(containers.stream(), init.stream().filter(one -> one.container.sidecar()))
                .flatMap(one -> one.ports.stream())
                .toList();
        return new Spec(
                node,
                scheduler,
                new Urgency(priority, preempts),
                gated,
                deadline,
                new Needs(
                        beside,
                        before,
                        overhead,
                        status.countedWhole(whole),
                        status.named(claims),
                        status.ofClaims(),
                        images()),
                new Where(
                        labels,
                        tolerations,
                        affinity,
                        rules.rules(ports),
                        volumes.claimed(),
                        group,
                        List.copyOf(unknown.names())));
    }

    private List<String> images() {
        return Stream.concat(
                        Stream.concat(containers.stream(), init.stream()).map(Named::image), volumes.images().stream())
                .filter(image -> !image.isEmpty())
                .map(NodeImage::named)
                .sorted()
                .toList();
    }

    /** {@code v1 PodSpec}. */
    private static PodReader ofSpec(Message message) {
        PodReader spec = new PodReader();
        for (int field = message.next(); field != 0; field = message.next()) {
            spec.field(field, message);
        }
        return spec;
    }

    private void field(int field, Message message) {
        switch (field) {
            case 1 -> volumes.volume(message);
            case 2 -> containers.add(message.message(PodReader::container));
            case 5 -> deadline = message.number();
            case 7 -> message.entry(labels, "", Message::text);
            case 10 -> node = message.text();
            case 18 -> {
                byte[] asked = message.bytes();
                affinity = NodeAffinity.ofPod(Message.of(asked)).orElse(null);
                rules.affinity(Message.of(asked));
            }
            case 19 -> scheduler = message.text();
            case 20 -> init.add(message.message(PodReader::container));
            case 22 -> addKnown(message);
            case 25 -> priority = message.whole();
            case 31 -> preempts = !message.text().equals("Never");
            case 32 -> Quantity.entry(message, overhead);
            case 33 -> rules.spread(message);
            case 38 -> {
                gated = true;
                message.skip();
            }
            case 39 -> claims.add(message.message(PodReader::claim));
            case 40 -> whole = message.message(PodReader::requests);
            case 43 -> group = message.message(asked -> asked.only(1));
            default -> message.skip();
        }
    }

    private void addKnown(Message message) {
        message.message(inner -> {
            Toleration read = Tainting.toleration(inner);
            return read != null && tolerations.add(read);
        });
    }

    /** {@code v1 PodResourceClaim}; the name of one that is made for the pod is told by its status. */
    private static DevicesClaimed claim(Message message) {
        return claimed(message, 3, 4);
    }

    /** What is claimed: by a name of its own in field 1, and the name of a claim or of a template in {@code claim} or {@code template}. */
    static DevicesClaimed claimed(Message message, int claim, int template) {
        String name = "";
        String there = "";
        String made = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                name = message.text();
            } else if (field == claim) {
                there = message.text();
            } else if (field == template) {
                made = message.text();
            } else {
                message.skip();
            }
        }
        return new DevicesClaimed(name, there, made);
    }

    /** {@code v1 Container}. */
    private static Named container(Message message) {
        String name = "";
        String image = "";
        Map<String, String> requests = Map.of();
        boolean sidecar = false;
        List<HostPort> ports = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 2 -> image = message.text();
                case 6 ->
                    message.message(inner -> {
                        HostPort read = PodRulesReader.port(inner);
                        return read != null && ports.add(read);
                    });
                case 8 -> requests = message.message(PodReader::requests);
                case 24 -> sidecar = message.text().equals("Always");
                default -> message.skip();
            }
        }
        return new Named(new Container(name, sidecar, requests), ports, image);
    }

    /** {@code v1 ResourceRequirements}. */
    static Map<String, String> requests(Message message) {
        Map<String, String> requests = Message.texts();
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 2) {
                Quantity.entry(message, requests);
            } else {
                message.skip();
            }
        }
        return requests;
    }
}
