package io.berth.app.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** How a Berth is reached. */
interface Way {
    /**
     * A new connection.
     *
     * @throws IOException where there is none to be had; the message is for people
     */
    Line open() throws IOException;

    /** The lines of a request's head that say to whom it goes and who sends it, each with its end. */
    String head();

    /** Names the Berth, for people. */
    String name();

    /** Bytes to a Berth and back. */
    interface Line extends Closeable {
        InputStream in() throws IOException;

        OutputStream out() throws IOException;
    }
}
