package io.berth.local.device.tool;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import io.berth.local.device.Maker;
import io.berth.local.device.Maker.Figure;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.spec.input.InputException;
import java.util.List;
import java.util.TreeMap;

/** The program of a maker that is described as data. */
public record MakerTool(Maker maker) implements DeviceTool {
    @Override
    public String program() {
        return maker.command().getFirst();
    }

    @Override
    public Inventory discover(Tools tools) {
        return sample(tools);
    }

    @Override
    public Inventory sample(Tools tools) {
        return ask(tools, maker.command().subList(1, maker.command().size()), this::parse);
    }

    /** The devices that {@code output} tells of; a notice says why there are none. */
    public Inventory parse(String output) {
        TreeMap<Integer, Accelerator> devices = new TreeMap<>();
        try {
            for (Told told : Told.read(maker, output)) {
                if (told.index() >= 0) {
                    devices.putIfAbsent(told.index(), device(told));
                }
            }
        } catch (InputException e) {
            return Inventory.nothing(program() + ": " + e.problem());
        }
        return devices.isEmpty()
                ? Inventory.nothing(program() + ": " + Field.firstLine(output))
                : new Inventory(List.copyOf(devices.values()), List.of(), List.of());
    }

    private Accelerator device(Told told) {
        String name = told.text(Figure.MODEL);
        Reading reading = new Reading(
                Field.percent(told.text(Figure.BUSY)),
                told.size(Figure.USED),
                Field.number(told.text(Figure.TEMPERATURE)),
                Field.number(told.text(Figure.POWER)));
        double total = told.size(Figure.TOTAL);
        return new Accelerator(
                maker.vendor(),
                told.index(),
                "",
                ModelName.of(name),
                name,
                told.text(Figure.ADDRESS),
                Double.isNaN(total) ? 0 : (long) total,
                Accelerator.UNKNOWN,
                MigMode.UNSUPPORTED,
                reading);
    }
}
