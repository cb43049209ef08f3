// A household or a machine has a network of IPv6 to itself (/64), not an address.
function network(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::', 2)
  const first = head.split(':').filter((part) => part !== '')
  const last = tail.split(':').filter((part) => part !== '')
  const missing = Math.max(0, 8 - first.length - last.length)
  const parts = address.includes('::') ? [...first, ...Array(missing).fill('0'), ...last] : first
  return parts
    .slice(0, 4)
    .map((part) => part.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

const ADDRESS = /^[\da-fA-F.:]{3,45}$/

/** Returns the client's IPv4 address or IPv6 network from the trusted header, or undefined. */
export function clientOf(headers: Pick<Headers, 'get'>, trusted?: string): string | undefined {
  if (trusted === undefined) return undefined
  const [name = '', fromRight = '1'] = trusted.split(':')
  const addresses = (headers.get(name) ?? '').split(',').map((part) => part.trim())
  const address = addresses.at(-Number(fromRight)) ?? ''
  return ADDRESS.test(address) ? network(address) : undefined
}
