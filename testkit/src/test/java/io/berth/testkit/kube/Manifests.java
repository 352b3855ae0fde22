package io.berth.testkit.kube;

import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is applied to have Berth in a cluster. */
final class Manifests {
    static final Path FILE = Code.checkout().resolve("deploy/kubernetes/berth.yaml");

    private static final String RULE = "  - {apiGroups: ";

    private Manifests() {}

    static int documents() {
        return (int) lines().stream().filter("---"::equals).count();
    }

    /** The rules of its roles, each as a line of YAML. */
    static List<String> rules() {
        return lines().stream()
                .filter(line -> line.startsWith(RULE))
                .map(line -> line.substring("  - ".length()))
                .toList();
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
