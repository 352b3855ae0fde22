/** Environments for programs in other languages: a protocol of binary frames, and the server that plays by it. */
@NullMarked
package io.berth.learn.serve;

import org.jspecify.annotations.NullMarked;
