/** Whether an address names a port of this machine's loopback interface. */
export function isLoopback(address: string): boolean {
  return /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/?$/.test(address)
}
