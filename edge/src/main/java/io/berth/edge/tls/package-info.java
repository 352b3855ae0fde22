/** What a server proves itself by, from files. */
@NullMarked
package io.berth.edge.tls;

import org.jspecify.annotations.NullMarked;
