package io.berth.local.limit;

import java.util.List;

/** No control group can be written: tasks have no group. */
public record Unconfined(String reason) implements Confinement {
    @Override
    public TaskGroup create(String name, Limits limits) {
        return new TaskGroup(List.of());
    }

    @Override
    public TaskGroup find(String name) {
        return new TaskGroup(List.of());
    }

    @Override
    public void tidy() {}

    @Override
    public boolean limitsMemory() {
        return false;
    }

    @Override
    public String notice() {
        return "limits: " + reason
                + "; cpu and processes are not limited (a limit of the user would count all that the user runs), memory is watched from outside four times a second, and"
                + " processes of a task are found by their session and environment";
    }
}
