package io.berth.testkit.kill;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An agent in the process of a Berth, which is otherwise as it is shipped. It counts how often the program comes by a point, and
 * sends the process SIGKILL at the wanted time: {@code -javaagent:doom.jar=POINT,COUNT}. Snapshots come often, so that kills
 * meet them.
 */
public final class Doom {
    /** A snapshot after so many frames, in place of 100,000. */
    static final long SNAPSHOT_FRAMES = 40;

    private static final int SIGKILL = 9;

    private static final AtomicInteger LEFT = new AtomicInteger();
    private static KillPoint point = KillPoint.REQUEST_READ;
    private static final MethodHandle KILL = kill();
    private static final int PID = (int) ProcessHandle.current().pid();

    private Doom() {}

    /** As the JVM calls it. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        String[] words = arguments.split(",", 2);
        point = KillPoint.valueOf(words[0]);
        LEFT.set(Integer.parseInt(words[1]));
        instrumentation.addTransformer(new PointWriter(point));
    }

    /** The program comes by. */
    public static void pass() {
        if (LEFT.decrementAndGet() == 0) {
            strike();
        }
    }

    /** The program comes by with {@code argument}. */
    public static void pass(Object argument) {
        if (argument.toString().equals(point.argument)) {
            pass();
        }
    }

    /** The program is about to write {@code bytes}. */
    public static void tear(FileChannel channel, ByteBuffer bytes) throws IOException {
        boolean wanted = StackWalker.getInstance()
                .walk(frames ->
                        frames.limit(4).anyMatch(frame -> frame.getMethodName().equals(point.argument)));
        if (wanted && LEFT.decrementAndGet() == 0) {
            int part = ThreadLocalRandom.current().nextInt(bytes.remaining() + 1);
            ByteBuffer begun = bytes.duplicate().limit(bytes.position() + part);
            while (begun.hasRemaining()) {
                channel.write(begun);
            }
            die();
        }
    }

    private static void strike() {
        if (point.mostDelayMicros == 0) {
            die();
        }
        long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(point.mostDelayMicros * 1_000);
        Thread.ofPlatform().daemon().start(() -> {
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            die();
        });
    }

    private static void die() {
        try {
            int answer = (int) KILL.invokeExact(PID, SIGKILL);
            throw new IllegalStateException("kill answered " + answer);
        } catch (Throwable e) {
            Runtime.getRuntime().halt(99);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle kill() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("kill").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}
