package io.berth.kube.share;

/** What a pod or a node says of shares cannot be; the message says which key, which value and what is allowed. */
public final class ShareException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String why;

    /** @param message a clause, such as people read it behind the name of the pod or node */
    public ShareException(String message) {
        super(message);
        why = message;
    }

    /** The message. */
    public String why() {
        return why;
    }
}
