/**
 * Plain HTTP as three technologies: JSON, forms and Java serialisation. The driver API, the
 * contract, the JDK's two HTTP clients, Apache HttpClient and Jackson are all that enters here.
 */
@NullMarked
package io.rpcstress.driver.http;

import org.jspecify.annotations.NullMarked;
