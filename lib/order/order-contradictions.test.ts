import assert from 'node:assert/strict'
import { test } from 'node:test'

import { orderValues } from '#lib/mail/order-mails.ts'
import { returnProblem } from '#lib/order/return/return-rules.ts'
import { at, makeOrder } from '#lib/payment/orders.fixture.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { items, parcel, PAYMENTS } from './order-view.fixture.ts'
import { type AmountKind, type OrderView, orderView } from './order-view.ts'
import type { Order } from './order.ts'
import { ship } from './ship-order.ts'
import { isToShip } from './shipping-date.ts'

const RETURNS: Readonly<Record<string, Partial<Order>>> = {
  'no return': {},
  'a return on its way': {
    returns: [
      {
        number: 1,
        state: 'accepted',
        items: [{ index: 0, quantity: 1 }],
        reason: '',
        contact: '',
        requestedAt: at(40),
        changedAt: at(41),
      },
    ],
    returnState: 'accepted',
  },
}

const amountOf = ({ amounts }: OrderView, ...kinds: readonly AmountKind[]) =>
  amounts.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)

const ships = ({ promise }: OrderView) => promise?.kind === 'ships'

/** Every way in which two places that show an order could contradict each other, or the order itself. */
const CONTRADICTIONS: Readonly<Record<string, (view: OrderView, order: Order) => boolean>> = {
  'due, and can not be paid': (view) => amountOf(view, 'due') > 0 !== view.canPay,
  'to be paid beside paid': (view) => view.canPay && amountOf(view, 'paid') > 0,
  'headed to pay, and can not be paid': (view) => (view.headline === 'pay') !== view.canPay,
  'more back than paid': (view) =>
    amountOf(view, 'refunded', 'taken', 'refunding') > amountOf(view, 'paid'),
  'money back that is not said': (view, { payment }) =>
    amountOf(view, 'paid') > 0 &&
    amountOf(view, 'refunded', 'taken') !== (payment?.refundedAmount ?? 0),
  'no amount at all': ({ amounts }) => amounts.length === 0,
  'a parcel that is not shown': ({ promise }, { shipment }) =>
    (promise?.kind === 'parcel') !== (shipment !== undefined),
  'a day promised that is over': (view, { status }) =>
    ships(view) && !['待付款', '已付款'].includes(status),
  'a day promised to what may not ship': (view, { status }) =>
    ships(view) && status === '已付款' && !view.canShip,
  'a day promised under review': (view, { payment }) =>
    ships(view) && payment?.review !== undefined,
  'may ship, and promises nothing': (view) => view.canShip && view.promise === undefined,
  'may ship by the page, and not by the decision': (view, order) =>
    view.canShip !==
    (order.status === '已付款' && ship(order, parcel, { now: new Date(0), by: 'owner' }).ok),
  'another word of it in the list to ship': ({ canShip }, order) => isToShip(order) !== canShip,
  'a mail that promises what the page does not': (view, order) =>
    orderValues(order).lines?.includes('預計') !== ships(view),
  'a return asked for of what was refunded': ({ headline }, order) =>
    headline === 'refunded' && returnProblem(order, new Date(at(50))) === undefined,
  'ordered, and cancelled': ({ headline }, { status }) =>
    headline === 'ordered' && status === '已取消',
  'headed as sent without a parcel': ({ headline, promise }) =>
    headline === 'shipped' && promise?.kind !== 'parcel',
}

// Only what is paid has left, and only what has left comes back.
const ORDERS = ORDER_STATUSES.flatMap((status) => {
  const hasLeft = status === '已出貨' || status === '已完成'
  const shipment = hasLeft ? { shipment: { ...parcel, shippedAt: at(30) } } : {}
  const returns = Object.entries(RETURNS).filter(([wish]) => hasLeft || wish === 'no return')
  return Object.entries(PAYMENTS).flatMap(([name, payment]) =>
    returns.map(([wish, overrides]) => ({
      name: `${status}, ${name}, ${wish}`,
      order: makeOrder({ status, items, ...overrides, ...shipment, ...(payment && { payment }) }),
    })),
  )
})

for (const { name, order } of ORDERS) {
  test(`${name}: no two places contradict`, () => {
    const view = orderView(order)
    const wrong = Object.entries(CONTRADICTIONS).flatMap(([what, isSo]) => {
      return isSo(view, order) ? [what] : []
    })
    assert.deepEqual(wrong, [])
  })
}
