import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { FIXTURE_CONTENT } from '../support/fixture-content.ts'
import { type Harness, heal, newShopper, openHarness, promised } from './harness.ts'
import { placedAndPaid } from './scenario.ts'
import { shirtOrder } from './purchase.ts'

// What whoever runs the shop does to it: nobody who buys meanwhile may notice.

let harness: Harness

before(async () => {
  harness = await openHarness(3700)
})

after(() => harness.close())

const shirt = () => join(harness.own.site, FIXTURE_CONTENT, 'products', 'otr-001.md')

describe('content that is changed beside a running shop', () => {
  test('reaches neither pages nor orders before the next build', async () => {
    const { at, kill } = harness.own
    const text = readFileSync(shirt(), 'utf8')
    writeFileSync(shirt(), text.replace(/^price: 1540$/m, 'price: 1640'))
    // The server has read nothing yet.
    await kill('shop')
    const page = await (await fetch(`${at.shop}/product/otr-001`)).text()
    assert.match(page, /NT\$1,540/)
    assert.doesNotMatch(page, /NT\$1,640/)
    const someone = await newShopper(harness)
    const order = promised(someone, await someone.shopper.placeWithRetry(shirtOrder(2)))
    await placedAndPaid(harness, order)
    await heal(harness, order.id)
    assert.equal((await harness.ledger.order(order.id)).totalAmount, 3080)
  })
})
