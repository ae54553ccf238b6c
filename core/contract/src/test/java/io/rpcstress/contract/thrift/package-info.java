/** What is committed of Thrift's compiler, and the bounds of messages. */
@NullMarked
package io.rpcstress.contract.thrift;

import org.jspecify.annotations.NullMarked;
