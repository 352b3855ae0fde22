package io.berth.kube.endpoint;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.wire.Message;
import java.util.Map;

/**
 * Of {@code v1 Pod}, whether it can have requests, and where.
 *
 * @param address empty where it has none yet
 */
record PodAddress(Meta meta, String address, boolean ready) implements KubeObject {
    static PodAddress read(Message message) {
        Meta meta = new Meta(new ObjectKey("", "", ""), "", false, 0, Map.of(), Map.of(), null);
        Status status = new Status("", false);
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 3 -> status = message.message(Status::read);
                default -> message.skip();
            }
        }
        return new PodAddress(meta, status.address, status.ready && !meta.deleting());
    }

    private record Status(String address, boolean ready) {
        static Status read(Message message) {
            String address = "";
            boolean ready = false;
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 2 -> ready |= message.message(Status::isReady);
                    case 6 -> address = message.text();
                    default -> message.skip();
                }
            }
            return new Status(address, ready);
        }

        private static boolean isReady(Message condition) {
            String type = "";
            String value = "";
            for (int field = condition.next(); field != 0; field = condition.next()) {
                switch (field) {
                    case 1 -> type = condition.text();
                    case 2 -> value = condition.text();
                    default -> condition.skip();
                }
            }
            return type.equals("Ready") && value.equals("True");
        }
    }
}
