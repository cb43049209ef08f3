import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { LAPTOP } from '../../e2e/database/stored-shop.ts'
import { makeDirectory, startServer } from '../../packages/firestore/started-server.fixture.ts'

// Nothing is asked of PayPal.
const SETTINGS = { ...LAPTOP, PAYPAL_BASE_URL: 'http://127.0.0.1:1' }

const SCRIPT = fileURLToPath(new URL('lives-process.ts', import.meta.url))

/** A killed process's transactions end soon, as they do in production when its connection is lost. */
const FIRESTORE = ['--indexes', 'firestore.indexes.json', '--idle-seconds', '1']

type Lives = {
  readonly child: ChildProcessByStdio<null, Readable, null>
  readonly lines: AsyncIterator<string>
}

function startLives(name: string, seed: number, address: string): Lives {
  const child = spawn('node', ['--conditions=react-server', SCRIPT, String(seed)], {
    env: { ...process.env, ...SETTINGS, ORDERS_NAMED: name, FIRESTORE_EMULATOR_HOST: address },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

async function steps({ lines }: Lives, count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const { value, done } = await lines.next()
    assert.ok(!done, 'a process has ended by itself')
    // The shop's log comes between.
    if (value === 'step') left -= 1
  }
}

async function kill({ child }: Lives): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('stock, codes, numbers, limits and books are right after SIGKILL of the shop and of Firestore in the middle of steps', async (t) => {
  const data = makeDirectory(t)
  Object.assign(process.env, SETTINGS)
  let firestore = await startServer(t, data, ...FIRESTORE)
  for (let round = 0; round < 8; round += 1) {
    const lives = [0, 1].map((one) =>
      startLives(`life-${round}-${one}`, 1000 * round + 7 * one + 1, firestore.address),
    )
    await Promise.all(lives.map((live, index) => steps(live, 5 + ((round + index) % 4))))
    // Each is in the middle of its next step.
    if (round % 3 === 2) await firestore.stop('SIGKILL')
    await Promise.all(lives.map(kill))
    if (round % 3 === 2) firestore = await startServer(t, data, ...FIRESTORE)
  }

  process.env.FIRESTORE_EMULATOR_HOST = firestore.address
  const { database } = await import('#lib/adapters/firestore/database.ts')
  const { recalculateCounters } = await import('#lib/owner/recalculate-counters.ts')
  const { readOrder } = await import('#lib/order/order-store.ts')
  const { minute } = await import('#lib/payment/orders.fixture.ts')
  const { numberParts } = await import('#lib/order/order-number.ts')
  const { orders: count, ...found } = await recalculateCounters(minute(1))
  assert.deepEqual(found, {
    units: [],
    accounts: [],
    unfound: [],
    money: [],
    ownerless: [],
    unreadable: [],
    skipped: [],
    more: 0,
    unsettled: 0,
  })
  const { docs } = await database().collection('orders').get()
  const orders = await Promise.all(docs.map(({ id }) => readOrder(id)))
  t.diagnostic(`${count} orders`)
  assert.ok(count > 16 && orders.length === count)
  const sequences = orders.map((order) => numberParts(order?.orderNumber ?? '').sequence)
  assert.deepEqual(
    sequences.toSorted((a, b) => a - b),
    sequences.map((_, index) => index + 1),
  )
})
