package io.rpcstress.driver.thrift;

import io.rpcstress.contract.thrift.generated.Calls;
import org.apache.thrift.TException;

/** One operation as a method of the generated client. Stateless. */
@FunctionalInterface
interface ThriftMethod<Q, R> {
  R call(Calls.Client calls, Q request) throws TException;
}
