package io.berth.core.cluster;

import io.berth.core.cluster.peer.PeerProfile;

/**
 * What of nodes matters to tasks of a shape beside the room there.
 *
 * @param peers which other tasks
 * @param images which images, by the numbers of the node table; they would rather find them there
 * @param data which data sets, likewise; they read them
 */
record Regards(PeerProfile peers, int[] images, int[] data) {
    static final Regards NONE = new Regards(PeerProfile.NONE, new int[0], new int[0]);
}
