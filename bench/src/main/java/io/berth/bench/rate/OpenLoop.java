package io.berth.bench.rate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Requests at a steady rate, whether or not earlier ones were answered: who sends the next one only after an answer measures a
 * slow server at a rate that suits it. A request counts from the moment at which it was to be sent.
 */
final class OpenLoop {
    /** Connections; more answers than these are never on their way unless the server is behind by seconds. */
    private static final int CONNECTIONS = 64;

    private final Server server;
    private final double perSecond;
    private final List<Long> nanos = new ArrayList<>();
    private final LongAdder refused = new LongAdder();

    OpenLoop(Server server, double perSecond) {
        this.server = server;
        this.perSecond = perSecond;
    }

    /** Sends {@code count} documents and waits for the answers. */
    void run(int count, IntFunction<String> documents) throws IOException, InterruptedException {
        LinkedBlockingQueue<Connection> idle = new LinkedBlockingQueue<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            idle.add(server.connect());
        }
        long begin = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (int i = 0; i < count; i++) {
                String document = documents.apply(i);
                long intended = begin + (long) ((double) i / perSecond * 1e9);
                sleepUntil(intended);
                Connection connection = idle.take();
                threads.execute(() -> idle.add(send(connection, document, intended)));
            }
        }
        for (Connection connection : idle) {
            connection.close();
        }
    }

    private Connection send(Connection connection, String document, long intended) {
        try {
            Connection.Answer answer = connection.post(Server.JOBS, document);
            long took = System.nanoTime() - intended;
            if (answer.status() == 201) {
                synchronized (nanos) {
                    nanos.add(took);
                }
            } else {
                refused.increment();
            }
            return connection;
        } catch (IOException e) {
            refused.increment();
            return again();
        }
    }

    /** A server ends the connection of whoever sends what it does not take. */
    private Connection again() {
        try {
            return server.connect();
        } catch (IOException e) {
            throw new IllegalStateException("the server takes no connections any more", e);
        }
    }

    private static void sleepUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** From the intended moment to the answer, of each job that was taken. */
    List<Long> nanos() {
        synchronized (nanos) {
            return List.copyOf(nanos);
        }
    }

    long refused() {
        return refused.sum();
    }
}
