/** {@code berth simtest}: the production code in virtual time while much goes wrong. */
package io.berth.app.simtest;
