/** The few fields of a request's body that decisions need, read as it flows by. */
@NullMarked
package io.berth.gateway.prompt;

import org.jspecify.annotations.NullMarked;
