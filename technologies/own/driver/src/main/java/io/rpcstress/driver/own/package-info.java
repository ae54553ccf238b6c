/**
 * Calls of a service of the user's that runs already. It sends what the user wrote down, and knows
 * of no operation, no server and no usage.
 */
@NullMarked
package io.rpcstress.driver.own;

import org.jspecify.annotations.NullMarked;
