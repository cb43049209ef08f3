import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newEvent } from '#lib/order/events.ts'
import { timeCode } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { minute } from '#lib/payment/orders.fixture.ts'
import { openStoredShop } from '../../e2e/database/stored-shop.ts'

/** Units of the pre-order. */
const LIMIT = 6

const owner = (minutes: number) => ({ now: minute(minutes), by: 'owner', who: 'wang' }) as const
const parcel = { carrier: '黑貓', trackingNumber: '901' }

test('a pre-order sells no unit beyond its limit, whatever of it was released, sent, exchanged or cancelled before', async (t) => {
  const { db } = await openStoredShop(t)
  const { doDeed, payFor } = await import('../../e2e/database/placed-orders.ts')
  const { findFileProducts } = await import('#lib/product/find-products.ts')
  const { createOrder } = await import('#lib/order/placement-store.ts')
  const { changeOrder, readOrder } = await import('#lib/order/order-store.ts')
  const { place } = await import('#lib/order/placement.ts')
  const { applyReturnAnswer } = await import('#lib/order/return/answer-return.ts')
  const { returnRequestChange } = await import('#lib/order/return/return-rules.ts')
  const { receiveStock } = await import('#lib/owner/receive-stock.ts')
  const { recalculateCounters } = await import('#lib/owner/recalculate-counters.ts')
  const { readReservedStock } = await import('#lib/inventory/inventory-store.ts')
  const { preorderedUnits } = await import('#lib/inventory/stock.ts')

  const file = (await findFileProducts()).find((product) => product.estimated_ship_date)
  assert.ok(file)
  const { id: product, estimated_ship_date: shipsAbout } = file
  const sold = { ...file, preorder_limit: LIMIT }
  const ids: string[] = []

  const buy = async (minutes: number, quantity: number): Promise<boolean> => {
    const id = `early-${ids.length}`
    const uid = `buyer-${ids.length}`
    const now = minute(minutes)
    const own = {
      ...draft,
      id,
      uid,
      items: [item(quantity, { id: product, preorder: { shipsAbout } })],
      createdAt: now.toISOString(),
      timeCode: timeCode(now),
      history: [newEvent('order.placed', {}, { now, by: 'member' })],
    }
    await db.doc(`users/${uid}`).set({ hasPaid: true })
    const key = { id, uid, timeCode: own.timeCode, products: [product], units: quantity }
    const account = { ...by.account, uid }
    const answer = await createOrder(
      { ...key, replaces: [], overdue: [] },
      place(own, { products: [sold], offers: [], account, now }),
    )
    if ('ok' in answer) return false
    ids.push(id)
    return true
  }

  // A unit is asked for in another size, and sent from the pre-order or the stock, as far as the owner lets it.
  const exchange = async (id: string, minutes: number) => {
    await changeOrder(id, (order) => {
      const request = {
        items: [{ index: 0, quantity: 1, size: 'L' as const }],
        reason: '太大',
        contact: '0912345678',
      }
      const asked = returnRequestChange(order, request, [sold], {
        now: minute(minutes),
        by: 'member',
      })
      return asked.ok ? asked.data : undefined
    })
    const taken = await readReservedStock([product])
    await changeOrder(id, (order) => {
      const stock = { taken, offers: [sold], oversellReason: '再做' }
      const answered = { answer: 'exchanged', restock: minutes % 2 === 0, parcel, stock } as const
      const sent = applyReturnAnswer(order, answered, { ...owner(minutes), reason: '換' })
      return sent.ok ? sent.data : undefined
    })
  }

  const release = (minutes: number) =>
    receiveStock({
      product,
      came: { M: 2, L: 2 },
      first: 1,
      context: { by: 'wang', at: minute(minutes) },
    })

  let state = 11
  const chance = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const seen = { refused: 0, exchanged: 0, released: 0 }
  for (let step = 1; step <= 90; step += 1) {
    const id = ids[chance(Math.max(1, ids.length))]
    const deed = chance(7)
    const which = { which: 0, variant: 0 }
    if (!id || deed <= 1) {
      if (!(await buy(step, 1 + chance(2)))) seen.refused += 1
    } else if (deed === 2) {
      await payFor(id, step)
    } else if (deed === 3) {
      if ((await release(step)).ok) seen.released += 1
    } else if (deed === 4) {
      await doDeed(id, { name: 'ship', ...which }, step)
    } else if (deed === 5) {
      await exchange(id, step)
    } else {
      await doDeed(id, { name: 'cancel', ...which }, step)
    }
    const reserved = (await readReservedStock([product])).get(product)
    const orders = (await Promise.all(ids.map((one) => readOrder(one)))).filter(
      (order): order is Order => order !== undefined && order.status !== '已取消',
    )
    const units = orders
      .flatMap(({ items }) => items)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    seen.exchanged = orders
      .flatMap(({ returns = [] }) => returns)
      .filter((one) => one.state === 'exchanged').length
    assert.ok(units <= LIMIT, `${units} units were sold after step ${step}`)
    assert.ok(reserved && preorderedUnits(reserved) <= LIMIT + seen.exchanged, `after step ${step}`)
  }
  assert.ok(seen.refused > 0 && seen.exchanged > 0 && seen.released > 0, JSON.stringify(seen))
  const { orders: _orders, ...found } = await recalculateCounters(minute(200))
  assert.deepEqual([found.units, found.money, found.unsettled], [[], [], 0])
})
