package io.berth.kube.watch;

import io.berth.kube.api.Answer;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;

/**
 * {@code meta/v1 WatchEvent}.
 *
 * @param type what happened
 * @param object to what, in its envelope
 */
public record WatchFrame(String type, byte[] object) {
    private static final int STATUS_CODE = 6;

    static WatchFrame read(byte[] frame) {
        String type = "";
        byte[] object = new byte[0];
        Message message = Message.of(frame);
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> type = message.text();
                case 2 -> object = message.message(WatchFrame::raw);
                default -> message.skip();
            }
        }
        return new WatchFrame(type, object);
    }

    /** {@code runtime.RawExtension}. */
    private static byte[] raw(Message message) {
        byte[] raw = new byte[0];
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                raw = message.bytes();
            } else {
                message.skip();
            }
        }
        return raw;
    }

    /** The metadata of the object, whatever else it has. */
    Meta meta() {
        return Envelope.open(object, WatchFrame::meta);
    }

    private static Meta meta(Message message) {
        Meta meta = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                meta = message.message(Meta::read);
            } else {
                message.skip();
            }
        }
        if (meta == null) {
            throw new MalformedException("an object without metadata");
        }
        return meta;
    }

    /** What an error says, as if it had been answered. */
    Answer error() {
        long code = Envelope.open(object, message -> {
            long read = 0;
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == STATUS_CODE) {
                    read = message.number();
                } else {
                    message.skip();
                }
            }
            return read;
        });
        return new Answer((int) code, object, 0);
    }
}
