/** Where connections ask which server a request goes to: the flow of core, which has one thread, for many threads. */
@NullMarked
package io.berth.gateway.desk;

import org.jspecify.annotations.NullMarked;
