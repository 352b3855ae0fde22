/** The page for browsers: files that are served as they are; all that it shows comes from the API. */
@org.jspecify.annotations.NullMarked
package io.berth.console.web;
