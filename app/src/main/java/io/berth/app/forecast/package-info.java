/** {@code berth forecast}: what comes of a series in a file. */
package io.berth.app.forecast;
