import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

// IPv4 written as IPv6: mapped (::ffff:0:0/96), translated (::ffff:0:0:0/96, RFC 2765), the old compatible form
// (::/96), and NAT64, whose prefix is the well-known one or a network's own (RFC 6052, RFC 8215).
const EMBEDDED = new BlockList()
for (const prefix of ['::ffff:0:0', '::ffff:0:0:0', '64:ff9b::', '::'])
  EMBEDDED.addSubnet(prefix, 96, 'ipv6')
EMBEDDED.addSubnet('64:ff9b:1::', 48, 'ipv6')
// This machine itself is no IPv4 address in disguise.
const NO_ADDRESS = new BlockList()
NO_ADDRESS.addSubnet('::', 127, 'ipv6')

// Proxies write an address alone, with a port, in brackets, or as a node of RFC 7239 (for="[2001:db8::1]:4711").
function withoutPort(written: string): string {
  const [, node] = /(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(written) ?? []
  const bare = (node ?? written).replaceAll('"', '').trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d{0,5})?$/.exec(bare) ?? []
  if (bracketed !== undefined) return bracketed
  const [, plain] = /^([\d.]+):\d{0,5}$/.exec(bare) ?? []
  return plain ?? bare
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
  if (!EMBEDDED.check(zoneless, 'ipv6') || NO_ADDRESS.check(zoneless, 'ipv6')) {
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
