import assert from 'node:assert/strict'
import { test } from 'node:test'

import { clientOf } from './client.ts'

const cases = [
  { what: 'no trusted front', trusted: undefined, sent: '203.0.113.7', client: undefined },
  { what: 'its address', trusted: 'x-front', sent: '203.0.113.7', client: '203.0.113.7' },
  {
    what: 'the last of a list',
    trusted: 'x-front',
    sent: '1.1.1.1, 203.0.113.7',
    client: '203.0.113.7',
  },
  {
    what: 'the one before it',
    trusted: 'x-front:2',
    sent: '6.6.6.6, 203.0.113.7, 10.0.0.1',
    client: '203.0.113.7',
  },
  { what: 'too short a list', trusted: 'x-front:2', sent: '10.0.0.1', client: undefined },
  {
    what: 'a network of IPv6',
    trusted: 'x-front',
    sent: '2001:DB8:0:1:a:b:c:d',
    client: '2001:db8:0:1',
  },
  {
    what: 'the same in short',
    trusted: 'x-front',
    sent: '2001:db8:0000:0001::d',
    client: '2001:db8:0:1',
  },
  { what: 'the very short one', trusted: 'x-front', sent: '::1', client: '0:0:0:0' },
  {
    what: 'IPv4 with its port',
    trusted: 'x-front',
    sent: '203.0.113.7:5678',
    client: '203.0.113.7',
  },
  ...(['::ffff:203.0.113.7', '::FFFF:cb00:7107', '[::ffff:203.0.113.7]:443'] as const).map(
    (sent) =>
      ({ what: `IPv4 as ${sent}`, trusted: 'x-front', sent, client: '203.0.113.7' }) as const,
  ),
  ...(
    [
      '::203.0.113.7',
      '::ffff:0:203.0.113.7',
      '64:ff9b:1::203.0.113.7',
      'for="[::ffff:203.0.113.7]:4711"',
      'for=203.0.113.7:80;proto=https',
      'proto=https;FOR="203.0.113.7"',
      '"203.0.113.7"',
    ] as const
  ).map(
    (sent) =>
      ({ what: `IPv4 as ${sent}`, trusted: 'x-front', sent, client: '203.0.113.7' }) as const,
  ),
  {
    what: 'a node of RFC 7239',
    trusted: 'x-front',
    sent: 'for="[2001:db8:0:1::d]:4711";by=x',
    client: '2001:db8:0:1',
  },
  { what: 'a hidden node', trusted: 'x-front', sent: 'for=_hidden', client: undefined },
  { what: 'another one', trusted: 'x-front', sent: '::ffff:198.51.100.9', client: '198.51.100.9' },
  { what: 'NAT64', trusted: 'x-front', sent: '64:ff9b::203.0.113.7', client: '203.0.113.7' },
  { what: 'NAT64 in hex', trusted: 'x-front', sent: '64:ff9b::cb00:7107', client: '203.0.113.7' },
  {
    what: 'IPv6 in brackets',
    trusted: 'x-front',
    sent: '[2001:db8:0:1::d]:5678',
    client: '2001:db8:0:1',
  },
  { what: 'a zone', trusted: 'x-front', sent: 'fe80::1%eth0', client: 'fe80:0:0:0' },
  { what: 'a front that is none', trusted: 'none', sent: '203.0.113.7', client: undefined },
  { what: 'too many parts', trusted: 'x-front', sent: '1.2.3.4.5', client: undefined },
  { what: 'too large a part', trusted: 'x-front', sent: '1.2.3.999', client: undefined },
  { what: 'two gaps', trusted: 'x-front', sent: '1::2::3', client: undefined },
  { what: 'no address', trusted: 'x-front', sent: 'x'.repeat(20), client: undefined },
] as const

for (const { what, trusted, sent, client } of cases) {
  test(`a client is known by ${what} (rule 684)`, () => {
    assert.equal(clientOf(new Headers({ 'x-front': sent }), trusted), client)
  })
}
