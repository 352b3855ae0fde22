/** A model server that answers as OpenAI's do, with answers that mean nothing: for tests, and to see a gateway at work. */
@NullMarked
package io.berth.gateway.fake;

import org.jspecify.annotations.NullMarked;
