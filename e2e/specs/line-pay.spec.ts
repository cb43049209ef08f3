import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { expect, test } from '../support/line-pay-shop.ts'
import { memberWithOrder } from '../support/pages/payment.ts'

const SUCCESS = '付款成功！感謝您的訂購。'
const BUTTON = { name: '使用 LINE Pay 付款' }

test('a purchase by LINE Pay: approved there, taken once, thanked here @both', async ({
  page,
  context,
  own,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await expect(page.getByRole('button', BUTTON)).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('button', BUTTON).click()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/checkout/paypal/${id}`)
  const stored = await storedDocument(`orders/${id}`)
  expect(stored.status).toBe('已付款')
  const [payment, ...others] = await own.linePay.payments(id)
  expect(others).toHaveLength(0)
  expect(payment?.state).toBe('CONFIRMED')
  const asked = await own.linePay.requests(id)
  expect(asked.filter(({ op }) => op === 'confirm').map(({ state }) => state)).toEqual(['APPROVED'])
})

test('a payment that was cancelled at LINE Pay keeps the order, and can be paid after all', async ({
  page,
  context,
  own,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await page.getByRole('button', BUTTON).click()
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('您已取消付款，訂單仍為您保留，隨時可以再付款。')).toBeVisible()
  await page.getByRole('button', BUTTON).click()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const states = (await own.linePay.payments(id)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['CANCELLED', 'CONFIRMED'])
})

test('a payment that LINE Pay refuses is never confirmed again, and says that nothing was taken', async ({
  page,
  context,
  own,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await page.getByRole('button', BUTTON).click()
  await page.getByText('測試情境').click()
  await page.getByLabel('這筆付款的結果').selectOption('1142')
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText('付款失敗，請重新嘗試。')).toBeVisible()
  await expect(page.getByText(/款項沒有收取。請改用另一種付款方式/)).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('button', BUTTON).click()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const asked = await own.linePay.requests(id)
  expect(asked.filter(({ op }) => op === 'confirm')).toHaveLength(2)
})

test('whoever approves and comes back in another browser is told no more than how it stands', async ({
  page,
  context,
  browser,
  own,
}) => {
  const { id, member } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await page.getByRole('button', BUTTON).click()
  await expect(page.getByRole('button', { name: '同意付款', exact: true })).toBeVisible()
  await own.linePay.approve(id)
  const [payment] = await own.linePay.payments(id)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  const back = new URL(payment?.confirmUrl ?? '')
  await other.goto(back.href)
  await expect(other.getByRole('heading', { name: '找不到這筆付款' })).toBeVisible()
  back.searchParams.set('transactionId', payment?.id ?? '')
  back.searchParams.set('orderId', payment?.orderId ?? '')
  await other.goto(back.href)
  await expect(other.getByRole('heading', { name: '付款已收到' })).toBeVisible()
  await expectNoViolation(other)
  const { orderId } = await storedDocument(`orders/${id}`)
  await expect(other.getByText(`訂單編號：${String(orderId)}`)).toBeVisible()
  await expect(other.locator('body')).not.toContainText(member.email)
  await elsewhere.close()
  await page.goto(`/checkout/paypal/${id}`)
  await expect(page.getByText(SUCCESS)).toBeVisible()
})

test('a lost answer to the confirmation is healed by reading back', async ({
  page,
  context,
  own,
}) => {
  const { id } = await memberWithOrder(context)
  await own.linePay.misbehave({ name: 'lose-reply', op: 'confirm' }, id)
  await page.goto(`/checkout/paypal/${id}`)
  await page.getByRole('button', BUTTON).click()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const asked = await own.linePay.requests(id)
  expect(asked.filter(({ op }) => op === 'confirm')).toHaveLength(1)
})
