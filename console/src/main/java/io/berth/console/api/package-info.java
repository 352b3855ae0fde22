/** The REST API: its routes, declared once, what answers them, and the OpenAPI document that is made of them. */
package io.berth.console.api;
