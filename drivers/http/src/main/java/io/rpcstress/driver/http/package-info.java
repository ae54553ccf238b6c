/**
 * Plain HTTP as two technologies, JSON and forms. The driver API, the contract, the JDK's two HTTP
 * clients, Apache HttpClient and Jackson are all that enters here.
 */
@NullMarked
package io.rpcstress.driver.http;

import org.jspecify.annotations.NullMarked;
