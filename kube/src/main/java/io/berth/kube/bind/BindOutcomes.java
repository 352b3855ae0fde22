package io.berth.kube.bind;

/** Hears what became of bindings, on any thread, once for each order. */
interface BindOutcomes {
    /** The pod is bound as ordered. */
    void bound(BindOrder order);

    /**
     * The pod is not bound, or not there.
     *
     * @param why in the words of the server
     */
    void failed(BindOrder order, String why);

    /** The same where there is no right to bind any pod, which somebody was told. */
    void forbidden(BindOrder order, String why);
}
