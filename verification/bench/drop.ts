import { setTimeout as wait } from 'node:timers/promises'

import pMap from 'p-map'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import { randomFrom } from '../../e2e/support/random.ts'
import { audit, askAll, heal } from '../faults/audit.ts'
import { openLedger, type StoredOrder } from '../faults/ledger.ts'
import { bothProviders } from '../faults/providers.ts'
import { FAR } from '../faults/shop-site.ts'
import { startShopUnderFault } from '../faults/shop-under-fault.ts'
import { type DropRequest, balance, buy, type Drop, PRODUCT, WAYS } from './drop-shoppers.ts'
import { atMost, figure, median, type Row } from './row.ts'
import { FAR_FIRESTORE } from './rush.ts'

const SHIRTS = 100
const SHOPPERS = 1000
const SECONDS = 60
const FOUR_DAYS = 4 * 24 * 60 * 60 * 1000
const PATIENCE = 10_000
/** As many as two cores serve without a wait, and the longest that 19 of 20 of them wait for their order, in milliseconds. */
const USUAL = { shoppers: 200, order: 1500 } as const

const ms = (value: number) => figure(value, 'ms')

// Counts "sold out" answers while a unit was free during the whole request.
function untrueRefusals(requests: readonly DropRequest[], before: number): number {
  const orders = requests.filter(({ answer }) => answer !== 'sold out')
  return requests.filter(({ answer, from, to }) => {
    if (answer !== 'sold out' || to > before) return false
    const taken = orders.filter((order) => order.from < to).length
    const back = orders.filter((order) => order.cancelled && order.cancelled.to < from).length
    return taken - back < SHIRTS
  }).length
}

// One instance is killed, and starts again, when a third of them are there.
async function come(drop: Drop, members: readonly Member[], within: number): Promise<void> {
  const random = randomFrom(drop.seed)
  const kill = wait(within / 3).then(() => drop.own.kill('shop'))
  const visits = members.map(async (member) => {
    const way = random.oneOf(WAYS)
    const arrival = random.next() * within
    await wait(arrival)
    await buy(drop, member, way)
  })
  await Promise.all([...visits, kill])
}

// Lets 72 hours pass: unpaid orders end and their units are sold again.
async function letTimePass({ ledger, ...drop }: Drop): Promise<void> {
  const createdAt = new Date(Date.now() - FOUR_DAYS).toISOString()
  const open = (await ledger.orders()).filter(({ status }) => status === '待付款')
  for (const { id } of open) await ledger.db.doc(`orders/${id}`).update({ createdAt })
  await heal({ ledger, ...drop })
}

const isSold = ({ status }: StoredOrder) => status === '已付款'

async function comeAgain(drop: Drop, refused: readonly Member[]): Promise<void> {
  for (let next = 0; next < refused.length; next += SHIRTS) {
    const sold = (await drop.ledger.orders()).filter(isSold).length
    if (sold >= SHIRTS) return
    const some = refused.slice(next, next + SHIRTS)
    await pMap(some, (member) => buy(drop, member, 'pays'), { concurrency: 20 })
  }
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

async function rowsOf(
  drop: Drop,
  during: readonly DropRequest[],
  { over, shoppers }: { readonly over: number; readonly shoppers: number },
): Promise<Row[]> {
  const bought = new Map(
    drop.request.flatMap(({ id, member }) => (id === undefined ? [] : [[id, member] as const])),
  )
  await heal(drop)
  const silent = await askAll(drop, bought)
  const { findings, lost, doubled } = await audit(drop, bought)
  for (const finding of findings) console.log(finding)
  const sold = (await drop.ledger.orders()).filter(isSold).length
  const wrong = drop.context.wrongStatuses.length + untrueRefusals(during, over) + silent.length
  const unanswered = during.filter(({ answer }) => answer === 'nothing').length
  const times = during.map(({ from, to }) => to - from)
  const patience = shoppers <= USUAL.shoppers ? USUAL.order : PATIENCE
  const ordered = during.filter(({ answer }) => answer === 'ordered').length
  console.log(`  while they came: ${ordered} ordered, ${during.length - ordered} did not`)
  return [
    atMost(`shirts sold beside ${SHIRTS}`, Math.abs(sold - SHIRTS), 0, { ours: `${sold} sold` }),
    atMost('answers that were not true', wrong, 0),
    atMost('charged without goods, or twice', lost + doubled, 0),
    atMost('shoppers without an answer', unanswered, 0),
    atMost('to order or to hear "sold out", p95', p95(times), patience, {
      show: ms,
      ours: `middle ${ms(median(times))}`,
    }),
    atMost('to see the product page, p95', p95(drop.looked), PATIENCE, {
      show: ms,
      ours: `middle ${ms(median(drop.looked))}`,
    }),
  ]
}

/**
 * Sends 1,000 shoppers within 60 s (or as many within as long as is said) to 100 shirts on two instances and kills one. Sells abandoned
 * units afterwards. Firestore and PayPal are as far away as in production.
 */
export async function drop([shoppers = SHOPPERS, seconds = SECONDS]: readonly number[]): Promise<
  Row[]
> {
  const figures = [{ product: PRODUCT.id, field: 'stock' as const, value: SHIRTS }]
  const far = { firestore: FAR_FIRESTORE, paypal: FAR.paypal }
  const own = await startShopUnderFault({ firstPort: 3600, figures, ...far })
  const ledger = openLedger(own.at)
  try {
    const instances = [own.at.shop, (await own.startAnother()).address]
    const providers = bothProviders(own.at)
    const context = balance({ shop: own.at.shop, providers, wrongStatuses: [] }, instances)
    const all: Drop = {
      own,
      ledger,
      context,
      seed: 7,
      shares: { linePay: 0, ecpay: 0 },
      looked: [],
      request: [],
    }
    const members = await pMap(Array(shoppers).keys(), () => newMember({}, own.at), {
      concurrency: 4,
    })
    await come(all, members, seconds * 1000)
    const during = [...all.request]
    const over = performance.now()
    await letTimePass(all)
    const refused = during.filter(({ answer }) => answer !== 'ordered')
    await comeAgain(
      all,
      refused.map(({ member }) => member),
    )
    return await rowsOf(all, during, { over, shoppers })
  } finally {
    await ledger.close()
    await own.stop()
  }
}
