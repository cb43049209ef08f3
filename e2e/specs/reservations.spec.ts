import { giveSession, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { orderRequest } from '../support/orders.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { openWindow } from '../support/pages/payment.ts'
import { paypalOrders } from '../support/paypal-control.ts'
import { expect, test } from '../support/shop.ts'

// One unit; no other test takes it or expects it to be there.
const LAST = { id: 'otd-002', title: '末班 T 恤', price: 1540 }
// Units by size: one S, four M, and no other test takes any.
const SIZED = { id: 'otp-001', price: 1540 }

async function order({ id, price }: { id: string; price: number }, size: string) {
  const member = await newMember()
  // Of a few units only somebody who has paid before holds any.
  await database().doc(`users/${member.uid}`).set({ hasPaid: true }, { merge: true })
  const lines = [{ id, color: '白色', size, quantity: 1 }]
  const args = [orderRequest({ lines, displayedTotal: price })]
  const { session } = member
  const { result } = await callAction('placeOrderAction', { page: '/checkout', session, args })
  return { member, result }
}

test('the owner releases what an unpaid order keeps, another buys it, and an approval takes no money @long', async ({
  page,
  context,
  browser,
}) => {
  await page.goto(`/product/${LAST.id}`)
  await expect(page.getByRole('button', { name: '加入購物車' }).first()).toBeEnabled()
  const { member, result } = await order(LAST, 'M')
  const id = String(result?.id)
  await giveSession(context, member.session)
  await page.goto(`/checkout/paypal/${id}`)
  await expect(
    page.getByText(/商品為您保留到 .*。之後仍可付款，但商品可能由其他人先買走。/),
  ).toBeVisible()
  const window = await openWindow(page, /PayPal/)
  expect((await order(LAST, 'M')).result).toMatchObject({ ok: false, code: 'lines' })

  const desk = await browser.newContext()
  const owner = await desk.newPage()
  await becomeOwner(owner)
  await owner.goto('/owner')
  const held = owner.getByRole('heading', {
    name: `${LAST.title}　1 件中有 1 件保留給 1 筆未付款訂單`,
  })
  await expect(held).toBeVisible()
  await expectNoViolation(owner)
  await owner.getByRole('button', { name: `釋出保留的商品：${LAST.title}` }).click()
  await expect(owner.getByText('已釋出，可以賣給其他人')).toBeVisible()
  await expect(held).toHaveCount(0)
  await desk.close()
  const { status, reservation, history } = await storedDocument(`orders/${id}`)
  expect(status).toBe('待付款')
  expect(reservation).toEqual({ reservationExpiredAt: expect.any(String) })
  expect(history).toContainEqual(
    expect.objectContaining({
      type: 'reservation.expired',
      by: 'owner',
      data: { cause: 'released-by-owner' },
    }),
  )

  expect((await order(LAST, 'M')).result).toMatchObject({ ok: true })
  await window.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText('商品已售完，這筆付款沒有扣款')).toBeVisible()
  await expect(page.getByText(/您的授權會自動取消。訂單還在，有貨時可以再付款/)).toBeVisible()
  await expect(page.getByText(/商品為您保留到/)).toHaveCount(0)
  await expectNoViolation(page)
  expect((await paypalOrders(id)).flatMap(({ captures }) => captures)).toEqual([])

  // The message stays after a reload and on the order; another press does nothing.
  await page.reload()
  await expect(page.getByText('商品已售完，這筆付款沒有扣款')).toBeVisible()
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('商品已售完，沒有扣款')).toBeVisible()
  await expect(
    page.getByText('商品的保留時間已過。仍可付款，付款前會再確認是否還有貨。'),
  ).toBeVisible()
  await expectNoViolation(page)
})

test('a size that is sold out by itself cannot be chosen and says so @long', async ({ page }) => {
  await page.goto(`/product/${SIZED.id}`)
  const size = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}(\\W|$)`) })
  // The file has none of them.
  for (const name of ['L', 'XL', 'XXL']) await expect(size(name)).toBeDisabled()
  await expect(size('S')).toBeEnabled()
  await expect(size('S')).toBeChecked()

  expect((await order(SIZED, 'S')).result).toMatchObject({ ok: true })
  expect((await order(SIZED, 'S')).result).toMatchObject({ ok: false, code: 'lines' })
  // The shop remembers its counts for ten seconds.
  await expect(async () => {
    await page.reload()
    await expect(size('S')).toBeDisabled()
  }).toPass()
  await expect(page.getByRole('radio', { name: /^S.*已售完/ })).toBeDisabled()
  await expect(size('M')).toBeChecked()
  await expect(page.getByRole('button', { name: /^加入購物車/ }).first()).toBeEnabled()
  await expectNoViolation(page)
  await page.goto(`/product/${SIZED.id}?size=S`)
  await expect(page.getByText('S 已售完，請選其他尺寸。')).toBeVisible()
  await expect(page.getByRole('button', { name: '已售完' }).first()).toBeDisabled()
})
