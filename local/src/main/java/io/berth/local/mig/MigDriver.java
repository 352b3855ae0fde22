package io.berth.local.mig;

import io.berth.local.device.Field;
import io.berth.local.device.MigInstance;
import io.berth.local.device.tool.MigListing;
import io.berth.local.device.tool.NvidiaSmi;
import io.berth.local.device.tool.Tools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code nvidia-smi mig}: makes, lists and removes instances of one GPU. Source: NVIDIA MIG User Guide, "Creating GPU instances" and
 * "Destroying GPU instances"; {@code nvidia-smi mig -h}.
 */
final class MigDriver {
    /** Making one takes a second or two; without persistence mode the driver is loaded first. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String PROGRAM = "nvidia-smi";

    /** An instance that a process left a moment ago is often in use for a while. */
    private static final int MOST_TRIES = 4;

    private static final long PAUSE_MILLIS = 500;

    /** What went well before something did not. */
    private static final Pattern SUCCESS = Pattern.compile("(?m)^Successfully .*$");

    private final Tools tools;

    MigDriver(Tools tools) {
        this.tools = tools;
    }

    /**
     * The instances of the GPU {@code gpu}.
     *
     * @throws MigRefusal where the driver does not say
     */
    List<MigListing.Row> list(String gpu) {
        return switch (run(List.of("mig", "-i", gpu, "-lgi"))) {
            case Tools.Answer.Text(String output) -> MigListing.instances(output);
            case Tools.Answer.Failed(int _, String output) when output.contains("Not Found") -> List.of();
            case Tools.Answer other -> throw refused("list the instances of", gpu, other);
        };
    }

    /**
     * The names that CUDA has for what is on the GPU of that number.
     *
     * @throws MigRefusal where the driver does not say
     */
    List<MigInstance> named(int index) {
        Tools.Answer answer = run(List.of("-L"));
        if (answer instanceof Tools.Answer.Text(String output)) {
            return NvidiaSmi.parseInstances(output).getOrDefault(index, List.of());
        }
        throw refused("list the instances of", String.valueOf(index), answer);
    }

    /** Has {@code wanted} made, with all its compute slices in one compute instance; what came of it {@link #list} says. */
    Tools.Answer create(MadeInstance wanted) {
        return run(List.of("mig", "-i", wanted.gpu(), "-cgi", wanted.profile() + ":" + wanted.start(), "-C"));
    }

    /**
     * Removes instance {@code id} of {@code gpu} and the compute instances in it.
     *
     * @throws MigRefusal where it stays
     */
    void destroy(String gpu, int id) {
        remove(gpu, id, "-dci");
        remove(gpu, id, "-dgi");
    }

    private void remove(String gpu, int id, String how) {
        Tools.Answer answer = run(List.of("mig", "-i", gpu, how, "-gi", String.valueOf(id)));
        for (int tries = 1; tries < MOST_TRIES && inUse(answer); tries++) {
            pause();
            answer = run(List.of("mig", "-i", gpu, how, "-gi", String.valueOf(id)));
        }
        boolean gone = answer instanceof Tools.Answer.Text
                || answer instanceof Tools.Answer.Failed(int _, String output) && output.contains("Not Found");
        if (!gone) {
            throw refused("remove instance " + id + " of", gpu, answer);
        }
    }

    private static boolean inUse(Tools.Answer answer) {
        return answer instanceof Tools.Answer.Failed(int _, String output) && output.contains("In use");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Why the driver did not do {@code what} to {@code gpu}, in one line. */
    static MigRefusal refused(String what, String gpu, Tools.Answer answer) {
        String why = switch (answer) {
            case Tools.Answer.Text(String output) -> Field.firstLine(output);
            case Tools.Answer.Missing() -> "there is no " + PROGRAM + " any more";
            case Tools.Answer.Late(Duration limit) -> "no answer within " + limit.toSeconds() + " s";
            case Tools.Answer.Failed(int code, String output) ->
                Field.firstLine(SUCCESS.matcher(output).replaceAll("")) + " (exit code " + code + ")";
        };
        return new MigRefusal(PROGRAM + " does not " + what + " GPU " + gpu + ": " + why);
    }

    private Tools.Answer run(List<String> arguments) {
        List<String> command = new ArrayList<>(arguments);
        command.addFirst(PROGRAM);
        return tools.run(command, LIMIT);
    }
}
