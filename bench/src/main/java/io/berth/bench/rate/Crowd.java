package io.berth.bench.rate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Connections that do what none should, as many as are asked for, half of them from 127.0.0.1 and half from other addresses of this
 * machine: a quarter each are heads that never become whole, bodies that drip, connections kept alive after an answer, and readers
 * that take nothing. One that is ended is opened again, at a bounded rate. A process of its own, since a process may open only so
 * many files; it ends with its standard input, and after {@value #LONGEST_SECONDS} s.
 */
public final class Crowd {
    static final int LONGEST_SECONDS = 300;

    private static final long SECOND = 1_000_000_000L;
    private static final long TURN_MILLIS = 5;
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";

    /** What is sent at first, by the kind of connection. */
    private static final String[] FIRST = {
        "GET /api/v1/jobs" + HOST + "X-Slow: ",
        "POST /api/v1/jobs" + HOST + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
        "GET /" + HOST + "\r\n",
        ("GET /web/text-zh.json" + HOST + "\r\n").repeat(100)
    };

    private final InetSocketAddress server;
    private final double perSecond;
    private final Selector selector;
    private final Deque<Integer> toOpen = new ArrayDeque<>();
    private final ByteBuffer thrownAway = ByteBuffer.allocate(64 << 10);
    private int open;
    private long opened;

    private Crowd(InetSocketAddress server, int count, double perSecond) throws IOException {
        this.server = server;
        this.perSecond = perSecond;
        this.selector = Selector.open();
        for (int i = 0; i < count; i++) {
            toOpen.add(i);
        }
    }

    /** Arguments: the port, how many, and how many are opened in a second. */
    public static void main(String[] arguments) throws Exception {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), Integer.parseInt(arguments[0]));
        Crowd crowd = new Crowd(server, Integer.parseInt(arguments[1]), Double.parseDouble(arguments[2]));
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Until it ends.
                }
            } catch (IOException e) {
                // It has ended.
            }
            Runtime.getRuntime().halt(0);
        });
        crowd.run();
    }

    private void run() throws IOException {
        long began = System.nanoTime();
        long dripped = began;
        long said = began;
        for (long now = began; now - began < LONGEST_SECONDS * SECOND; now = System.nanoTime()) {
            while (!toOpen.isEmpty() && opened < (now - began) / 1e9 * perSecond) {
                open(toOpen.removeFirst());
            }
            selector.select(this::ready, TURN_MILLIS);
            if (now - dripped > SECOND) {
                selector.keys().forEach(this::drip);
                dripped = now;
            }
            if (now - said > SECOND) {
                System.out.println(open + " " + opened);
                said = now;
            }
        }
    }

    private void open(int number) {
        opened++;
        open++;
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 10);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            String from = number % 2 == 0 ? "127.0.0.1" : "127." + (1 + number / 2 % 100) + ".0." + (1 + number % 200);
            channel.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            channel.connect(server);
            channel.register(selector, SelectionKey.OP_CONNECT, number);
        } catch (IOException e) {
            again(number);
        }
    }

    private void ready(SelectionKey key) {
        SocketChannel channel = (SocketChannel) key.channel();
        int kind = (int) key.attachment() / 2 % FIRST.length;
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                channel.write(ByteBuffer.wrap(FIRST[kind].getBytes(StandardCharsets.US_ASCII)));
                // Who takes nothing is not looked at again; whether it was ended, writing says.
                key.interestOps(kind == 3 ? 0 : SelectionKey.OP_READ);
            } else if (key.isReadable()) {
                thrownAway.clear();
                if (channel.read(thrownAway) < 0) {
                    close(key);
                }
            }
        } catch (IOException e) {
            close(key);
        }
    }

    private void drip(SelectionKey key) {
        int kind = (int) key.attachment() / 2 % FIRST.length;
        if (!key.isValid() || kind == 2 || (key.interestOps() & SelectionKey.OP_CONNECT) != 0) {
            return;
        }
        try {
            ((SocketChannel) key.channel()).write(ByteBuffer.wrap(new byte[] {(byte) (kind == 3 ? '\n' : 'x')}));
        } catch (IOException e) {
            close(key);
        }
    }

    private void close(SelectionKey key) {
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException e) {
            // It is gone then.
        }
        again((int) key.attachment());
    }

    private void again(int number) {
        open--;
        toOpen.add(number);
    }
}
