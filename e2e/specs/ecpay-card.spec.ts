import { SWEEP_SECRET } from '../../local/environment.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { cardsAt, controlEcpay } from '../support/ecpay-control.ts'
import { type EcpayShop, expect, test } from '../support/ecpay-shop.ts'
import { goToCashier } from '../support/pages/cashier.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { memberWithOrder } from '../support/pages/payment.ts'

const SUCCESS = '付款成功！感謝您的訂購。'

const cardsOf = ({ ecpay }: EcpayShop, id: string) => cardsAt(ecpay, id)

// Time passes: what of an order waits for a look is due, and this shop is swept.
async function sweep({ shop }: EcpayShop, id: string): Promise<void> {
  await database().doc(`orders/${id}`).update({ 'check.at': '2020-01-01T00:00:00.000Z' })
  const headers = { authorization: `Bearer ${SWEEP_SECRET}` }
  expect((await fetch(`${shop}/api/sweep`, { method: 'POST', headers })).status).toBe(200)
}

test('a member pays by card at the cashier, once, and is notified by mail', async ({
  page,
  own,
}) => {
  const id = await goToCashier(page)
  await page.getByRole('button', { name: '確認付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectNoViolation(page)
  const { status, payment } = await storedDocument(`orders/${id}`)
  const [card, ...more] = await cardsOf(own, id)
  expect(more).toEqual([])
  expect(status).toBe('已付款')
  expect(payment).toMatchObject({
    state: 'paid',
    method: 'ecpay-card',
    attempts: [{ provider: 'ecpay', state: 'captured', reference: card?.id }],
  })
  await expect.poll(async () => (await lettersAbout(id)).length).toBeGreaterThanOrEqual(4)
})

test('the way back from the cashier leads to no second form @long', async ({ page, own }) => {
  const id = await goToCashier(page)
  await page.goBack()
  // The payment page again, or the page that leads there, which shows how the payment stands.
  await expect(page.getByRole('button', { name: /^用信用卡付/ })).toBeVisible()
  expect(await cardsOf(own, id)).toHaveLength(1)
})

test('the page that leads to the cashier works without scripts, by its one button @long', async ({
  page,
  own,
  browser,
}) => {
  const { id } = await memberWithOrder(page.context())
  // The browser is kept from leaving by itself: the address is opened by another one without scripts.
  await page.route('**/checkout/ecpay/**', (route) => route.fulfill({ body: 'later' }))
  await page.goto(`/checkout/paypal/${id}`)
  await page.getByRole('button', { name: /^用信用卡付/ }).click()
  await page.waitForURL('**/checkout/ecpay/**')
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: own.shop })
  const other = await plain.newPage()
  const answer = await other.goto(page.url())
  expect(answer?.headers()['cache-control']).toContain('no-store')
  await expect(other.getByRole('heading', { level: 1, name: '前往信用卡付款' })).toBeVisible()
  await other.getByRole('button', { name: '前往信用卡付款' }).click()
  await expect(other.getByRole('heading', { level: 1, name: '綠界信用卡付款' })).toBeVisible()
  expect(await cardsOf(own, id)).toHaveLength(1)
  await plain.close()
})

test('a card that the bank refuses takes nothing, and another try has another number @long', async ({
  page,
  own,
}) => {
  const id = await goToCashier(page)
  await page.getByRole('button', { name: '銀行拒絕這張卡' }).click()
  await expect(page.getByText('沒有扣款。請改選其他付款方式')).toBeVisible()
  await page.getByRole('button', { name: /^用信用卡付/ }).click()
  await page.getByRole('button', { name: '確認付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect((await cardsOf(own, id)).map(({ outcome }) => outcome)).toEqual(['declined', 'ok'])
})

test('a buyer who pays and never comes back has paid by the push, or by the next sweep @long', async ({
  page,
  own,
}) => {
  const id = await goToCashier(page)
  const [card] = await cardsOf(own, id)
  await controlEcpay(own.ecpay, `/cards/${card?.id}/pay`, { push: 'none' })
  await sweep(own, id)
  expect((await storedDocument(`orders/${id}`)).status).toBe('已付款')
})

test('while the cashier tells nothing, order and payment page say so, and go on once it does @both @long', async ({
  page,
  own,
}) => {
  const id = await goToCashier(page)
  const [card] = await cardsOf(own, id)
  const fault = { name: '500', op: 'query-trade', orderRef: card?.id, times: 1000 }
  await controlEcpay(own.ecpay, '/faults', fault)
  const silence = page.getByText('綠界科技現在沒有回應')
  for (const path of [`/account/order/${id}`, `/checkout/paypal/${id}`]) {
    // What the cashier said before is good for a while, then it is asked again.
    await expect(async () => {
      await page.goto(path)
      await expect(silence).toBeVisible({ timeout: 4_000 })
    }).toPass()
    await expectNoViolation(page)
  }
  await expect(page.getByRole('button', { name: /^用信用卡付/ })).toBeVisible()
  await controlEcpay(own.ecpay, `/faults?ref=${card?.id}`, undefined, 'DELETE')
  await page.reload()
  await expect(page.getByRole('button', { name: /^用信用卡付/ })).toBeEnabled()
  await expect(silence).toHaveCount(0)
})

test('without a session the way back says how the payment stands, and nothing else @long', async ({
  page,
  own,
  browser,
}) => {
  const id = await goToCashier(page)
  const [card] = await cardsOf(own, id)
  await controlEcpay(own.ecpay, `/cards/${card?.id}/pay`, { push: 'repeated' })
  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(`${own.shop}/checkout/ecpay/${id}?no=${card?.id}`)
  await expect(other.getByRole('heading', { name: '付款已收到' })).toBeVisible()
  await expect(other.getByText('訂單編號：')).toBeVisible()
  await expectNoViolation(other)
  await stranger.close()
})

test('a form that nobody signed changes nothing, and is led on @long', async ({ page, own }) => {
  const id = await goToCashier(page)
  const [card] = await cardsOf(own, id)
  const forged = new URLSearchParams({
    MerchantID: '3002607',
    MerchantTradeNo: card?.id ?? '',
    RtnCode: '1',
    CustomField1: id,
    CheckMacValue: '0'.repeat(64),
  })
  const post = (path: string) =>
    fetch(`${own.shop}${path}`, { method: 'POST', body: forged, redirect: 'manual' })
  const pushed = await post('/api/ecpay/paid')
  expect([pushed.status, await pushed.text()]).toEqual([400, '0|CheckMacValue Error'])
  const back = await post('/api/ecpay/back')
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `/checkout/ecpay/${id}?no=${card?.id}`,
  ])
  const { status, payment } = await storedDocument(`orders/${id}`)
  expect([status, Object(payment).state]).toEqual(['待付款', 'open'])
})
