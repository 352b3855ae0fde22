package io.berth.testkit.kube;

import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@code berth kube} in a process of its own. */
public final class BerthKube implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final ServerProcess process;
    private final int port;

    private BerthKube(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one with the class path of this JVM.
     *
     * @param folder for its log, {@code NAME.log}
     * @param options behind {@code kube}; the port is any that is free
     */
    public static BerthKube start(Path folder, String name, Path kubeconfig, String... options) {
        List<String> java = UpProcess.ofClassPath(
                "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx512m", "--sun-misc-unsafe-memory-access=allow");
        return start(folder, name, kubeconfig, java, options);
    }

    /** The same with all that the JVM does to be fast. */
    public static BerthKube startOptimized(Path folder, String name, Path kubeconfig, String... options) {
        List<String> java = UpProcess.ofClassPath("-Xmx1g", "--sun-misc-unsafe-memory-access=allow");
        return start(folder, name, kubeconfig, java, options);
    }

    private static BerthKube start(Path folder, String name, Path kubeconfig, List<String> java, String... options) {
        int port = ControlPlane.freePorts(1).getFirst();
        List<String> words = new ArrayList<>(java);
        words.addAll(List.of("kube", "--kubeconfig", kubeconfig.toString(), "--port", Integer.toString(port)));
        words.addAll(List.of(options));
        return new BerthKube(ServerProcess.start(folder, name, words), port);
    }

    /** Waits until it schedules. */
    public BerthKube awaitReady() {
        process.await(this::ready);
        return this;
    }

    /** True where it schedules. */
    public boolean ready() {
        try {
            return process.alive() && ask("/readyz").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** What its console answers. */
    public String page(String path) {
        try {
            return ask(path).body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> ask(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public ServerProcess process() {
        return process;
    }

    /** What it said so far that has {@code text} in it. */
    public List<String> said(String text) {
        return process.lines().stream().filter(line -> line.contains(text)).toList();
    }

    @Override
    public void close() {
        process.close();
    }
}
