/** What is known of one request once it has ended, and why it went where it went. */
@NullMarked
package io.berth.gateway.journey;

import org.jspecify.annotations.NullMarked;
