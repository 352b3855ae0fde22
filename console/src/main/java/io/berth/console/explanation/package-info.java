/** Why jobs wait, and how they came to their places: as documents that the API and {@code berth replay} give alike. */
@org.jspecify.annotations.NullMarked
package io.berth.console.explanation;
