/** What tasks wrote, as far as the console needs to know of it. */
package io.berth.console.output;
