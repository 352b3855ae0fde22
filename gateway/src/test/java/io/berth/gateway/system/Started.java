package io.berth.gateway.system;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gateways for tests, of what their files say. */
final class Started {
    private Started() {}

    /** Of {@code source}, which is in {@code folder}. */
    static GatewaySettings settings(Source source, Path folder) {
        return GatewaySettings.read(TreeReader.read(source), folder, new DispatchReader(folder, _ -> {
            throw new IllegalStateException("No model is stored.");
        }));
    }

    /** Of the text {@code file}, with any port that is free where it says none, and two threads. */
    static GatewaySettings settings(String file, Path folder) {
        String port = file.contains("\nport: ") ? "" : "\nport: 0";
        return settings(Source.text("gateway.yaml", file + port + "\nthreads: 2\n"), folder);
    }

    /** @param balancer in place of that of the file; null for that */
    static Gateway of(String file, @Nullable Balancer balancer, Consumer<String> notes) {
        GatewaySettings settings = settings(file, Path.of(""));
        DispatchCatalog catalog = DispatchCatalog.standard();
        Dispatcher.Policies policies = balancer == null
                ? catalog.policies(settings.dispatch())
                : catalog.policies(settings.dispatch(), balancer);
        return Gateway.start(settings, policies, notes);
    }
}
