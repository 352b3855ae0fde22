package io.berth.kube.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.rehearsal.Http2Server;
import io.berth.kube.rehearsal.ServedCall;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class Http2TransportTest {
    private static final int AT_ONCE = 100;

    @TempDir
    static Path folder;

    private static Identity key;

    private final Set<String> connections = ConcurrentHashMap.newKeySet();
    private volatile Consumer<ServedCall> service = Http2TransportTest::echo;
    private Http2Server server;
    private Transport transport;

    @BeforeAll
    static void make() throws Exception {
        key = TestKey.make(folder, "server").identity();
    }

    @AfterEach
    void stop() {
        transport.close();
        server.close();
    }

    @Test
    void calls_from_many_threads_go_over_one_connection() throws Exception {
        start(AT_ONCE, Limits.USUAL);
        List<Thread> threads = new ArrayList<>();
        Queue<CompletableFuture<Response>> answers = new ConcurrentLinkedQueue<>();
        for (int thread = 0; thread < 4; thread++) {
            int number = thread;
            threads.add(Thread.startVirtualThread(() -> {
                for (int i = 0; i < 2_000; i++) {
                    answers.add(transport.send(call("/" + number + "/" + i, new byte[i])));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(answers)
                .hasSize(8_000)
                .allSatisfy(answer ->
                        assertThat(answer.get(30, TimeUnit.SECONDS).code()).isEqualTo(200));
        assertThat(connections).hasSize(1);
    }

    @Test
    void an_answer_is_what_the_server_says() throws Exception {
        start(AT_ONCE, Limits.USUAL);
        Response echoed = transport
                .send(new Request("PATCH", "/a?b=c", "x/y", "text/z", bytes("body"), "secret"))
                .get();
        assertThat(new String(echoed.body(), StandardCharsets.UTF_8))
                .isEqualTo("PATCH /a?b=c x/y text/z Bearer secret berth body");
        service = call -> {
            call.begin(429, "", 7);
            call.end();
        };
        Response busy = transport.send(call("/", new byte[0])).get();
        assertThat(busy.code()).isEqualTo(429);
        assertThat(busy.retryAfterSeconds()).isEqualTo(7);
        assertThat(busy.body()).isEmpty();
    }

    @Test
    void a_stream_is_read_as_it_comes_and_ends_with_the_server() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        start(AT_ONCE, Limits.USUAL);
        service = call -> {
            call.begin(200, "", 0);
            call.write(bytes("first"));
            await(read);
            call.write(bytes("second"));
            call.end();
        };
        try (InputStream body = transport.stream(call("/", new byte[0])).body()) {
            assertThat(body.readNBytes(5)).isEqualTo(bytes("first"));
            read.countDown();
            assertThat(body.readAllBytes()).isEqualTo(bytes("second"));
        }
    }

    @Test
    void a_stream_that_nobody_reads_does_not_stop_the_others() throws Exception {
        start(AT_ONCE, Limits.USUAL);
        service = call -> {
            if (call.path().equals("/much")) {
                call.begin(200, "", 0);
                for (int i = 0; i < 40; i++) {
                    call.write(new byte[1 << 20]);
                }
                call.end();
            } else {
                echo(call);
            }
        };
        InputStream unread = transport.stream(call("/much", new byte[0])).body();
        for (int i = 0; i < 200; i++) {
            assertThat(transport
                            .send(call("/", new byte[3_000]))
                            .get(10, TimeUnit.SECONDS)
                            .code())
                    .isEqualTo(200);
        }
        try (InputStream read = transport.stream(call("/much", new byte[0])).body()) {
            assertThat(read.readAllBytes()).hasSize(40 << 20);
        }
        try (unread) {
            assertThat(unread.readAllBytes()).hasSize(40 << 20);
        }
    }

    @Test
    void who_reads_hears_of_a_stream_that_is_closed_and_so_does_the_server() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        start(AT_ONCE, Limits.USUAL);
        service = call -> {
            call.whenGone(gone::countDown);
            call.begin(200, "", 0);
        };
        InputStream body = transport.stream(call("/", new byte[0])).body();
        CompletableFuture<Integer> reads = CompletableFuture.supplyAsync(() -> {
            try {
                return new DataInputStream(body).readInt();
            } catch (EOFException e) {
                return -1;
            } catch (IOException e) {
                return -2;
            }
        });
        body.close();
        assertThat(reads.get(10, TimeUnit.SECONDS)).isEqualTo(-2);
        assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(body::read).isInstanceOf(IOException.class).hasMessage("closed");
    }

    @Test
    void what_is_under_way_fails_with_its_connection_and_the_next_call_makes_another() throws Exception {
        start(AT_ONCE, Limits.USUAL);
        service = call -> {
            if (call.path().equals("/cut")) {
                call.cut();
            } else if (call.path().equals("/watch")) {
                call.begin(200, "", 0);
            } else {
                echo(call);
            }
        };
        InputStream watch = transport.stream(call("/watch", new byte[0])).body();
        assertThatThrownBy(() -> transport.send(call("/cut", new byte[0])).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(watch::read).isInstanceOf(IOException.class);
        assertThat(transport
                        .send(call("/", new byte[0]))
                        .get(10, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(200);
    }

    @Test
    void after_a_server_said_to_go_what_is_under_way_ends_and_the_next_goes_another_way() throws Exception {
        CountDownLatch said = new CountDownLatch(1);
        start(AT_ONCE, Limits.USUAL);
        service = call -> {
            connections.add(call.connection());
            if (call.path().equals("/slow")) {
                await(said);
            }
            call.reply(200, "", bytes(call.path()));
        };
        CompletableFuture<Response> slow = transport.send(call("/slow", new byte[0]));
        transport.send(call("/", new byte[0])).get(10, TimeUnit.SECONDS);
        server.sayGoAway();
        while (connections.size() == 1) {
            assertThat(transport
                            .send(call("/", new byte[0]))
                            .get(10, TimeUnit.SECONDS)
                            .code())
                    .isEqualTo(200);
        }
        said.countDown();
        assertThat(slow.get(10, TimeUnit.SECONDS).body()).isEqualTo(bytes("/slow"));
    }

    @Test
    void what_the_server_did_not_look_at_is_sent_again_and_not_for_ever() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        start(AT_ONCE, Limits.USUAL);
        service = call -> {
            if (calls.incrementAndGet() == 3) {
                echo(call);
            } else {
                call.reset(true);
            }
        };
        assertThat(transport
                        .send(call("/", new byte[9]))
                        .get(10, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(200);
        assertThatThrownBy(() -> transport.send(call("/", new byte[9])).get(10, TimeUnit.SECONDS))
                .hasMessageContaining("sent back unread");
        calls.set(0);
        service = call -> {
            calls.incrementAndGet();
            call.reset(false);
        };
        assertThatThrownBy(() -> transport.send(call("/", new byte[9])).get(10, TimeUnit.SECONDS))
                .hasMessageContaining("INTERNAL_ERROR");
        assertThat(calls).hasValue(1);
    }

    @Test
    void more_than_the_server_takes_at_once_wait_for_their_turn() throws Exception {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        start(3, Limits.USUAL);
        service = call -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            Thread.yield();
            atOnce.decrementAndGet();
            echo(call);
        };
        transport.send(call("/", new byte[0])).get();
        List<CompletableFuture<Response>> answers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            answers.add(transport.send(call("/" + i, new byte[100])));
        }
        for (CompletableFuture<Response> answer : answers) {
            assertThat(answer.get(10, TimeUnit.SECONDS).code()).isEqualTo(200);
        }
        assertThat(most.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void one_that_is_given_up_while_it_waits_is_never_made() throws Exception {
        Set<String> made = ConcurrentHashMap.newKeySet();
        CountDownLatch go = new CountDownLatch(1);
        start(1, new Limits(seconds(5), Duration.ofMillis(800), seconds(30), seconds(15)));
        service = call -> {
            made.add(call.path());
            if (call.path().equals("/first")) {
                await(go);
            }
            echo(call);
        };
        InputStream first = transport.stream(call("/ready", new byte[0])).body();
        assertThat(first.readAllBytes()).isNotEmpty();
        transport.send(call("/first", new byte[0]));
        CompletableFuture<Response> second = transport.send(call("/second", new byte[0]));
        assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(TimeoutException.class);
        go.countDown();
        assertThat(transport
                        .send(call("/third", new byte[0]))
                        .get(10, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(200);
        assertThat(made).containsExactlyInAnyOrder("/ready", "/first", "/third");
    }

    @Test
    void a_call_that_is_not_answered_in_time_fails_and_the_others_go_on() throws Exception {
        start(AT_ONCE, new Limits(seconds(5), Duration.ofMillis(300), seconds(30), seconds(15)));
        service = call -> {
            if (!call.path().equals("/never")) {
                echo(call);
            }
        };
        assertThatThrownBy(() -> transport.send(call("/never", new byte[0])).get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(transport
                        .send(call("/", new byte[0]))
                        .get(10, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(200);
        assertThat(connections).hasSize(1);
    }

    @Test
    void a_connection_at_whose_other_side_nobody_is_ends() throws Exception {
        server = new Http2Server(key, AT_ONCE, call -> call.begin(200, "", 0));
        try (Relay relay = new Relay(server.address().getPort())) {
            transport = transport(
                    relay.port(), new Limits(seconds(5), seconds(15), Duration.ofMillis(300), Duration.ofMillis(300)));
            InputStream watch = transport.stream(call("/watch", new byte[0])).body();
            CompletableFuture<Boolean> failed = CompletableFuture.supplyAsync(() -> {
                try {
                    return watch.read() < -1;
                } catch (IOException e) {
                    return true;
                }
            });
            // While somebody is there, who says nothing is asked and left alone.
            assertThatThrownBy(() -> failed.get(2, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            relay.pause();
            assertThat(failed.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void after_it_is_closed_calls_fail() throws Exception {
        start(AT_ONCE, Limits.USUAL);
        service = call -> {};
        CompletableFuture<Response> open = transport.send(call("/", new byte[0]));
        transport.close();
        assertThatThrownBy(() -> transport.send(call("/", new byte[0])).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> open.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
        transport.close();
    }

    private void start(int atOnce, Limits limits) throws IOException {
        server = new Http2Server(key, atOnce, call -> {
            connections.add(call.connection());
            service.accept(call);
        });
        transport = transport(server.address().getPort(), limits);
    }

    private static Transport transport(int port, Limits limits) {
        return new Http2Transport("localhost", port, new Tls(Trust.of(key.chain()), null), limits);
    }

    private static void echo(ServedCall call) {
        String said = String.join(
                " ",
                call.method(),
                call.path(),
                call.header("accept"),
                call.header("content-type"),
                call.header("authorization"),
                call.header("user-agent"),
                new String(call.body(), StandardCharsets.UTF_8));
        call.reply(200, "text/plain", bytes(said));
    }

    private static Request call(String path, byte[] body) {
        return new Request(body.length == 0 ? "GET" : "POST", path, "text/plain", "", body, "");
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
