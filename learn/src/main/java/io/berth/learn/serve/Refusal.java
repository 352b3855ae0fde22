package io.berth.learn.serve;

/** Why a request was refused; the name in the protocol is that of the constant in snake case. */
public enum Refusal {
    /** The frame's kind is none of the requests. */
    UNKNOWN_KIND,
    /** The payload is shorter or longer than the request needs, such as a step with the wrong number of actions. */
    WRONG_LENGTH,
    /** The frame is longer than any request is. It is read to its end and thrown away. */
    TOO_LONG,
    /** The stream ended inside a frame. It is the last reply. */
    TRUNCATED,
    /** The client speaks another version, or another protocol. */
    WRONG_VERSION,
    /** The request may not come now: before hello, a second hello, a step before the reset or after the end. */
    OUT_OF_ORDER,
    /** A field has a value that it cannot have. */
    WRONG_VALUE,
    /** There is no action of that number. */
    NO_SUCH_ACTION,
    /** There is such an action, but the mask does not allow it now. */
    ACTION_NOT_ALLOWED,
    /** The environment itself failed. All episodes are lost; a reset begins anew. */
    FAILED
}
