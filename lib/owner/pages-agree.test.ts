import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, property, record } from 'fast-check'

import { makeCode, makeStoredCode } from '#lib/discount/discount.fixture.ts'
import { afterUses, type CodeUses, priceTerms } from '#lib/discount/discount.ts'
import {
  afterMoves,
  availableUnits,
  itemsOutsideStock,
  type ReservedStock,
  type StockMove,
  stockOf,
} from '#lib/inventory/stock.ts'
import { makeMoves } from '#lib/inventory/units-to-make.ts'
import type { StoredMovement } from '#lib/ledger/entries.ts'
import { stockMoves, useMoves } from '#lib/order/apply.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { by, draft, item, makeContext } from '#lib/order/placement.fixture.ts'
import { place } from '#lib/order/placement.ts'
import { isToShip } from '#lib/order/shipping-date.ts'
import { eventsSince } from '#lib/order/since.fixture.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import { priceCart } from '#lib/price/price-cart.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { movements as moneyOfMonth, movementTotals } from './books.ts'
import { codeReport } from './code-report.ts'
import { statementOf } from './creator-statement.ts'
import { ORDER_COLUMNS, orderRow } from './export-row.ts'
import { customerRows } from './find-customers.ts'
import { BEGINNINGS, deed, live } from './lived-order.fixture.ts'
import { monthSpan } from './month.ts'
import { productsToMake } from './products-to-make.ts'
import { releasedOrders, unreservedOrders } from './receive-stock.ts'
import { salesOf } from './sales.ts'
import { leftOf } from './stock-left.ts'
import { unitsAwaited, waitingOrders } from './waiting-orders.ts'

const code = makeCode({ value: 300 })
const goods = [
  { id: 'a', creator: 'studio' },
  { id: 'b', creator: 'lin' },
]
const items = [item(2), item(3, { id: 'b', preorder: { shipsAbout: '2026-12-01' } })]
const IN_STOCK = makeProduct({ id: 'a', stock: 500 })
const bundle = makeOffer()
const free = makeOffer({ title: '滿兩千免運', gives: 'free-delivery', amount: 0, minimum: 2000 })

type Beginning = { readonly offers: readonly OfferTerms[]; readonly hasCode: boolean }

/** An order of two shirts and three to be made, at the price that offers and a code give. */
function begin(index: number, { offers, hasCode }: Beginning): Order {
  const plain = priceCart(items, { offers })
  const { total, reductions } = plain.breakdown
  const own = {
    ...draft,
    id: `doc-${index}`,
    items: [...plain.lines],
    totalAmount: total,
    reductions: [...reductions],
  }
  const terms = priceTerms(code, [])
  const displayedTotal = priceCart(items, { offers, code: terms }).breakdown.total
  const used = hasCode
    ? { name: code.code, member: { key: 'ada', keys: ['ada'] }, displayedTotal }
    : undefined
  const answer = place(own, { ...by, offers }, used)(makeContext({ code: makeStoredCode(code) }))
  assert.ok(!('ok' in answer), JSON.stringify(answer))
  return answer.order
}

/** All that the shop keeps beside its orders, and the books. */
class Beside {
  readonly #taken = new Map<string, ReservedStock>()
  readonly #made = new Map<string, Record<'units' | 'pending' | 'days', Map<string, number>>>()
  readonly movements: StoredMovement[] = []
  uses: CodeUses = { uses: 0, members: {} }

  place(order: Order): void {
    this.#move(stockOf(order.items))
    if (order.discount) {
      this.uses = afterUses(this.uses, code.code, [{ ...order.discount, uses: 1 }])
    }
  }

  step(before: Order, after: Order): void {
    const events = eventsSince(before, after)
    this.#move(stockMoves(before, events))
    this.uses = afterUses(this.uses, code.code, useMoves(before, events))
    for (const { id, units, pending, days } of makeMoves(before, after)) {
      const own = this.#made.get(id) ?? { units: new Map(), pending: new Map(), days: new Map() }
      for (const [key, count] of Object.entries(units)) add(own.units, key, count)
      for (const [key, count] of Object.entries(pending)) add(own.pending, key, count)
      for (const [key, count] of Object.entries(days)) add(own.days, key, count)
      this.#made.set(id, own)
    }
  }

  taken = (id: string) => this.#taken.get(id) ?? { stock: 0, preorder: 0 }

  get toMake() {
    return productsToMake(
      [...this.#made].map(([id, { units, pending, days }]) => ({
        id,
        title: id,
        units: Object.fromEntries(units),
        pending: Object.fromEntries(pending),
        days: Object.fromEntries(days),
      })),
    )
  }

  #move(moves: readonly StockMove[]): void {
    for (const { id } of moves) this.#taken.set(id, afterMoves(this.taken(id), moves, id))
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** What an order keeps, as its own page says: paid without what was given back or taken. */
function shownKept(order: Order): number {
  const amounts = orderView(order).amounts.map(({ kind, amount }) => {
    if (kind === 'paid') return amount
    return kind === 'refunded' || kind === 'taken' ? -amount : 0
  })
  return sum(amounts)
}

const cell = (order: Order, column: (typeof ORDER_COLUMNS)[number]) =>
  Number(orderRow(order)[ORDER_COLUMNS.indexOf(column)])

const range = { from: '2026-11-01', until: '2026-11-30' }

/** What each page of the owner says that these orders kept, in whole TWD. */
function keptByPage(orders: readonly Order[], { movements, uses }: Beside) {
  const sales = salesOf(range, movements, { orders, products: goods })
  const statement = statementOf('2026-11', movements, { orders, products: goods, creators: [] })
  const money = { booked: [], stored: movements, orderOf: () => undefined }
  const { sold, returnedMoney } = movementTotals(moneyOfMonth(money, monthSpan('2026-11')))
  const listed = { code, uses: uses.uses }
  const withCode = orders.filter(({ discount }) => discount?.code === code.code)
  const withoutCode = orders.filter(({ discount }) => discount === undefined)
  const reports = [withCode, withoutCode].map((some) => codeReport(listed, some, goods).kept)
  const member = { uid: draft.uid, email: '', name: '', createdAt: draft.createdAt }
  const [customer] = customerRows([member], orders)
  const paid = orders.filter(({ paidAt }) => paidAt !== undefined)
  return {
    sales: sales.total.kept,
    codes: sum(sales.codes.map(({ kept }) => kept)),
    statement: statement.total,
    money: sold - returnedMoney,
    'codes’ reports': sum(reports),
    customer: customer?.kept,
    file: sum(paid.map((order) => cell(order, '總金額') - cell(order, '已退款金額'))),
  }
}

const life = record({
  beginning: record({
    offers: constantFrom<readonly OfferTerms[]>([], [bundle], [free], [bundle, free]),
    hasCode: constantFrom(true, false),
  }),
  first: constantFrom([], ...BEGINNINGS),
  deeds: array(deed, { maxLength: 20, size: 'max' }),
})

test('after any row of actions of owner, buyer and provider every page says the same of money, units and codes, which is what the orders say', () => {
  const seen = new Set<string>()
  always(
    property(array(life, { minLength: 1, maxLength: 3 }), (lives) => {
      const beside = new Beside()
      const orders = lives.map(({ beginning, first, deeds }, index) => {
        const start = begin(index, beginning)
        beside.place(start)
        const { order, movements, steps } = live([...first, ...deeds], start)
        for (const { before, after } of steps) beside.step(before, after)
        beside.movements.push(...movements)
        return order
      })
      // Money under review is no page's yet: it is booked when the review ends.
      if (orders.every(({ payment }) => !payment?.review)) {
        const kept = sum(orders.map(shownKept))
        for (const [page, amount] of Object.entries(keptByPage(orders, beside))) {
          assert.equal(amount, kept, page)
        }
        seen.add(kept > 0 ? 'kept' : 'nothing kept')
      }
      const owned = orders.flatMap(itemsOutsideStock).filter(({ id }) => id === 'a')
      const left = IN_STOCK.stock - sum(owned.map(({ quantity }) => quantity))
      assert.equal(leftOf(IN_STOCK, beside.taken('a')), left)
      assert.equal(availableUnits(IN_STOCK, beside.taken('a'), { size: 'M' }), left)
      const using = orders.filter(({ discount, status }) => discount && status !== '已取消')
      assert.equal(beside.uses.uses, using.length)
      const waiting = waitingOrders(orders, 'b')
      const awaited = (some: readonly Order[]) => sum(Object.values(unitsAwaited(some, 'b')))
      const toMake = awaited([...waiting.paid, ...waiting.pending])
      assert.deepEqual(
        beside.toMake.map(({ quantity, units, isWrong }) => [
          quantity,
          sum(units.map(({ pending }) => pending)),
          isWrong,
        ]),
        toMake === 0 ? [] : [[toMake, awaited(waiting.pending), false]],
      )
      // An edition that closes with what the factory was asked for leaves nobody out; with fewer, it names whom.
      const needed = unitsAwaited([...waiting.paid, ...waiting.unpaid, ...waiting.pending], 'b')
      const closing = releasedOrders(waiting, needed, 'b')
      assert.deepEqual(unreservedOrders(waiting, closing, 'b'), [])
      const fewer = releasedOrders(
        waiting,
        unitsAwaited([...waiting.paid, ...waiting.unpaid], 'b'),
        'b',
      )
      assert.deepEqual(
        unreservedOrders(waiting, fewer, 'b').map(({ orderNumber }) => orderNumber),
        waiting.pending.map(({ orderNumber }) => orderNumber),
      )
      if (waiting.pending.length > 0) seen.add('pending')
      for (const order of orders) {
        seen.add(`${order.status} ${isToShip(order)} ${order.discount !== undefined}`)
      }
    }),
    { numRuns: 200, seed: 1220 },
  )
  assert.ok(seen.has('pending'), 'no row leaves an order pending')
  assert.ok(seen.size > 8, [...seen].join())
})
