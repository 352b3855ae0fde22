/** {@code berth gateway}. */
@NullMarked
package io.berth.app.gateway;

import org.jspecify.annotations.NullMarked;
