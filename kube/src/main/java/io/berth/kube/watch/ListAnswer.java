package io.berth.kube.watch;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a list has.
 *
 * @param version from which a watch goes on
 * @param problems of objects that cannot be read, and are left out
 */
public record ListAnswer<T>(List<T> items, String version, List<String> problems) {
    private static final int METADATA = 1;
    private static final int ITEMS = 2;
    private static final int RESOURCE_VERSION = 2;

    public static <T> ListAnswer<T> read(Message message, Function<Message, T> reading) {
        List<T> items = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        String version = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case METADATA -> version = message.message(meta -> meta.only(RESOURCE_VERSION));
                case ITEMS -> {
                    byte[] item = message.bytes();
                    try {
                        items.add(reading.apply(Message.of(item)));
                    } catch (MalformedException e) {
                        problems.add(String.valueOf(e.getMessage()));
                    }
                }
                default -> message.skip();
            }
        }
        return new ListAnswer<>(items, version, problems);
    }
}
