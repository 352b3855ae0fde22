package io.berth.testkit.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * etcd and kube-apiserver on free ports of the loopback, with a certificate that the server makes for itself, rights by RBAC, and tokens:
 * of an administrator, of service accounts, and of as many users as wanted. Nothing of it outlives this JVM. No controller runs, so no
 * service account is made, no node is tainted and no pod is taken from a node that is gone, unless a test does it.
 */
public final class ControlPlane implements AutoCloseable {
    /** Of users {@code user-0} and on; they have no right but what a test gives them, and are of the group {@code users}. */
    private static final int USERS = 200;

    private static final String ADMIN = "admin-token";

    /** Below those that clients get, so that a server that starts again finds its port free. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;

    private final Path binaries;
    private final Path folder;
    private final int etcdPort;
    private final int peerPort;
    private final int port;
    private final List<ServerProcess> others = new ArrayList<>();
    private ServerProcess etcd;
    private ServerProcess server;
    private final KubeApi api;
    private final ServedGroups served;

    private ControlPlane(Path binaries, Path folder) throws IOException {
        this.binaries = binaries;
        this.folder = Files.createDirectories(folder.toAbsolutePath());
        List<Integer> ports = freePorts(3);
        etcdPort = ports.get(0);
        peerPort = ports.get(1);
        port = ports.get(2);
        served = ServedGroups.of(binaries);
        writeKeys();
        etcd = startEtcd();
        server = launchServer();
        server.await(() -> Files.exists(certificate()));
        api = new KubeApi(kubeconfig("admin", ADMIN, address()));
        server.await(api::ready);
    }

    /** The folder of its programs, as {@code BERTH_KUBE_BIN} names it; null where none is named. */
    public static @Nullable Path binaries() {
        String named = System.getenv("BERTH_KUBE_BIN");
        return named == null || named.isEmpty() ? null : Path.of(named);
    }

    /** Starts one, with all its files in {@code folder}. */
    public static ControlPlane start(Path folder) {
        Path binaries = binaries();
        if (binaries == null) {
            throw new IllegalStateException("BERTH_KUBE_BIN must name a folder with etcd and kube-apiserver");
        }
        try {
            return new ControlPlane(binaries, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As its administrator. */
    public KubeApi api() {
        return api;
    }

    /** How it serves PodGroups. */
    public ServedGroups groups() {
        return served;
    }

    /** Of its administrator. */
    public Path kubeconfig() {
        return folder.resolve("admin.kubeconfig");
    }

    /** Where its files are. */
    public Path folder() {
        return folder;
    }

    /** Where it listens. */
    public String address() {
        return "https://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** Writes a kubeconfig of whoever has {@code token}; {@code address} may be that of a proxy on the loopback. */
    public Path kubeconfig(String name, String token, String address) {
        Path file = folder.resolve(name + ".kubeconfig");
        String trust = address.equals(address())
                ? ", certificate-authority: " + certificate()
                : ", insecure-skip-tls-verify: true";
        return write(file, """
                apiVersion: v1
                kind: Config
                current-context: it
                clusters: [{name: it, cluster: {server: "%s"%s}}]
                users: [{name: it, user: {token: "%s"}}]
                contexts: [{name: it, context: {cluster: it, user: it}}]
                """.formatted(address, trust, token));
    }

    /** The token of {@code user-NUMBER}. */
    public static String userToken(int number) {
        return "token-of-user-" + number;
    }

    /** A token of a service account that is there, good for an hour. */
    public String serviceAccountToken(String namespace, String name) {
        return api.post(
                        "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + name + "/token",
                        Map.of("apiVersion", "authentication.k8s.io/v1", "kind", "TokenRequest", "spec", Map.of()))
                .well()
                .tree()
                .require("status")
                .require("token")
                .text();
    }

    /** Applies a file of manifests as its administrator; what kubectl said. */
    public String apply(Path manifests) {
        return kubectl("apply", "--server-side", "--validate=strict", "-f", manifests.toString());
    }

    /** Runs kubectl as its administrator, which must do what is asked; what it said. */
    public String kubectl(String... words) {
        List<String> all = new ArrayList<>(
                List.of(program("kubectl"), "--kubeconfig", kubeconfig().toString()));
        all.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", all) + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the API server with SIGKILL. */
    public void killServer() {
        server.kill();
    }

    /** Starts the API server again, and waits until it serves. */
    public void startServer() {
        server = launchServer();
        server.await(api::ready);
    }

    /** Its store. */
    public ServerProcess etcd() {
        return etcd;
    }

    /** Ends the store with SIGKILL and starts it again: nothing that was acknowledged is lost. */
    public void restartEtcd() {
        etcd.kill();
        etcd = startEtcd();
    }

    /** Starts kube-scheduler for the pods of {@code default-scheduler}, with no limit on its rate. */
    public ServerProcess startScheduler() {
        return startScheduler("");
    }

    /** The same with {@code more} in its configuration. */
    public ServerProcess startScheduler(String more) {
        Path config = write(folder.resolve("scheduler.yaml"), """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: false}
                clientConnection: {kubeconfig: "%s", qps: 5000, burst: 5000}
                """.formatted(kubeconfig()) + more);
        return other(
                "kube-scheduler",
                "--config",
                config.toString(),
                "--secure-port",
                "0",
                "--feature-gates=" + served.gates());
    }

    /** Starts kwok: each pod that is bound runs, and each that is deleted ends at once. */
    public ServerProcess startKubelets() {
        Path stages = write(folder.resolve("stages.yaml"), """
                apiVersion: kwok.x-k8s.io/v1alpha1
                kind: Stage
                metadata: {name: node-runs}
                spec:
                  resourceRef: {apiGroup: v1, kind: Node}
                  selector: {matchExpressions: [{key: .status.phase, operator: NotIn, values: [Running]}]}
                  next: {statusTemplate: "phase: Running"}
                ---
                apiVersion: kwok.x-k8s.io/v1alpha1
                kind: Stage
                metadata: {name: pod-runs}
                spec:
                  resourceRef: {apiGroup: v1, kind: Pod}
                  selector:
                    matchExpressions:
                      - {key: .metadata.deletionTimestamp, operator: DoesNotExist}
                      - {key: .status.phase, operator: In, values: [Pending]}
                  next: {statusTemplate: "phase: Running"}
                ---
                apiVersion: kwok.x-k8s.io/v1alpha1
                kind: Stage
                metadata: {name: pod-ends}
                spec:
                  resourceRef: {apiGroup: v1, kind: Pod}
                  selector: {matchExpressions: [{key: .metadata.deletionTimestamp, operator: Exists}]}
                  next: {delete: true}
                """);
        return other(
                "kwok",
                "--config",
                stages.toString(),
                "--kubeconfig",
                kubeconfig().toString(),
                "--manage-all-nodes=true",
                "--node-lease-duration-seconds",
                "0");
    }

    /** Deletes all pods, then all nodes. */
    public void clear() {
        api.clear(KubeApi.PODS);
        api.clear(KubeApi.NODES);
    }

    @Override
    public void close() {
        others.forEach(ServerProcess::close);
        server.close();
        etcd.close();
    }

    private ServerProcess other(String program, String... options) {
        ServerProcess started = ServerProcess.start(folder, program, words(program, options));
        others.add(started);
        return started;
    }

    private ServerProcess startEtcd() {
        String own = "http://127.0.0.1:" + etcdPort;
        String peer = "http://127.0.0.1:" + peerPort;
        List<String> words = words(
                "etcd",
                "--name=it",
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=" + own,
                "--advertise-client-urls=" + own,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=it=" + peer,
                // What a program wrote outlives its death, if not that of the machine.
                "--unsafe-no-fsync",
                "--log-level=warn");
        return ServerProcess.start(folder, "etcd", words).await(() -> answers(etcdPort));
    }

    private ServerProcess launchServer() {
        return ServerProcess.start(
                folder,
                "kube-apiserver",
                words(
                        "kube-apiserver",
                        "--etcd-servers=http://127.0.0.1:" + etcdPort,
                        "--bind-address=127.0.0.1",
                        "--advertise-address=127.0.0.1",
                        "--secure-port=" + port,
                        "--cert-dir=" + folder,
                        "--token-auth-file=" + folder.resolve("tokens.csv"),
                        "--authorization-mode=RBAC",
                        "--anonymous-auth=false",
                        "--service-cluster-ip-range=10.0.0.0/16",
                        "--service-account-issuer=https://kubernetes.default.svc",
                        "--service-account-key-file=" + folder.resolve("accounts.pub"),
                        "--service-account-signing-key-file=" + folder.resolve("accounts.key"),
                        // No controller makes accounts, or takes taints away.
                        "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
                        "--endpoint-reconciler-type=none",
                        // Pods that start together, and rules that taint devices.
                        "--feature-gates=" + served.gates(),
                        "--runtime-config=scheduling.k8s.io/" + served.version() + "=true,resource.k8s.io/"
                                + served.taints() + "=true",
                        "--max-requests-inflight=3000",
                        "--max-mutating-requests-inflight=1000",
                        "--audit-policy-file=" + folder.resolve("audit.yaml"),
                        "--audit-log-path=" + auditLog()));
    }

    /** Where it writes each binding, and all that service accounts ask for, as lines of JSON (audit.k8s.io/v1 Event). */
    public Path auditLog() {
        return folder.resolve("audit.log");
    }

    private Path certificate() {
        return folder.resolve("apiserver.crt");
    }

    private List<String> words(String program, String... options) {
        List<String> words = new ArrayList<>(List.of(program(program)));
        words.addAll(List.of(options));
        return words;
    }

    private String program(String name) {
        return binaries.resolve(name).toString();
    }

    private void writeKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair accounts = generator.generateKeyPair();
            write(
                    folder.resolve("accounts.key"),
                    pem("PRIVATE KEY", accounts.getPrivate().getEncoded()));
            write(
                    folder.resolve("accounts.pub"),
                    pem("PUBLIC KEY", accounts.getPublic().getEncoded()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        List<String> tokens = new ArrayList<>(List.of(ADMIN + ",admin,admin,\"system:masters\""));
        IntStream.range(0, USERS)
                .forEach(user -> tokens.add(userToken(user) + ",user-" + user + ",user-" + user + ",\"users\""));
        write(folder.resolve("tokens.csv"), String.join("\n", tokens) + "\n");
        write(folder.resolve("audit.yaml"), """
                apiVersion: audit.k8s.io/v1
                kind: Policy
                omitStages: [RequestReceived]
                rules:
                  - {level: Request, resources: [{group: "", resources: [pods/binding]}]}
                  - {level: Metadata, userGroups: ["system:serviceaccounts"]}
                  - {level: None}
                """);
    }

    private static String pem(String title, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + title + "-----\n" + text + "\n-----END " + title + "-----\n";
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** So many different ones that nobody listens at. */
    public static List<Integer> freePorts(int count) {
        Set<Integer> free = new HashSet<>();
        while (free.size() < count) {
            int tried = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(tried, 1, InetAddress.getLoopbackAddress())) {
                free.add(socket.getLocalPort());
            } catch (IOException e) {
                // Somebody has it.
            }
        }
        List<Integer> ports = new ArrayList<>(free);
        Collections.sort(ports);
        return ports;
    }
}
