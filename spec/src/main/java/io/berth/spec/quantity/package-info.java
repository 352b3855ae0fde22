/**
 * Amounts as users write them, parsed to and printed from the integers Berth counts with. Parsing is exact: an amount that is
 * negative, too large or finer than the unit is an error, never rounded.
 */
package io.berth.spec.quantity;
