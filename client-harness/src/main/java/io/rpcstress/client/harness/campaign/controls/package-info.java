/**
 * Controls that any user can run against running servers: faults of known size are injected on the
 * client's side, and the harness must find each. A control sees nothing but a measuring function,
 * so that it can be tested with a broken one. Knows no option and no table, and nothing that was
 * injected may be kept as a result.
 */
@NullMarked
package io.rpcstress.client.harness.campaign.controls;

import org.jspecify.annotations.NullMarked;
