import type { Member } from './accounts.ts'
import { callAction } from './actions.ts'
import { expect } from './expect.ts'
import { newAddress, RECIPIENT } from './pages/checkout.ts'

/** An honest order of the checkout, with what a test changes about it. */
export function orderRequest(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    key: crypto.randomUUID(),
    lines: [{ id: 'otr-001', color: '白色', size: 'M', quantity: 2 }],
    displayedTotal: 3080,
    shippingMethod: 'home',
    recipient: { ...RECIPIENT, email: newAddress(), store: '', note: '' },
    ...change,
  }
}

/** Places an order as its member's checkout does, which sends it again while others are ahead; its document. */
export async function placeInTurn(
  { session }: Pick<Member, 'session'>,
  request: Record<string, unknown> = orderRequest(),
): Promise<string> {
  let placed: Record<string, unknown> | undefined
  const isPlaced = async () => {
    const answer = await callAction('placeOrderAction', {
      page: '/checkout',
      session,
      args: [request],
    })
    placed = answer.result
    return placed?.code !== 'busy'
  }
  await expect.poll(isPlaced, { message: 'the order has its turn' }).toBe(true)
  expect(placed).toMatchObject({ ok: true })
  return String(placed?.id)
}
