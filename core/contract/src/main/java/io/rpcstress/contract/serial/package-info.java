/**
 * Java serialisation of the operations that {@code http-java} carries, behind a closed list of
 * classes and bounds, for both hosts. The one package of this project that may touch {@link
 * java.io.ObjectInputStream}; the JDK and the contract are all that enters.
 */
@NullMarked
package io.rpcstress.contract.serial;

import org.jspecify.annotations.NullMarked;
