/** What images and preferences are worth, found the plain way. */
package io.berth.testkit.safety;
