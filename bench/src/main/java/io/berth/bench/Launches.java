package io.berth.bench;

import io.berth.local.launch.LaunchSettings;
import io.berth.local.launch.Launcher;
import io.berth.local.launch.TaskListener;
import io.berth.local.launch.TaskOrder;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.limit.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** How many tasks that do nothing are started, watched and ended in a second. */
public final class Launches {
    private static final int ROUNDS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private Launches() {}

    /** Arguments: tasks in each round (1000), tasks at a time (16), bytes of memory that each may use (0: no limit). */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int tasks = Argument.number(arguments, 0, 1000);
        int atOnce = Argument.number(arguments, 1, 16);
        long memory = arguments.length > 2 ? Long.parseLong(arguments[2]) : 0;
        Path state = Files.createTempDirectory("launches");
        Round round = new Round(atOnce);
        try (Launcher launcher = Launcher.open(LaunchSettings.in(state), round)) {
            System.out.println("notice: " + launcher.notice());
            for (int number = 0; number < ROUNDS; number++) {
                round.run(launcher, number, tasks, memory);
            }
        } finally {
            delete(state);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Keeps a number of tasks under way. */
    private static final class Round implements TaskListener {
        private final int atOnce;
        private final Semaphore room;
        private final AtomicInteger failed = new AtomicInteger();

        Round(int atOnce) {
            this.atOnce = atOnce;
            room = new Semaphore(atOnce);
        }

        void run(Launcher launcher, int job, int tasks, long memory) throws InterruptedException {
            long begin = System.nanoTime();
            for (int task = 0; task < tasks; task++) {
                room.acquire();
                launcher.start(new TaskOrder(
                        new TaskKey(job, task, 1),
                        List.of("/bin/true"),
                        Map.of(),
                        Path.of("/"),
                        null,
                        new Limits(0, memory, 0),
                        null,
                        Duration.ofSeconds(1)));
            }
            room.acquire(atOnce);
            double seconds = (double) (System.nanoTime() - begin) / NANOS_PER_SECOND;
            room.release(atOnce);
            System.out.printf(
                    Locale.ROOT,
                    "round %d: %d tasks, %d at once, %.2f s, %.0f starts and ends a second, %d not with code 0%n",
                    job,
                    tasks,
                    atOnce,
                    seconds,
                    (double) tasks / seconds,
                    failed.get());
        }

        @Override
        public void started(TaskKey key, long pid) {}

        @Override
        public void ended(TaskKey key, TaskExit exit) {
            if (exit.exitCode() != 0) {
                failed.incrementAndGet();
            }
            room.release();
        }
    }
}
