import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { LAPTOP } from '../../e2e/database/stored-shop.ts'
import { openLine } from '../../e2e/support/unanswered-line.ts'
import { startServer } from '../../packages/firestore/started-server.fixture.ts'

/** A silent connection is noticed and replaced within so many milliseconds. */
const REPLACED_WITHIN = 15_000

/** In milliseconds: far less than a call to a silent database waits. */
const TOLD_WITHIN = 1_000

async function openShop(t: TestContext) {
  const firestore = await startServer(t)
  const line = await openLine(firestore.address)
  t.after(line.close)
  Object.assign(process.env, LAPTOP, {
    FIRESTORE_EMULATOR_HOST: line.address,
    PAYPAL_BASE_URL: 'http://127.0.0.1:1',
  })
  const { DatabaseUnavailable } = await import('#lib/adapters/firestore/database.ts')
  const { readOrder } = await import('#lib/order/order-store.ts')
  const isAway = (error: unknown) => error instanceof DatabaseUnavailable
  return { line, isAway, read: () => readOrder('none') }
}

async function untilAnswered(read: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  while (
    !(await read().then(
      () => true,
      () => false,
    ))
  ) {
    assert.ok(performance.now() - begun < 2 * REPLACED_WITHIN, 'never answered again')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return performance.now() - begun
}

test('a connection that falls silent is replaced; where nothing answers, whoever asks is reported at once', async (t) => {
  const { line, isAway, read } = await openShop(t)
  assert.equal(await read(), undefined)

  line.silence('present')
  assert.ok((await untilAnswered(read)) < REPLACED_WITHIN)

  line.silence('all')
  const many = await Promise.allSettled(Array.from({ length: 20 }, read))
  assert.ok(
    many.every(
      (promiseSettledResult) =>
        promiseSettledResult.status === 'rejected' && isAway(promiseSettledResult.reason),
    ),
  )
  const begun = performance.now()
  await assert.rejects(read, isAway)
  assert.ok(performance.now() - begun < TOLD_WITHIN)

  line.restore()
  assert.ok((await untilAnswered(read)) < REPLACED_WITHIN)
})
