import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

// IPv4 written as IPv6: mapped (::ffff:0:0/96), and translated by NAT64 (64:ff9b::/96, RFC 6052).
const EMBEDDED = new BlockList()
EMBEDDED.addSubnet('::ffff:0:0', 96, 'ipv6')
EMBEDDED.addSubnet('64:ff9b::', 96, 'ipv6')

// Proxies write an address alone, with a port, or in brackets.
function withoutPort(written: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(written) ?? []
  if (bracketed !== undefined) return bracketed
  const [, plain] = /^([\d.]+):\d{1,5}$/.exec(written) ?? []
  return plain ?? written
}

const hex = (group: string) => Number.parseInt(group, 16) || 0

const pair = (one: string, other: string) => (Number(one) * 256 + Number(other)).toString(16)
const parts = (side: string) => side.split(':').filter((part) => part !== '')

/** The eight groups of an IPv6 address, as numbers. Node writes it in its shortest form. */
function groupsOf(address: string): readonly number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, start = '', a = '', b = '', c = '', d = ''] = dotted ?? []
  const text = dotted ? `${start}${pair(a, b)}:${pair(c, d)}` : address
  const [head = '', tail] = text.split('::', 2)
  const [first, last] = [parts(head), parts(tail ?? '')]
  return [...first, ...Array(8 - first.length - last.length).fill('0'), ...last].map(hex)
}

// A household or a machine has a network of IPv6 to itself (/64), not an address.
function network(address: string): string {
  const [zoneless = ''] = address.split('%', 1)
  const groups = groupsOf(new SocketAddress({ address: zoneless, family: 'ipv6' }).address)
  if (!EMBEDDED.check(zoneless, 'ipv6')) {
    return groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')
  }
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Returns the client's IPv4 address or IPv6 network from the trusted header, or undefined. */
export function clientOf(headers: Pick<Headers, 'get'>, trusted?: string): string | undefined {
  if (trusted === undefined || trusted === NO_FRONT) return undefined
  const [name = '', fromRight = '1'] = trusted.split(':')
  const addresses = (headers.get(name) ?? '').split(',').map((part) => part.trim())
  const address = withoutPort(addresses.at(-Number(fromRight)) ?? '')
  if (isIP(address) === 0) return undefined
  return isIPv4(address) ? address : network(address)
}

/** The setting of a shop that no front is before, such as a laptop's: all visitors share the fuse. */
export const NO_FRONT = 'none'
