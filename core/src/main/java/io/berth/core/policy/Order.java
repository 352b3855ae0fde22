package io.berth.core.policy;

/**
 * Says which waiting job is tried first: by a key that sorts them ({@link KeyedOrder}), or by a choice among all that wait ({@link
 * Chooser}). Both are open to whoever writes an order.
 */
public sealed interface Order permits KeyedOrder, Chooser {
    /** The order of jobs where none is chosen, such as that of rejections: of an order by a key, itself. */
    KeyedOrder keyed();
}
