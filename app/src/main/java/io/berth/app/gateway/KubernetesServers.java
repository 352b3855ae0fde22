package io.berth.app.gateway;

import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.scale.ScaledObject;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.endpoint.Endpoint;
import io.berth.kube.endpoint.NamedObject;
import io.berth.kube.endpoint.PoolEndpoints;
import io.berth.kube.endpoint.ServiceEndpoints;
import io.berth.kube.scale.FollowedReplicas;
import io.berth.kube.scale.ScaleTarget;
import io.berth.kube.scale.ScaleWish;
import io.berth.kube.scale.Sides;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The servers that a Service or an InferencePool of Kubernetes stands for. */
final class KubernetesServers implements ServerSource {
    private final SourceSpec.Cluster spec;
    private final ApiServer server;
    private final Consumer<String> note;
    /** Addresses and ports of those that are ready: several may share the address of a node. */
    private volatile Set<String> ready = Set.of();

    private @Nullable Runnable end;
    private @Nullable FollowedReplicas replicas;

    /**
     * @param environment where KUBECONFIG may be named
     * @param note told of what people should know of their number, where it follows what comes
     * @throws io.berth.spec.input.InputException where it is not said where the API server is
     */
    KubernetesServers(SourceSpec.Cluster spec, Map<String, String> environment, Consumer<String> note) {
        this.spec = spec;
        this.note = note;
        server = KubeConfig.find(spec.kubeconfig(), environment);
    }

    @Override
    public void start(Heard heard) {
        ApiClient client = new ApiClient(server);
        NamedObject object = new NamedObject(spec.namespace(), spec.object());
        Consumer<List<Endpoint>> found = endpoints -> {
            ready = endpoints.stream()
                    .map(endpoint -> endpoint.address() + ":" + endpoint.port())
                    .collect(Collectors.toUnmodifiableSet());
            heard.servers(servers(endpoints));
        };
        if (spec.pool()) {
            PoolEndpoints pool = new PoolEndpoints(client, object, found, heard::trouble);
            end = pool::close;
            pool.start();
        } else {
            ServiceEndpoints service = new ServiceEndpoints(client, object, spec.port(), found, heard::trouble);
            end = service::close;
            service.start();
        }
        ScaledObject scaled = spec.scaled();
        if (scaled != null) {
            FollowedReplicas following = new FollowedReplicas(
                    new ApiClient(server),
                    wish(scaled),
                    new Replicas(heard, scaled.each()),
                    line -> note.accept(spec.name() + ": " + line));
            replicas = following;
            following.start();
        }
    }

    private ScaleWish wish(ScaledObject scaled) {
        ScaleTarget target = new ScaleTarget(scaled.api(), scaled.kind(), spec.namespace(), scaled.name());
        return new ScaleWish(target, scaled.spec(), scaled.idleNanos());
    }

    /** What the number of replicas goes by. */
    private final class Replicas implements Sides {
        private final Heard heard;
        private final int each;

        Replicas(Heard heard, int each) {
            this.heard = heard;
            this.each = each;
        }

        @Override
        public SortedMap<String, Told> demand() {
            return heard.demands(each);
        }

        @Override
        public Set<String> ready() {
            return ready;
        }

        @Override
        public void decided(ScaleRow row) {
            heard.scaled(row);
        }
    }

    @Override
    public void close() {
        FollowedReplicas following = replicas;
        if (following != null) {
            following.close();
        }
        Runnable close = end;
        if (close != null) {
            close.run();
        }
    }

    private List<Server> servers(List<Endpoint> endpoints) {
        return endpoints.stream()
                .map(endpoint -> spec.traits().at(endpoint.name(), endpoint.address(), endpoint.port()))
                .toList();
    }
}
