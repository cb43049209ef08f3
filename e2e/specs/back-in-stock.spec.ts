import { randomUUID } from 'node:crypto'

import { FieldValue } from 'firebase-admin/firestore'

import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'
import { sweepShop } from '../support/sweep-shop.ts'

test.beforeEach(({ page }) => refuseCookies(page))

const newAddress = () => `${randomUUID()}@example.com`

async function letters(kind: string, email: string) {
  const all = await lettersAbout(kind)
  return all.filter(({ to }) => to.includes(email))
}

async function mailedLink(email: string): Promise<string> {
  await expect.poll(async () => (await letters('stock-alert-confirm', email)).length).toBe(1)
  const [letter] = await letters('stock-alert-confirm', email)
  return /https?:\/\/\S+#[0-9a-f.]+/.exec(letter?.text ?? '')?.[0] ?? ''
}

const alertsOf = async (email: string) =>
  (await database().collection('stock_alerts').where('email', '==', email).get()).docs

test('a sold-out shirt takes an address, confirmed and cancelled by its link @phone-long @long', async ({
  page,
}) => {
  const email = newAddress()
  await page.goto('/product/ots-001')
  await page.getByRole('group', { name: '尺寸' }).getByText('L，已售完').first().click()
  await page.getByRole('button', { name: '貨到通知我（L）' }).click()
  const form = page.getByRole('form', { name: '貨到通知' })
  await form.getByLabel('電子信箱').fill('fang@gmial.com')
  await form.getByRole('button', { name: '到貨時寄信給我' }).click()
  await expect(form.getByRole('alert')).toContainText('您是指 @gmail.com 嗎？')
  await expectNoViolation(page)
  await form.getByLabel('電子信箱').fill(email.replace('@', '＠'))
  await form.getByRole('button', { name: '到貨時寄信給我' }).click()
  await expect(page.getByRole('status').filter({ hasText: '還差一步：請收信' })).toBeFocused()
  await expect(page.getByRole('heading', { name: '旅見 T 恤' })).toBeVisible()
  await expectNoViolation(page)

  await page.goto(await mailedLink(email))
  await page.getByRole('button', { name: '確認到貨通知' }).click()
  await expect(page.getByText('靜意 T 恤（L）：到貨時，我們會寄一封信給您。')).toBeVisible()
  await expectNoViolation(page)
  const [stored] = await alertsOf(email)
  expect(stored?.data()).toMatchObject({ product: 'ots-001', size: 'L' })
  expect(stored?.get('confirmedAt')).toEqual(expect.any(String))
  await page.getByRole('button', { name: '取消這筆登記' }).click()
  await expect(page.getByText('您的信箱已刪除，不會再收到通知。')).toBeVisible()
  expect(await alertsOf(email)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: '確認到貨通知' }).click()
  await expect(page.getByText('這個連結已過期、取消或通知過了。')).toBeVisible()
})

test('sizes that are sold out by themselves are asked for by size @long', async ({ page }) => {
  const email = newAddress()
  await page.goto('/product/otp-001')
  await page.getByRole('button', { name: /^貨到通知我（.*XL、XXL）$/ }).click()
  const form = page.getByRole('form', { name: '貨到通知' })
  await form.getByLabel('尺寸').selectOption('XL')
  await form.getByRole('button', { name: '到貨時寄信給我' }).click()
  await expect(form.getByRole('link', { name: '請填寫收得到信的電子信箱。' })).toBeVisible()
  await form.getByLabel('電子信箱').fill(email)
  await form.getByRole('button', { name: '到貨時寄信給我' }).click()
  await expect(page.getByText(`XL 的確認信已寄到 ${email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^加入購物車・[SM]$/ }).first()).toBeEnabled()
})

const SIZED = { product: 'otp-001', size: 'M' }

const request = async (email: string, of: object = SIZED) =>
  (
    await callAction('requestStockAlertAction', {
      page: '/product/otp-001',
      session: '',
      args: [{ ...SIZED, ...of, email }],
    })
  ).result

// Units of a size that no other test takes, as if orders held them.
async function takeMore(count: number): Promise<void> {
  const taken = FieldValue.increment(count)
  await database()
    .doc(`stock/${SIZED.product}`)
    .set({ stock: taken, sizes: { [SIZED.size]: taken } }, { merge: true })
}

const sweep = () => sweepShop(addresses().shop)

test('a confirmed alert sends one mail when the size is back, an unconfirmed one none @long', async ({
  page,
}) => {
  const [waiting, silent] = [newAddress(), newAddress()]
  await takeMore(4)
  for (const email of [waiting, silent]) expect(await request(email)).toMatchObject({ ok: true })
  await page.goto(await mailedLink(waiting))
  await page.getByRole('button', { name: '確認到貨通知' }).click()
  await expect(page.getByText('登記完成')).toBeVisible()
  // A repeated request sends no second mail.
  expect(await request(waiting)).toMatchObject({ ok: true })
  await sweep()
  expect(await letters('back-in-stock', waiting)).toEqual([])
  await becomeOwner(page)
  await page.goto('/owner/stock')
  const counted = page.locator(`section[aria-labelledby="stock-${SIZED.product}"]`)
  await expect(counted).toContainText('等到貨通知：M 1 人')
  await takeMore(-4)
  await Promise.all([sweep(), sweep()])
  await sweep()
  await expect.poll(async () => (await letters('back-in-stock', waiting)).length).toBe(1)
  await sweep()
  const isNotified = await letters('back-in-stock', waiting)
  expect(isNotified.map(({ subject }) => subject)).toEqual(['到貨了：期滿 T 恤（M）'])
  expect(isNotified[0]?.text).toContain('/product/otp-001?size=M')
  expect(await letters('back-in-stock', silent)).toEqual([])
  expect((await letters('stock-alert-confirm', waiting)).length).toBe(1)
  expect(await alertsOf(waiting)).toEqual([])
})

test("an address gets three links a day, and a stranger's link opens nothing @long", async () => {
  const email = newAddress()
  const answers = []
  for (const size of ['S', 'M', 'L', 'XL']) answers.push(await request(email, { size }))
  expect(answers.map((answer) => answer?.ok)).toEqual([true, true, true, false])
  expect(answers[3]).toMatchObject({ code: 'too-many' })
  expect(await request(newAddress(), { product: 'nope' })).toMatchObject({ code: 'unknown' })
  const [alert] = await alertsOf(email)
  const args = [{ id: alert?.id, key: '0'.repeat(32) }]
  for (const name of ['confirmStockAlertAction', 'cancelStockAlertAction'] as const) {
    const { result } = await callAction(name, { page: '/back-in-stock', session: '', args })
    expect(result).toMatchObject({ ok: false, code: 'gone' })
  }
  expect((await alertsOf(email)).length).toBe(3)
})
