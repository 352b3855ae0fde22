package io.berth.local.device.tool;

import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A vendor's program that tells of its devices. Whatever it prints, or does not, becomes an {@link Inventory}. */
public sealed interface DeviceTool permits NvidiaSmi, NpuSmi, AmdSmi, RocmSmi, MakerTool {
    /**
     * The longest that one call may take. A driver that hangs makes the tools wait for ever; without persistence mode
     * nvidia-smi loads the driver first, which takes seconds.
     */
    Duration LIMIT = Duration.ofSeconds(5);

    /** The name of the program. */
    String program();

    /** All that the tool tells: devices, their parts, links and readings. No devices and no notice where it is missing. */
    Inventory discover(Tools tools);

    /** The devices and what they do now, by the fewest calls; no links, no instances. */
    Inventory sample(Tools tools);

    /** What {@code parser} makes of the output of the program with {@code arguments}, or the notice why there is none. */
    default Inventory ask(Tools tools, List<String> arguments, Function<String, Inventory> parser) {
        return switch (call(tools, arguments)) {
            case Tools.Answer.Text(String output) -> parser.apply(output);
            case Tools.Answer.Missing() -> Inventory.NONE;
            case Tools.Answer.Late(Duration limit) ->
                Inventory.nothing(
                        program() + ": no answer within " + limit.toSeconds() + " s; its devices are not used");
            case Tools.Answer.Failed(int code, String output) ->
                Inventory.nothing(program() + ": " + Field.firstLine(output) + " (exit code " + code + ")");
        };
    }

    /** The output of the program with {@code arguments}; empty where there is none. For what adds to known devices. */
    default String textOf(Tools tools, List<String> arguments) {
        return call(tools, arguments) instanceof Tools.Answer.Text(String output) ? output : "";
    }

    private Tools.Answer call(Tools tools, List<String> arguments) {
        List<String> command = new ArrayList<>(arguments);
        command.addFirst(program());
        return tools.run(command, LIMIT);
    }
}
