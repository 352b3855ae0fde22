package io.berth.learn.serve;

import io.berth.learn.environment.Environment;
import io.berth.learn.environment.SharedEnvironment;
import io.berth.spec.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays environments for another program, by {@link EnvironmentProtocol}. A step of N environments is one frame there and one back;
 * between frames it waits for bytes and holds nothing but its buffers, and a step that ends no episode allocates nothing.
 *
 * <p>Whatever comes is answered: a wrong request by an error that names it, after which the episodes go on as they were. For one
 * thread and one client at a time.
 */
public final class EnvironmentServer {
    private static final byte[] NOTHING = {};

    /** For throwing away frames that are too long. */
    private static final int SCRATCH_BYTES = 1 << 12;

    private final Play play;
    private final ByteBuffer request;
    private final byte[] header = new byte[EnvironmentProtocol.HEADER_BYTES];
    private final ByteBuffer head = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    private final Reply reply;
    private boolean greeted;

    /**
     * @param environments makes them, all equal
     * @param count how many, from 1
     * @throws IllegalArgumentException where {@code count} is not, or their states together are more than a frame holds
     */
    public EnvironmentServer(Supplier<? extends Environment> environments, int count) {
        this(new VectorPlay(made(environments, count)));
    }

    /** A server of one environment whose agents take turns. */
    public EnvironmentServer(SharedEnvironment environment) {
        this(new SharedPlay(environment));
    }

    private EnvironmentServer(Play play) {
        this.play = play;
        int most = Math.max(EnvironmentProtocol.HELLO_BYTES, Seeds.bytes(play.count()));
        request = ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN);
        reply = new Reply(play.stateBytes());
    }

    private static List<Environment> made(Supplier<? extends Environment> environments, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("The environments (" + count + ") must be at least 1.");
        }
        List<Environment> all = new ArrayList<>();
        all.add(environments.get());
        Reply.requireRoom(VectorPlay.stateBytes(all.getFirst().mdp(), count));
        while (all.size() < count) {
            all.add(environments.get());
        }
        return all;
    }

    /**
     * Answers requests from {@code in} on {@code out} until the client closes or {@code in} ends. Neither stream is closed.
     *
     * @throws IOException where a stream fails, such as when the client has gone
     */
    public void serve(InputStream in, OutputStream out) throws IOException {
        greeted = false;
        boolean more = true;
        while (more) {
            int got = in.readNBytes(header, 0, header.length);
            if (got == 0) {
                return;
            }
            if (got < header.length) {
                sendTruncated("a header of " + header.length + " bytes after " + got, out);
                return;
            }
            more = answer(Integer.toUnsignedLong(head.getInt(0)), head.getInt(Integer.BYTES), in, out);
        }
    }

    /** Reads the payload and answers; false where nothing more is to come. */
    private boolean answer(long length, int kind, InputStream in, OutputStream out) throws IOException {
        if (length > request.capacity()) {
            // Answered before it is read: of a length that was never meant, the bytes may never come.
            String message = "A frame of " + length + " bytes is too long: no request here has more than "
                    + request.capacity() + ".";
            sendProblem(new RefusedException(Refusal.TOO_LONG, message), out);
            return discarded(length, in);
        }
        int got = in.readNBytes(request.array(), 0, (int) length);
        if (got < length) {
            sendTruncated("a frame of " + length + " bytes after " + got, out);
            return false;
        }
        try {
            return understood(kind, (int) length, out);
        } catch (RefusedException e) {
            sendProblem(e, out);
        }
        return true;
    }

    private boolean understood(int kind, int length, OutputStream out) throws IOException {
        switch (kind) {
            case EnvironmentProtocol.HELLO -> hello(length, out);
            case EnvironmentProtocol.RESET -> {
                require("A reset", length, Seeds.bytes(play.count()));
                carryOut(kind);
                sendState(out);
            }
            case EnvironmentProtocol.STEP -> {
                require("A step", length, play.count() * Integer.BYTES);
                carryOut(kind);
                sendState(out);
            }
            case EnvironmentProtocol.CLOSE -> {
                reply.begin().send(EnvironmentProtocol.CLOSED, NOTHING, out);
                return false;
            }
            default ->
                throw new RefusedException(
                        Refusal.UNKNOWN_KIND,
                        "There is no request of kind " + kind + "; 1 is hello, 2 reset, 3 step, 4 close.");
        }
        return true;
    }

    private void hello(int length, OutputStream out) throws IOException {
        if (length < 2 * Integer.BYTES || request.getInt(0) != EnvironmentProtocol.MAGIC) {
            throw new RefusedException(
                    Refusal.WRONG_VERSION,
                    "This is Berth's environment protocol; a hello begins with BRTH and a version.");
        }
        int version = request.getInt(Integer.BYTES);
        if (version != EnvironmentProtocol.VERSION) {
            throw new RefusedException(
                    Refusal.WRONG_VERSION,
                    "The client speaks version " + version + " of the protocol and this berth version "
                            + EnvironmentProtocol.VERSION + ". Install the berth-env of this berth's release.");
        }
        requireLength("A hello", length, EnvironmentProtocol.HELLO_BYTES);
        if (greeted) {
            throw new RefusedException(Refusal.OUT_OF_ORDER, "The client has said hello already.");
        }
        int mode = request.getInt(2 * Integer.BYTES);
        AutoReset[] modes = AutoReset.values();
        if (mode < 0 || mode >= modes.length) {
            throw new RefusedException(
                    Refusal.WRONG_VALUE,
                    "The automatic reset is " + mode + "; it may be 0 to " + (modes.length - 1) + ".");
        }
        play.begin(modes[mode]);
        greeted = true;
        byte[] description = Json.line(play.description()).getBytes(StandardCharsets.UTF_8);
        reply.begin().send(EnvironmentProtocol.DESCRIPTION, description, out);
    }

    private void require(String request, int length, int bytes) {
        if (!greeted) {
            throw new RefusedException(Refusal.OUT_OF_ORDER, request + " comes after a hello, and there was none.");
        }
        requireLength(request, length, bytes);
    }

    private void requireLength(String request, int length, int bytes) {
        if (length != bytes) {
            int count = play.count();
            String of = count == 1 ? "1 environment" : count + " environments";
            throw new RefusedException(
                    Refusal.WRONG_LENGTH, request + " of " + of + " has " + bytes + " bytes, not " + length + ".");
        }
    }

    /** What an environment throws that is none of its promises ends the episodes, not the server. */
    private void carryOut(int kind) {
        try {
            if (kind == EnvironmentProtocol.STEP) {
                play.step(request);
            } else {
                play.reset(request);
            }
        } catch (RefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            play.failed();
            throw new RefusedException(
                    Refusal.FAILED, "The environment failed, so all must be reset: " + words(e) + ".");
        }
    }

    private static String words(RuntimeException e) {
        @Nullable String message = e.getMessage();
        return message == null || message.isEmpty() ? e.getClass().getSimpleName() : message;
    }

    private void sendState(OutputStream out) throws IOException {
        reply.begin();
        play.write(reply);
        reply.send(EnvironmentProtocol.STATE, play.figures(), out);
    }

    private void sendTruncated(String what, OutputStream out) throws IOException {
        sendProblem(new RefusedException(Refusal.TRUNCATED, "The stream ended in " + what + "."), out);
    }

    private void sendProblem(RefusedException e, OutputStream out) throws IOException {
        byte[] problem = Json.line(e.problem()).getBytes(StandardCharsets.UTF_8);
        reply.begin().send(EnvironmentProtocol.ERROR, problem, out);
    }

    /** Reads {@code length} bytes and forgets them; false where the stream ends before. */
    private static boolean discarded(long length, InputStream in) throws IOException {
        byte[] scratch = new byte[SCRATCH_BYTES];
        long left = length;
        while (left > 0) {
            int got = in.readNBytes(scratch, 0, (int) Math.min(left, scratch.length));
            if (got == 0) {
                return false;
            }
            left -= got;
        }
        return true;
    }
}
