/** JUnit 5 tests that run on every device. The program must add JUnit itself. */
package io.clmem.junit;
