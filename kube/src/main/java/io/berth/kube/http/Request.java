package io.berth.kube.http;

/**
 * A call.
 *
 * @param method such as {@code GET}
 * @param path with its query, as it stands in a URL
 * @param accept what it wants to be answered in
 * @param contentType what {@code body} is; empty where there is none
 * @param body may be empty
 * @param token of who asks; empty for none
 */
public record Request(String method, String path, String accept, String contentType, byte[] body, String token) {
    /** Who calls, in the logs of servers. */
    static final String AGENT = "berth";
}
