package io.berth.testkit.kube.rule;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.JsonTree;
import io.berth.testkit.kube.rule.RuleWorld.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Worlds as people write them: {@code testkit/src/test/resources/kube-rules/README.md} says how. */
final class RuleFile {
    private static final Set<String> KEYS = Set.of("case", "nodes", "placed", "pod", "pods", "differs");

    private RuleFile() {}

    /** Those of all files in {@code folder}, by name. */
    static List<RuleWorld> all(Path folder) {
        List<RuleWorld> worlds = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(file -> worlds.addAll(read(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return worlds;
    }

    private static List<RuleWorld> read(Path file) {
        return TreeReader.read(Source.file(file)).items().stream()
                .map(RuleFile::one)
                .toList();
    }

    private static RuleWorld one(Tree tree) {
        tree.entries().stream().filter(entry -> !KEYS.contains(entry.key())).forEach(entry -> {
            throw InputException.at(entry.value(), InputException.unknown("key", entry.key(), KEYS));
        });
        Tree pod = tree.get("pod");
        Tree differs = tree.get("differs");
        return new RuleWorld(
                tree.require("case").text(),
                fields(tree.require("nodes")),
                fields(tree.get("placed")),
                pod == null ? fields(tree.require("pods")) : fields(List.of(pod)),
                differs == null ? "" : differs.text());
    }

    private static List<Fields> fields(@Nullable Tree list) {
        return list == null ? List.of() : fields(list.items());
    }

    private static List<Fields> fields(List<Tree> items) {
        List<Fields> all = new ArrayList<>();
        for (Tree item : items) {
            Map<String, Object> values = new LinkedHashMap<>();
            item.entries().forEach(entry -> values.put(entry.key(), JsonTree.of(entry.value())));
            all.add(new Fields(values));
        }
        return all;
    }
}
