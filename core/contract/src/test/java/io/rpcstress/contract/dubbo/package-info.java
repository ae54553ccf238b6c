/** What is promised of Dubbo's messages. */
@NullMarked
package io.rpcstress.contract.dubbo;

import org.jspecify.annotations.NullMarked;
