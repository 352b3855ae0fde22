package io.berth.bench.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** What goes wrong, in a thread of its own, until it is over. */
interface Trouble {
    void happen(Berths berths, AtomicBoolean over) throws IOException, InterruptedException;

    /** Each time one or none of the servers is left out. */
    static void reload(Berths berths, AtomicBoolean over) throws IOException, InterruptedException {
        Random random = new Random(3);
        while (!over.get()) {
            List<Relay> some = new ArrayList<>(berths.relays());
            int without = random.nextInt(some.size() + 1);
            if (without < some.size()) {
                some.remove(without);
            }
            berths.reload(some);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** Clients that send a byte of their headers now and then. */
    static void slowloris(Berths berths, AtomicBoolean over) throws IOException, InterruptedException {
        List<Socket> clients = clients(berths, 1_000, "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nX-");
        while (!over.get()) {
            TimeUnit.MILLISECONDS.sleep(500);
            for (int i = 0; i < clients.size(); i++) {
                try {
                    clients.get(i).getOutputStream().write('a');
                } catch (IOException e) {
                    clients.set(i, clients(berths, 1, "POST / HTTP/1.1\r\nX-").getFirst());
                }
            }
        }
        close(clients);
    }

    /** Clients that ask for a long stream, and take nothing of it. */
    static void slowReaders(Berths berths, AtomicBoolean over) throws IOException, InterruptedException {
        String body =
                "{\"model\":\"fake\",\"stream\":true,\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}";
        String request =
                "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body;
        List<Socket> clients = new ArrayList<>();
        while (!over.get()) {
            clients.addAll(clients(berths, 1, request));
            TimeUnit.MILLISECONDS.sleep(200);
        }
        close(clients);
    }

    private static List<Socket> clients(Berths berths, int count, String sending) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(_ -> {
                    try {
                        Socket socket = new Socket(InetAddress.getLoopbackAddress(), berths.port());
                        socket.setReceiveBufferSize(4_096);
                        socket.getOutputStream().write(sending.getBytes(StandardCharsets.US_ASCII));
                        return socket;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList());
    }

    private static void close(List<Socket> clients) throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }
}
