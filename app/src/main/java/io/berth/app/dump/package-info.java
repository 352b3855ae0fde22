/** {@code berth import}: a scenario of what somebody printed of a cluster. */
package io.berth.app.dump;
