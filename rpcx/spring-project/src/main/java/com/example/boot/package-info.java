/** An application that knows Spring Boot's versions alone. */
package com.example.boot;
