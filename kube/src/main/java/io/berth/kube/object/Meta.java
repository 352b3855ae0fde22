package io.berth.kube.object;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every object has.
 *
 * @param key which it is
 * @param resourceVersion of which version
 * @param deleting true where somebody wants it gone
 * @param createdSeconds when it was made, UTC; 0 where nobody says
 * @param labels by key
 * @param annotations by key
 * @param owner who made it and decides over it; null for none
 */
public record Meta(
        ObjectKey key,
        String resourceVersion,
        boolean deleting,
        long createdSeconds,
        Map<String, String> labels,
        Map<String, String> annotations,
        @Nullable Owner owner) {
    /** The object that controls another. */
    public record Owner(String kind, String name, String uid) {}

    public String name() {
        return key.name();
    }

    public String uid() {
        return key.uid();
    }

    /** The same with other {@code annotations}. */
    public Meta withAnnotations(Map<String, String> others) {
        return new Meta(key, resourceVersion, deleting, createdSeconds, labels, others, owner);
    }

    /** The same with other {@code labels}. */
    public Meta withLabels(Map<String, String> others) {
        return new Meta(key, resourceVersion, deleting, createdSeconds, others, annotations, owner);
    }

    /** The same before anybody wanted it gone. */
    public Meta alive() {
        return new Meta(key, resourceVersion, false, createdSeconds, labels, annotations, owner);
    }

    /** True where somebody bears it: what bookmarks show has neither name nor UID. */
    public boolean named() {
        return !name().isBlank() && !uid().isEmpty();
    }

    /** {@code meta/v1 ObjectMeta}. */
    public static Meta read(Message message) {
        String name = "";
        String namespace = "";
        String uid = "";
        String version = "";
        boolean deleting = false;
        long created = 0;
        Map<String, String> labels = Message.texts();
        Map<String, String> annotations = Message.texts();
        Owner owner = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 3 -> namespace = message.text();
                case 5 -> uid = message.text();
                case 6 -> version = message.text();
                case 8 -> created = message.message(Meta::seconds);
                case 9 -> {
                    deleting = true;
                    message.skip();
                }
                case 11 -> message.entry(labels, "", Message::text);
                case 12 -> message.entry(annotations, "", Message::text);
                case 13 -> {
                    Controller read = message.message(Controller::read);
                    owner = read.controls() ? read.owner() : owner;
                }
                default -> message.skip();
            }
        }
        return new Meta(new ObjectKey(namespace, name, uid), version, deleting, created, labels, annotations, owner);
    }

    /**
     * That of an object, whatever else it has.
     *
     * @throws MalformedException where it has none
     */
    public static Meta ofObject(Message object) {
        Meta meta = null;
        for (int field = object.next(); field != 0; field = object.next()) {
            if (field == 1) {
                meta = object.message(Meta::read);
            } else {
                object.skip();
            }
        }
        if (meta == null) {
            throw new MalformedException("an object without metadata");
        }
        return meta;
    }

    /** {@code meta/v1 Time}, without what is less than a second. */
    public static long seconds(Message message) {
        long seconds = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                seconds = message.number();
            } else {
                message.skip();
            }
        }
        return seconds;
    }

    /** {@code meta/v1 OwnerReference}. */
    private record Controller(Owner owner, boolean controls) {
        static Controller read(Message message) {
            String kind = "";
            String name = "";
            String uid = "";
            boolean controls = false;
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> kind = message.text();
                    case 3 -> name = message.text();
                    case 4 -> uid = message.text();
                    case 6 -> controls = message.flag();
                    default -> message.skip();
                }
            }
            return new Controller(new Owner(kind, name, uid), controls);
        }
    }
}
