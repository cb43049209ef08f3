import type { Browser } from 'playwright'

import { giveSession } from '../../e2e/support/accounts.ts'
import { place } from '../../e2e/support/sales.ts'
import type { Phone } from './phone.ts'
import { atMost, kib, type Row } from './row.ts'
import { scriptsOf } from './sizes.ts'

const KIB = 1024

const CART = JSON.stringify([
  {
    id: 'otr-001',
    title: '旅見 T 恤',
    image: '/images/products/otr-001-front.jpg',
    price: 1540,
    color: '白色',
    size: 'M',
    quantity: 1,
  },
])

/**
 * The scripts that a first visit brings to each page of a purchase, from signing in, which brings Firebase's, to the
 * order. `floor` is the bytes of a bare page's script.
 */
export async function purchaseSizes(browser: Browser, shop: string, floor: number): Promise<Row[]> {
  const { id, member } = await place()
  const signIn = async ({ page }: Phone) => {
    await giveSession(page.context(), member.session)
    await page.addInitScript((text) => localStorage.setItem('cart', text), CART)
  }
  const measure = async (path: string, max: number, prepare?: typeof signIn) => {
    const scripts = await scriptsOf(browser, shop + path, prepare)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    const shown = { show: kib, bare: kib(floor) }
    return atMost(`${path.replace(id, '{id}')}: JavaScript`, bytes, floor + max * KIB, shown)
  }
  return [
    await measure('/login', 50),
    await measure('/cart', 16, signIn),
    await measure('/checkout', 28, signIn),
    await measure(`/checkout/paypal/${id}`, 28, signIn),
    await measure(`/account/order/${id}`, 16, signIn),
  ]
}
