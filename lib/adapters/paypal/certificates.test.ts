import assert from 'node:assert/strict'
import { test } from 'node:test'

import { certificateStore, CertificateUnavailable, isCertificateAddress } from './certificates.ts'

const AT = 'https://api.paypal.com/v1/notifications/certs/'

for (const [address, expected] of [
  [`${AT}CERT-360caa42`, true],
  ['http://api.paypal.com/v1/notifications/certs/CERT-1', false],
  ['https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1', false],
  ['https://user@api.paypal.com/v1/notifications/certs/CERT-1', false],
  [`${AT}CERT-1?x`, false],
  [`${AT}../x`, false],
  [AT + 'x'.repeat(101), false],
  ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', false],
  ['', false],
] as const) {
  test(`${address.slice(0, 70)} ${expected ? 'is' : 'is not'} asked for a certificate`, () => {
    assert.equal(isCertificateAddress(address, { environment: 'live' }), expected)
  })
}

test('a good certificate is fetched once, also by two at a time', async () => {
  let count = 0
  const get = certificateStore(async (address) => {
    count += 1
    return address
  })
  assert.deepEqual(await Promise.all([get('a'), get('a')]), ['a', 'a'])
  assert.equal(await get('a'), 'a')
  assert.equal(count, 1)
})

test('one that PayPal does not know is asked for again after ten minutes', async () => {
  let now = 0
  let count = 0
  const get = certificateStore(
    async () => {
      count += 1
      return undefined
    },
    () => now,
  )
  for (const [minute, times] of [
    [0, 1],
    [1, 1],
    [9, 1],
    [10, 2],
  ] as const) {
    now = minute * 60_000
    assert.equal(await get('a'), undefined)
    assert.equal(count, times)
  }
})

test('one that failed is asked for again after ten seconds, and nothing is known of it before', async () => {
  let now = 0
  let count = 0
  const get = certificateStore(
    async () => {
      count += 1
      throw new Error('away')
    },
    () => now,
  )
  for (const [second, times] of [
    [0, 1],
    [9, 1],
    [10, 2],
  ] as const) {
    now = second * 1000
    await assert.rejects(get('a'), CertificateUnavailable)
    assert.equal(count, times)
  }
})

test('ten certificates are kept, and a thousand names of none: made-up ones fill no memory', async () => {
  const fetched: string[] = []
  const get = certificateStore(async (address) => {
    fetched.push(address)
    return address.startsWith('bad') ? undefined : address
  })
  const fill = async (kind: string, max: number) => {
    for (let number = 0; number <= max; number += 1) await get(`${kind}-${number}`)
    const before = fetched.length
    await get(`${kind}-${max}`)
    await get(`${kind}-0`)
    assert.deepEqual(fetched.slice(before), [`${kind}-0`])
  }
  await fill('good', 10)
  await fill('bad', 1000)
})

test('three are fetched at a time, and a known one does not wait', async () => {
  const waiting: (() => void)[] = []
  const get = certificateStore(async (address) => {
    if (address !== 'known') await new Promise<void>((resolve) => waiting.push(resolve))
    return address
  })
  await get('known')
  const three = ['a', 'b', 'c'].map(get)
  await assert.rejects(get('d'), CertificateUnavailable)
  assert.equal(await get('known'), 'known')
  for (const end of waiting) end()
  assert.deepEqual(await Promise.all(three), ['a', 'b', 'c'])
  const fourth = get('d')
  waiting.at(-1)?.()
  assert.equal(await fourth, 'd')
})

test('made-up names never keep the last good certificate waiting, on a new instance either', async () => {
  const never = new Promise<string>(() => {})
  const fetchOne = async (address: string) => (address === 'good' ? address : never)
  const saved: string[] = []
  const memory = {
    read: async () => saved.at(-1),
    save: async (address: string) => void saved.push(address),
  }
  assert.equal(await certificateStore(fetchOne, Date.now, memory)('good'), 'good')
  assert.deepEqual(saved, ['good'])
  const get = certificateStore(fetchOne, Date.now, memory)
  for (const made of ['a', 'b', 'c']) void get(made)
  await assert.rejects(get('d'), CertificateUnavailable)
  assert.equal(await get('good'), 'good')
})
