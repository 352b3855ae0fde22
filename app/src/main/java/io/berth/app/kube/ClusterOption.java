package io.berth.app.kube;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import java.util.Map;

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
        return KubeConfig.find(arguments.path(OPTION.name()), environment);
    }

    /** The namespace that is meant where nobody names one. */
    static String namespace(Arguments arguments, Map<String, String> environment) {
        return KubeConfig.namespace(arguments.path(OPTION.name()), environment);
    }
}
