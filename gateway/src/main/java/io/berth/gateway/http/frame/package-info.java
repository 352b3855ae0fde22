/** What HTTP/2 wants of clients and of answers to them, beside what Netty's codec looks at. */
@NullMarked
package io.berth.gateway.http.frame;

import org.jspecify.annotations.NullMarked;
