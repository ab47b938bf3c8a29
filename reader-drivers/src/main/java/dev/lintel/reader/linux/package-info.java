/// The Linux kernel through `java.lang.foreign`, the only package that imports it: no JNI library of our own.
///
/// ```
///   Pty       open() -> master, read and written here; path() -> /dev/pts/N, opened by whoever wants a serial port
///   GpioDevice   open(/dev/gpiochipN) -> request(lines) -> GpioLines: values, set, edges
///   GpioUapi     the kernel's structures as bytes
///   Terminal  what it asks the kernel for by ioctl
///   DiskClaim  a disk that is not mounted while it is written
///   NotifySocket  what a process tells the service manager that started it
///   Libc      the C functions behind it, one Java method each; errno is captured with every call
/// ```
///
/// Called by the simulator, by tools and by drivers on their own threads; a failed call throws
/// [LinuxException] with the function's name and errno. The process needs `--enable-native-access`.
@NullMarked
package dev.lintel.reader.linux;

import org.jspecify.annotations.NullMarked;
