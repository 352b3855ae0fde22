package io.berth.bench.gpu;

import io.berth.local.device.Host;
import io.berth.local.device.Inventory;
import io.berth.local.device.Machine;
import io.berth.local.device.Unit;
import io.berth.local.device.Vendor;
import io.berth.local.device.Visibility;
import io.berth.local.device.tool.Discovery;
import io.berth.local.device.tool.SystemTools;
import io.berth.spec.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares what Berth makes of this machine's NVIDIA GPUs with what CUDA shows a child that holds none, each one, a share of
 * one, and all of them. Exit code 1 where they differ.
 */
public final class GpuSmoke {
    private static final int HALF_MILLI = 500;

    private final Visibility visibility;
    private int failures;

    private GpuSmoke(Inventory found) {
        visibility = new Visibility(found);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Inventory found = new Discovery(SystemTools.ofPath()).discover();
        Machine machine = Machine.of("here", Host.here(Path.of(".")), found);
        System.out.print(Json.pretty(machine));
        List<Unit> units = machine.units().stream()
                .filter(unit -> unit.device().vendor().equals(Vendor.NVIDIA))
                .toList();
        GpuSmoke smoke = new GpuSmoke(found);
        smoke.expect("there are GPUs", !units.isEmpty());
        smoke.compare("a task without devices", Visibility.Grant.NONE);
        for (Unit unit : units) {
            smoke.compare("a task with " + unit.uuid(), Visibility.Grant.whole(List.of(unit)));
        }
        if (!units.isEmpty()) {
            Unit first = units.getFirst();
            smoke.compare(
                    "a task with a share of " + first.uuid(),
                    new Visibility.Grant(List.of(first), HALF_MILLI, first.memoryBytes() / 2));
        }
        if (units.stream().allMatch(unit -> unit.instance() == null)) {
            // CUDA shows one MIG instance at a time, so that only whole GPUs are seen together.
            smoke.compare("a task with all", Visibility.Grant.whole(units));
        }
        System.exit(smoke.failures == 0 ? 0 : 1);
    }

    /** Runs {@link CudaDevices} as a task with {@code grant}, and looks for its devices, in their order, in the output. */
    private void compare(String what, Visibility.Grant grant) throws IOException, InterruptedException {
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CudaDevices.class.getName());
        child.environment().putAll(visibility.variables(grant));
        Process process = child.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean ended = process.waitFor() == 0;
        System.out.println(what + " sees:");
        output.lines().forEach(line -> System.out.println("    " + line));
        expect(what + " sees what it holds", ended && uuids(output).equals(expected(grant)));
    }

    private static List<String> expected(Visibility.Grant grant) {
        return grant.units().stream()
                .map(unit -> unit.uuid().replaceFirst("^(GPU|MIG)-", ""))
                .toList();
    }

    private static List<String> uuids(String output) {
        List<String> uuids = new ArrayList<>();
        output.lines()
                .filter(line -> line.matches("[0-9]+: .*"))
                .forEach(line -> uuids.add(line.substring(line.lastIndexOf(' ') + 1)));
        return uuids;
    }

    private void expect(String what, boolean holds) {
        System.out.println((holds ? "ok: " : "FAILED: ") + what);
        failures += holds ? 0 : 1;
    }
}
