package io.rpcstress.driver.http;

import java.net.URI;

/**
 * Where the bodies of an operation are posted, and what is known of them before.
 *
 * @param address of the resource
 * @param type the media type of a request's body
 * @param maxReplyBytes the longest body of a reply that is read
 */
record Resource(URI address, String type, int maxReplyBytes) {}
