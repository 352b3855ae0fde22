package io.berth.gateway.http;

import io.berth.gateway.setting.Backend;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;

/** What a server is asked, as {@link Attempts} sees it: a client's request as it came, or a part of what clients asked. Of one event loop. */
interface Inquiry {
    /** It goes to {@code server}. */
    void sentTo(int server);

    /** There is a connection to {@code where}, which is asked. */
    void send(BackendHandler handler, Backend where);

    /** Whether all of it has come, and was or will be sent. */
    boolean bodyEnded();

    /** Whether all of it that was sent can be sent to another server. */
    boolean repeatable();

    /** Whether the answer of the server that is asked now has begun. */
    boolean begun();

    /** Whether no other server can be asked any more. */
    boolean bound();

    /** The head of the answer is there. */
    void answer(HttpResponse response);

    /** The next piece of the answer, which is the inquiry's from now on. */
    void answerPart(BackendHandler handler, HttpContent content);

    /** Nothing more comes for now. */
    void flushAnswer();

    /** The server takes more of the request, or no more for now. */
    void serverWritable(boolean writable);
}
