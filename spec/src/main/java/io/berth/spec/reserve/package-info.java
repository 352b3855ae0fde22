/** Reservations as users write them. */
package io.berth.spec.reserve;
