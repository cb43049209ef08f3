import { itemsOutsideStock, stockOf } from '#lib/inventory/stock.ts'
import { makeMoves } from '#lib/inventory/units-to-make.ts'
import { documentOf, movementsOf } from '#lib/order/apply.ts'
import { orderIndex } from '#lib/order/order-index.ts'
import type { Order } from '#lib/order/order.ts'
import type { Change } from '../../packages/firestore/history.ts'
import type { Fields, Value } from '../../packages/firestore/messages.ts'
import { Store } from '../../packages/firestore/store.ts'

function valueOf(value: unknown): Value {
  if (typeof value === 'string') return { valueType: 'stringValue', stringValue: value }
  if (typeof value === 'boolean') return { valueType: 'booleanValue', booleanValue: value }
  if (typeof value === 'number') return { valueType: 'integerValue', integerValue: String(value) }
  if (Array.isArray(value))
    return { valueType: 'arrayValue', arrayValue: { values: value.map(valueOf) } }
  if (typeof value === 'object' && value !== null)
    return { valueType: 'mapValue', mapValue: { fields: fieldsOf(value) } }
  return { valueType: 'nullValue', nullValue: 'NULL_VALUE' }
}

const fieldsOf = (data: object): Fields =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, valueOf(value)]],
    ),
  )

type Counts = { [name: string]: number | string | Counts }

// Adds numbers at any depth to those that are there.
function add(counts: Counts, more: object): void {
  for (const [name, value] of Object.entries(more)) {
    const before = counts[name]
    if (typeof value === 'number') {
      counts[name] = (typeof before === 'number' ? before : 0) + value
    } else if (typeof value === 'object' && value !== null) {
      const inner = typeof before === 'object' ? before : {}
      add(inner, value)
      counts[name] = inner
    }
  }
}

const HOUR = 60 * 60 * 1000

/** Orders in one write of the file. */
const AT_ONCE = 1000

/**
 * Writes orders as the shop stores them, with their ledger, what they are searched by and the counters, into the
 * folder of a stand-in that is not running: a hundred thousand in a minute.
 */
export function seedSold(folder: string, projectId: string, orders: Iterable<Order>): void {
  const root = `projects/${projectId}/databases/(default)/documents`
  const store = new Store(folder)
  const time = (Date.now() - HOUR) * 1000
  const changeOf = (path: string, data: object): Change => {
    const name = `${root}/${path}`
    return {
      name,
      time,
      document: { name, fields: fieldsOf(data), createTime: time, updateTime: time },
    }
  }
  const stock = new Map<string, Counts>()
  const toMake = new Map<string, Counts>()
  const countIn = (all: Map<string, Counts>, id: string, more: object, title?: string) => {
    const counts = all.get(id) ?? (title === undefined ? {} : { title })
    add(counts, more)
    all.set(id, counts)
  }
  let changes: Change[] = []
  const flush = () => {
    store.write([{ time, changes, answer: undefined }])
    changes = []
  }
  for (const order of orders) {
    changes.push(changeOf(`orders/${order.id}`, { ...documentOf(order), index: orderIndex(order) }))
    for (const { id, ...rest } of movementsOf(order))
      changes.push(changeOf(`movements/${id}`, rest))
    for (const { id, ...counts } of stockOf(itemsOutsideStock(order))) countIn(stock, id, counts)
    for (const { id, title, units, pending, days } of makeMoves(undefined, order))
      countIn(toMake, id, { units, pending, days }, title)
    if (changes.length >= AT_ONCE) flush()
  }
  for (const [id, counts] of stock) changes.push(changeOf(`stock/${id}`, counts))
  for (const [id, counts] of toMake) changes.push(changeOf(`to_make/${id}`, counts))
  flush()
  store.close()
}
