import type { Member } from '../../e2e/support/accounts.ts'
import type { World } from '../faults/audit.ts'
import { shirtOrder } from '../faults/purchase.ts'
import { createShopper, referenceIn, type Shopper } from '../faults/shopper.ts'

/** The requested product: in stock in the tests' content. */
export const PRODUCT = { id: 'otd-001', price: 590, delivery: 80 }

/** A shopper's steps with an order. Most pay. */
export type Way = 'pays' | 'declined, then pays' | 'declined, then leaves' | 'leaves' | 'cancels'
export const WAYS: readonly [Way, ...Way[]] = [
  'pays',
  'pays',
  'pays',
  'pays',
  'pays',
  'pays',
  'declined, then pays',
  'declined, then leaves',
  'leaves',
  'cancels',
]

/** One shopper's order request with its times and result. */
export type DropRequest = {
  readonly member: Member
  readonly from: number
  readonly to: number
  readonly answer: 'ordered' | 'sold out' | 'nothing'
  readonly id?: string
  /** Times of the cancellation, if the shopper cancelled. */
  readonly cancelled?: { readonly from: number; readonly to: number }
}

/** A shop under load, with its page times and order requests. */
export type Drop = World & { readonly looked: number[]; readonly request: DropRequest[] }

function order(): Record<string, unknown> {
  const { id, price, delivery } = PRODUCT
  const lines = [{ id, color: '白色', size: 'M', quantity: 1 }]
  return { ...shirtOrder(1), lines, displayedTotal: price + delivery }
}

/** Two instances behind one address: each call goes to the next one, as a balancer would send it. */
export function balance(context: World['context'], instances: readonly string[]): World['context'] {
  let calls = 0
  return {
    ...context,
    get shop() {
      calls += 1
      return instances[calls % instances.length] ?? ''
    },
  }
}

async function look(drop: Drop): Promise<void> {
  const from = performance.now()
  try {
    const page = await fetch(`${drop.context.shop}/product/${PRODUCT.id}`)
    await page.arrayBuffer()
    if (page.ok) drop.looked.push(performance.now() - from)
  } catch {
    // The instance was killed before or within its answer.
  }
}

async function pay({ context }: Drop, shopper: Shopper, id: string, outcome: string) {
  const reference = referenceIn(await shopper.retry(() => shopper.start(id, 'paypal')))
  if (reference === undefined) return
  await context.providers.approve(reference, outcome).catch(() => undefined)
  await shopper.retry(() => shopper.capture(id, reference))
}

async function go(
  drop: Drop,
  shopper: Shopper,
  id: string,
  way: Way,
): Promise<DropRequest['cancelled']> {
  if (way === 'cancels') {
    const from = performance.now()
    await shopper.retry(() => shopper.cancel(id))
    return { from, to: performance.now() }
  }
  if (way.startsWith('declined')) await pay(drop, shopper, id, 'INSTRUMENT_DECLINED')
  if (way.endsWith('pays')) await pay(drop, shopper, id, 'ok')
  return undefined
}

/** A shopper opens the page, orders and continues; records the result. */
export async function buy(drop: Drop, member: Member, way: Way): Promise<void> {
  const shopper = createShopper(drop.context, member)
  await look(drop)
  const request = order()
  const from = performance.now()
  const result = await shopper.placeWithRetry(request)
  const input = { member, from, to: performance.now() }
  if (result?.ok === true) {
    const id = String(result.id)
    const cancelled = await go(drop, shopper, id, way)
    drop.request.push({ ...input, answer: 'ordered', id, ...(cancelled ? { cancelled } : {}) })
  } else {
    const isSoldOut = JSON.stringify(result?.refused ?? '').includes('"sold-out"')
    drop.request.push({ ...input, answer: isSoldOut ? 'sold out' : 'nothing' })
  }
}
