package io.berth.gateway.system;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Says of errors of Berth itself that they happened: of each kind once, since they may come with every request. */
final class Once implements Consumer<Throwable> {
    private static final int MOST = 100;

    private final Consumer<String> note;
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    Once(Consumer<String> note) {
        this.note = note;
    }

    @Override
    public void accept(Throwable error) {
        StackTraceElement[] stack = error.getStackTrace();
        String where = stack.length == 0 ? "" : " at " + stack[0];
        String text = error + where;
        if (said.size() < MOST && said.add(text)) {
            note.accept("an error in the balancer, which requests go on without: " + text + "; it is said once");
        }
    }
}
