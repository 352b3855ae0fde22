package io.berth.spec.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.network.Network;
import io.berth.core.workload.Amounts;
import io.berth.spec.cluster.DeviceSets;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Networks;
import io.berth.spec.cluster.Prices;
import io.berth.spec.cluster.Taints;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads the cluster of a scenario. */
record ClusterReader(Path folder) {
    ClusterSpec read(Fields cluster) {
        if (cluster.has("openb")) {
            return new ClusterSpec.Openb(ScenarioFile.file(cluster, "openb", folder));
        }
        if (cluster.has("swf")) {
            boolean fromLog = cluster.text("swf").equals(ClusterSpec.Swf.FROM_LOG);
            return new ClusterSpec.Swf(fromLog ? null : ScenarioFile.file(cluster, "swf", folder));
        }
        if (cluster.has("philly")) {
            return new ClusterSpec.Philly(cluster.section("philly").integer("nodes"));
        }
        if (cluster.has("journal")) {
            return new ClusterSpec.Journal(ScenarioFile.folder(cluster, "journal", folder));
        }
        Tree nodes = cluster.value("nodes");
        if (nodes.items().isEmpty()) {
            throw InputException.at(nodes, "must have at least one group of nodes");
        }
        List<NodeGroup> groups = nodes.items().stream()
                .map(tree -> group(ScenarioSchema.NODES.read(tree), cluster))
                .toList();
        Set<String> models = new LinkedHashSet<>();
        groups.forEach(group -> group.template().devices().forEach(set -> models.add(set.model())));
        Prices.checkModels(cluster.value(Prices.PRICES), models);
        Prices.checkModels(cluster.value(Prices.WATTS), models);
        return new ClusterSpec.Listed(
                cluster.has("network") ? reaching(groups, cluster.value("network")) : groups,
                cluster.has("data") ? data(cluster.section("data"), groups) : DataSpec.NONE);
    }

    private static DataSpec data(Fields data, List<NodeGroup> nodes) {
        List<DataSpec.Group> groups = data.value("sets").items().stream()
                .map(tree -> set(ScenarioSchema.DATA_SETS.read(tree)))
                .toList();
        List<String> names = new DataSpec(groups, 0, "", 0, 0, 0).names();
        Set<String> seen = new LinkedHashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw InputException.at(data.value("sets"), "two data sets are called \"" + name + "\"");
            }
        }
        String domain = data.text("domain", "");
        Set<String> labels = new TreeSet<>();
        nodes.forEach(group -> group.template().labels().forEach(label -> labels.add(label.key())));
        if (!domain.isEmpty() && !labels.contains(domain)) {
            throw InputException.at(
                    data.value("domain"),
                    labels.isEmpty()
                            ? "no node has a label"
                            : InputException.unknown("label of nodes", domain, labels));
        }
        return new DataSpec(
                groups,
                positive(data, "store"),
                domain,
                domain.isEmpty() ? 0 : positive(data, "uplink"),
                data.bytes("cache"),
                data.bytes("unpack"));
    }

    private static long positive(Fields data, String key) {
        long bytes = data.bytes(key);
        if (bytes == 0) {
            throw InputException.at(data.value(key), "must be above 0 bytes a second");
        }
        return bytes;
    }

    private static DataSpec.Group set(Fields set) {
        return new DataSpec.Group(
                set.text("name"), set.integer("count"), set.bytes("size"), set.integer("copies"), set.number("ratio"));
    }

    private static List<NodeGroup> reaching(List<NodeGroup> groups, Tree network) {
        TreeSet<String> labels = new TreeSet<>();
        groups.forEach(group -> group.template().labels().forEach(label -> labels.add(label.key())));
        Network read = Networks.read(network, labels);
        return groups.stream()
                .map(group -> new NodeGroup(
                        group.count(), group.prefix(), group.template().withNetwork(read)))
                .toList();
    }

    private static NodeGroup group(Fields group, Fields cluster) {
        return group(
                group,
                devices(group).stream().map(set -> Prices.ofModel(set, cluster)).toList());
    }

    /** Machines of a file that says nothing of prices by model. */
    static NodeGroup group(Fields group) {
        return group(group, devices(group));
    }

    private static NodeGroup group(Fields group, List<DeviceSet> devices) {
        String prefix = group.text("name", NodeGroup.prefixFor(new DeviceLayout(devices).models()));
        NodeSpec template = new NodeSpec(
                prefix,
                new Amounts(
                        group.cpuMilli("cpu"),
                        group.bytes("memory"),
                        group.bytes("disk"),
                        group.bytes("disk_io"),
                        group.bytes("network"),
                        ExtendedResources.read(group.value("resources"))),
                group.has("max_tasks") ? group.integer("max_tasks") : Integer.MAX_VALUE,
                devices);
        return new NodeGroup(
                group.integer("count"),
                prefix,
                template.withLabels(Labels.read(group.value("labels"))).withTaints(Taints.read(group.value("taints"))));
    }

    private static List<DeviceSet> devices(Fields group) {
        return group.has("devices")
                ? DeviceSets.read(group.value("devices"))
                : NodeSpec.gpus(group.integer("gpus"), group.text("model", ""), group.bytes("gpu_memory")).stream()
                        .map(set -> Prices.of(set, group))
                        .toList();
    }
}
