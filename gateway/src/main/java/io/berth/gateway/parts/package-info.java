/** Bodies of requests and answers that are lists, by their bytes: taken apart and put together; what is not understood is left alone. */
@NullMarked
package io.berth.gateway.parts;

import org.jspecify.annotations.NullMarked;
