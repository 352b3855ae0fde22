package io.berth.local.launch;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A Berth in a process of its own that starts tasks and dies, at a step or when it is killed. */
final class CrashingBerth {
    private CrashingBerth() {}

    /** Arguments: folder, way, step to die at or {@code none}, number of tasks. */
    public static void main(String[] arguments) throws InterruptedException {
        Workplace place = new Workplace(Path.of(arguments[0]), Workplace.Way.valueOf(arguments[1]));
        place.launcher.close();
        Launcher launcher = place.open(step -> {
            if (step.name().equals(arguments[2])) {
                Runtime.getRuntime().halt(1);
            }
        });
        int tasks = Integer.parseInt(arguments[3]);
        for (int task = 0; task < tasks; task++) {
            launcher.start(order(place, task));
        }
        new CountDownLatch(1).await();
    }

    static TaskOrder order(Workplace place, int task) {
        return place.shell(new TaskKey(7, task, 1), "echo run >>runs" + task + "; exit 6");
    }

    static Process start(Path folder, Workplace.Way way, String step, int tasks) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingBerth.class.getName(),
                        folder.toString(),
                        way.name(),
                        step,
                        Integer.toString(tasks))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("berth.log").toFile())
                .start();
    }
}
