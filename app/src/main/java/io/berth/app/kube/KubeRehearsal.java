package io.berth.app.kube;

import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.kube.http.Identity;
import io.berth.kube.rehearsal.RehearsedCluster;
import io.berth.kube.rehearsal.ServerKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A {@code berth kube} for a moment, of a cluster in memory, for the run that its start-up cache is made from. */
public final class KubeRehearsal {
    private static final int NODES = 400;
    private static final int PODS = 1_200;
    private static final int WAVES = 4;
    private static final int UNFIT = 30;
    private static final int MORE_THAN_A_NODE_HAS = 16;
    private static final long PATIENCE_MILLIS = 20_000;

    private static final String CONFIG = """
        apiVersion: v1
        kind: Config
        current-context: rehearsal
        contexts: [{name: rehearsal, context: {cluster: rehearsal, user: rehearsal}}]
        clusters: [{name: rehearsal, cluster: {server: "%s", certificate-authority-data: %s}}]
        users: [{name: rehearsal, user: {token: rehearsal}}]
        """;

    private KubeRehearsal() {}

    /** Binds waves of pods; writes what it needs into {@code folder}. */
    public static void in(Path folder, Output output)
            throws IOException, InterruptedException, GeneralSecurityException {
        Identity key = ServerKey.make(folder, "server");
        try (RehearsedCluster cluster = new RehearsedCluster(key, NODES)) {
            Path config = folder.resolve("config");
            Files.writeString(
                    config,
                    CONFIG.formatted(
                            cluster.address().address(), pem(key.chain().getFirst())));
            KubeSettings settings = new KubeArguments(Arguments.read(
                            "kube",
                            new KubeCommand(output).options(),
                            List.of("--kubeconfig", config.toString(), "--port", "0")))
                    .settings(Map.of());
            try (KubeSystem system = KubeSystem.start(settings, KubeEdges.open(settings, _ -> {}), _ -> {})) {
                schedule(cluster, settings.scheduler());
                system.figures();
                system.ask().join();
            }
        }
    }

    private static void schedule(RehearsedCluster cluster, String scheduler) throws IOException, InterruptedException {
        cluster.add("unfit", UNFIT, MORE_THAN_A_NODE_HAS, scheduler);
        for (int wave = 1; wave <= WAVES; wave++) {
            cluster.add("wave" + wave, PODS, 1 + wave % 2, scheduler);
            if (!cluster.awaitBound(wave * PODS, PATIENCE_MILLIS)) {
                throw new IOException("the pods of a rehearsal were not bound");
            }
            cluster.delete("wave" + wave);
        }
    }

    /** As {@code -data} keys have it. */
    private static String pem(Certificate certificate) throws GeneralSecurityException {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        String text = "-----BEGIN CERTIFICATE-----\n" + lines.encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
