package io.berth.gateway.picker;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/** What goes back to Envoy of one request: in its order, and nothing that lets the request go on before its server is known. */
final class Outbox {
    private final ServerCall<ProcessingRequest, ProcessingResponse> stream;
    /** What Envoy is answered once it knows the server. */
    private final List<ProcessingResponse> held = new ArrayList<>();

    private boolean open;
    /** Envoy is answered to all that it sent, and may send the next. */
    private boolean due;
    /** Nothing more goes to Envoy. */
    private boolean closed;

    Outbox(ServerCall<ProcessingRequest, ProcessingResponse> stream) {
        this.stream = stream;
    }

    void begin() {
        stream.sendHeaders(new Metadata());
        stream.request(1);
    }

    /** Answers Envoy, after it knows the server. */
    void tell(ProcessingResponse response) {
        if (open) {
            send(response);
        } else {
            held.add(response);
        }
    }

    /** Answers Envoy now. */
    void send(ProcessingResponse response) {
        if (!closed) {
            stream.sendMessage(response);
        }
    }

    /** Envoy knows the server, or needs none any more: what was held goes out. */
    void open() {
        open = true;
        held.forEach(this::send);
        held.clear();
    }

    /** What was held is of no more use. */
    void drop() {
        open = true;
        held.clear();
    }

    boolean closed() {
        return closed;
    }

    /** Envoy has gone. */
    void gone() {
        closed = true;
    }

    void close(Status status) {
        if (!closed) {
            closed = true;
            stream.close(status, new Metadata());
        }
    }

    /** What Envoy sent was heard. */
    void heard() {
        due = true;
    }

    /** Lets the next message come, unless {@code full} or Envoy does not take what it is sent. */
    void more(boolean full) {
        if (due && !closed && !full && stream.isReady()) {
            due = false;
            stream.request(1);
        }
    }
}
