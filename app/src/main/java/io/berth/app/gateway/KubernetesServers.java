package io.berth.app.gateway;

import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.endpoint.Endpoint;
import io.berth.kube.endpoint.NamedObject;
import io.berth.kube.endpoint.PoolEndpoints;
import io.berth.kube.endpoint.ServiceEndpoints;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The servers that a Service or an InferencePool of Kubernetes stands for. */
final class KubernetesServers implements ServerSource {
    private final SourceSpec.Cluster spec;
    private final ApiServer server;
    private @Nullable Runnable end;

    /**
     * @param environment where KUBECONFIG may be named
     * @throws io.berth.spec.input.InputException where it is not said where the API server is
     */
    KubernetesServers(SourceSpec.Cluster spec, Map<String, String> environment) {
        this.spec = spec;
        server = KubeConfig.find(spec.kubeconfig(), environment);
    }

    @Override
    public void start(Heard heard) {
        ApiClient client = new ApiClient(server);
        NamedObject object = new NamedObject(spec.namespace(), spec.object());
        Consumer<List<Endpoint>> found = endpoints -> heard.servers(servers(endpoints));
        if (spec.pool()) {
            PoolEndpoints pool = new PoolEndpoints(client, object, found, heard::trouble);
            end = pool::close;
            pool.start();
        } else {
            ServiceEndpoints service = new ServiceEndpoints(client, object, spec.port(), found, heard::trouble);
            end = service::close;
            service.start();
        }
    }

    @Override
    public void close() {
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
