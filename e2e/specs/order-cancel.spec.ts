import type { PlaywrightTestArgs } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient } from '../support/pages/checkout.ts'
import { memberWithOrder, payWithPaypal } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { approve, injectFault, paypalOrders } from '../support/paypal-control.ts'
import { paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

test('a member cancels an unpaid order, and is asked before', async ({ page, context }) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/account/order/${id}`)
  await page.getByRole('button', { name: '取消訂單' }).click()
  const dialog = page.getByRole('dialog', { name: '要取消這筆訂單嗎？' })
  await expect(dialog).toBeVisible()
  await expectNoViolation(page)
  await dialog.getByRole('button', { name: '保留訂單' }).click()
  await expect(dialog).toBeHidden()
  expect((await storedDocument(`orders/${id}`)).status).toBe('待付款')

  await page.getByRole('button', { name: '取消訂單' }).click()
  await dialog.getByRole('button', { name: '確定取消訂單' }).click()
  await expect(page.getByRole('article')).toContainText('已取消')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: '前往付款' })).toBeHidden()
  await expect(page.getByRole('button', { name: '取消訂單' })).toBeHidden()
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已取消' })

  await page.goto(`/checkout/paypal/${id}`)
  await expect(page.getByText('這筆訂單已取消')).toBeVisible()
  await expectNoViolation(page)
})

test('an order whose money is under way is not cancelled, and its member reads why @long', async ({
  page,
  context,
}) => {
  const { id, member } = await memberWithOrder(context)
  await page.goto(`/account/order/${id}`)
  await page.getByRole('button', { name: '取消訂單' }).click()
  // Meanwhile it is paid in another window, and PayPal reviews the money.
  await injectFault({ name: 'pending', op: 'capture', orderRef: id })
  const { session } = member
  const at = { page: `/checkout/paypal/${id}`, session }
  const begin = { ...at, args: [{ id, method: 'paypal' }] }
  const { result } = await callAction('startPaymentAction', begin)
  const { reference, refusals } = Object(result?.data)
  await approve(reference)
  await callAction('capturePaymentAction', { ...at, args: [{ id, reference, refusals }] })

  await page.getByRole('button', { name: '確定取消訂單' }).click()
  await expect(page.getByText('付款待 PayPal 審核')).toBeVisible()
  await expect(
    page.getByText('這筆訂單可能有款項處理中，目前無法取消。請等付款有結果後再試。'),
  ).toBeVisible()
  await expectNoViolation(page)
  expect((await storedDocument(`orders/${id}`)).status).toBe('待付款')
})

test('a partial refund stands beside the status @long', async ({ page, context }) => {
  const member = await newMember()
  await giveSession(context, member.session)
  const paid = { state: 'partly-refunded', attempt: 'captured', refunded: 80 }
  const fields = { status: '已付款', ...paymentFields(paid) }
  const [id] = await seedOrders(member, 1, () => fields)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByRole('article')).toContainText('已部分退款 NT$80／NT$3,080')
})

async function fillCheckout({ page, context }: Pick<PlaywrightTestArgs, 'page' | 'context'>) {
  await giveSession(context, (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
}

test.describe('a checkout', () => {
  test.beforeEach(fillCheckout)

  test('that is changed on coming back from the payment leaves one order to pay @long', async ({
    page,
  }) => {
    const first = await confirmOrder(page)
    await page.getByRole('link', { name: '返回結帳' }).click()
    await page.getByLabel('名字').fill('芳芳')
    const second = await confirmOrder(page)
    expect(second).not.toBe(first)
    expect((await storedDocument(`orders/${first}`)).status).toBe('已取消')
    await page.goto('/account/order?status=待付款')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.goto(`/checkout/paypal/${second}`)
    await payWithPaypal(page)
    await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
    expect(await paypalOrders(first)).toHaveLength(0)
  })

  test('a member orders the same again after a cancelled order @long', async ({ page }) => {
    const first = await confirmOrder(page)
    await page.goto(`/account/order/${first}`)
    await page.getByRole('button', { name: '取消訂單' }).click()
    await page.getByRole('button', { name: '確定取消訂單' }).click()
    await expect(page.getByRole('article')).toContainText('已取消')
    await page.goto('/checkout')
    const second = await confirmOrder(page)
    expect(second).not.toBe(first)
    expect((await storedDocument(`orders/${second}`)).status).toBe('待付款')
  })
})

test.describe('a checkout that was left for its payment', () => {
  test.beforeEach(fillCheckout)

  test('says all that was confirmed @long', async ({ page }) => {
    await page.getByText('超商取貨').click()
    await page.getByLabel('便利商店').selectOption('全家')
    await page.getByLabel('門市店號').fill('012345')
    await page.getByLabel('發票開立方式').selectOption('統一編號（公司）')
    await page.getByLabel('統一編號', { exact: true }).fill('22099131')
    await page.getByLabel('公司抬頭').fill('共衣創作股份有限公司')
    await page.getByLabel('備註').fill('請放管理室')
    await confirmOrder(page)
    await page.getByRole('link', { name: '返回結帳' }).click()
    await page.getByLabel('手機').fill('0987654321')
    const id = await confirmOrder(page)
    expect(await storedDocument(`orders/${id}`)).toMatchObject({
      shippingMethod: 'store',
      recipient: { store: '全家 012345', phone: '0987654321', note: '請放管理室' },
      invoice: { kind: 'company', taxId: '22099131' },
    })
  })

  test('can be confirmed again where the browser goes back to it @long', async ({ page }) => {
    // Simulates that the payment page is loading when the browser caches this one.
    await page.route('**/checkout/paypal/*', (route) => route.fulfill({ status: 204 }))
    const confirm = page.getByRole('button', { name: '確認訂單並付款' })
    await confirm.click()
    await expect(page.getByRole('button', { name: '處理中…' })).toBeVisible()
    await page.waitForResponse('**/checkout/paypal/*')
    await page.unroute('**/checkout/paypal/*')
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await confirmOrder(page)
  })
})

test('a cart of more units than are left is corrected, and can then be ordered @long', async ({
  page,
  context,
}) => {
  // Who has never paid keeps a share of the units alone.
  const member = await newMember()
  await database().doc(`users/${member.uid}`).set({ hasPaid: true }, { merge: true })
  await giveSession(context, member.session)
  // A product of which nobody else orders, with three units.
  await addToCart(page, { id: 'otu-001', size: 'M', units: 3 })
  const stock = database().doc('stock/otu-001')
  await stock.set({ stock: 1, preorder: 0 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByText('獨行 T 恤（白色・M）：只剩 2 件，已調整數量')).toBeVisible()
  await expectNoViolation(page)
  const order = await storedDocument(`orders/${await confirmOrder(page)}`)
  expect(order).toMatchObject({ items: [{ id: 'otu-001', quantity: 2 }] })
  expect((await stock.get()).get('stock')).toBe(3)
  await stock.delete()
})
