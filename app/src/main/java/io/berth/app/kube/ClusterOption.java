package io.berth.app.kube;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which cluster is meant: as kubectl takes it, that of a kubeconfig, or the one that this is a pod of. */
final class ClusterOption {
    static final Option OPTION = Option.value(
            "--kubeconfig",
            "FILE",
            "How the API server is reached; KUBECONFIG by default, else, in a pod, its service account, else"
                    + " ~/.kube/config.");

    private ClusterOption() {}

    /** The API server that {@code arguments} or {@code environment} name. */
    static ApiServer server(Arguments arguments, Map<String, String> environment) {
        Path file = file(arguments, environment);
        return file == null ? KubeConfig.inCluster(environment) : KubeConfig.read(file);
    }

    /** The namespace that is meant where nobody names one. */
    static String namespace(Arguments arguments, Map<String, String> environment) {
        Path file = file(arguments, environment);
        return file == null ? "default" : KubeConfig.namespace(file);
    }

    /** Null where it is that of a pod. */
    private static @Nullable Path file(Arguments arguments, Map<String, String> environment) {
        Path given = arguments.path(OPTION.name());
        if (given != null) {
            return given;
        }
        String named = environment.getOrDefault("KUBECONFIG", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        Path usual = Path.of(environment.getOrDefault("HOME", ""), ".kube", "config");
        boolean inside = environment.containsKey("KUBERNETES_SERVICE_HOST");
        return !inside && Files.exists(usual) ? usual : null;
    }
}
