package io.berth.app.system;

import io.berth.core.plugin.PluginFailure;
import io.berth.core.state.Observer;
import java.util.function.Consumer;

/** Says which policy of a plugin failed. */
final class PluginNotes implements Observer {
    private final Consumer<String> notes;

    /** @param notes gets the lines, on the engine's thread */
    PluginNotes(Consumer<String> notes) {
        this.notes = notes;
    }

    @Override
    public void failed(PluginFailure failure) {
        notes.accept(
                failure.text() + "; from now on the strategy has the defaults in place of what that plugin brought,"
                        + " until another strategy is set");
    }
}
