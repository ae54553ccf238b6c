/** What the AMQP driver promises. */
@NullMarked
package io.rpcstress.driver.amqp;

import org.jspecify.annotations.NullMarked;
