import { randomUUID } from 'node:crypto'

import { giveSession, newMember, register } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { type GatedShop, test } from '../support/gated-shop.ts'
import { orderRequest } from '../support/orders.ts'
import { newOwner } from '../support/owners.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { openWindow } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { expect } from '../support/shop.ts'

// One shop behind gates, one test after the other.
test.describe.configure({ mode: 'default' })

test.afterEach(({ gated }) => {
  for (const gate of [gated.firestore, gated.firebase, gated.paypal]) gate.open()
})

// The code that a shopper reads must lead support to the failure in the log.
function expectInLog({ log }: GatedShop, shown: string | null, name: string): void {
  const code = /客服查詢代碼：(\w+)/.exec(shown ?? '')?.[1]
  expect(code, shown ?? 'nothing was shown').toBeDefined()
  const line = log()
    .split('\n')
    .find((one) => one.includes(`"reference":"${code}"`))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ severity: 'ERROR', error: { name } })
  expect(line).toMatch(/"at (?:async )?lib\/[^"]*\.ts:\d+/)
  expect(line).not.toContain('/server/chunks/')
}

test.use({ expected: [/500.*\/account|React error #441/] })

for (const [service, name] of [
  ['firestore', 'DatabaseUnavailable'],
  ['firebase', 'SignInUnavailable'],
] as const) {
  test(`while ${service} does not answer, a checkout and a page say so, nothing typed is lost, and then all works @long`, async ({
    page,
    context,
    gated,
  }) => {
    await giveSession(context, (await newMember()).session)
    await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
    await page.goto('/checkout')
    await fillRecipient(page)
    const account = await context.newPage()
    gated[service].shut()
    const opening = account.goto('/account')
    await page.getByRole('button', { name: '確認訂單並付款' }).click()
    const said = page.getByRole('alert').filter({ hasText: '訂單建立失敗，請稍後再試' })
    await expect(said).toBeVisible()
    await expectNoViolation(page)
    expectInLog(gated, await said.textContent(), name)
    await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)
    await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
    await opening
    await expect(account.getByRole('heading', { name: '這一頁暫時打不開' })).toBeVisible()
    expectInLog(gated, await account.getByText('客服查詢代碼').textContent(), name)
    gated[service].open()
    const id = await confirmOrder(page)
    expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '待付款' })
    await account.reload()
    await expect(account.getByRole('heading', { name: '最近的訂單' })).toBeVisible()
  })
}

test('while Firebase does not answer the shop, the sign-in says so and keeps the address @long', async ({
  page,
  gated,
}) => {
  const member = await register()
  await page.goto('/login')
  // The browser has signed in; what the shop then asks gets no answer.
  await page.route('**/accounts:lookup*', async (route) => {
    const response = await route.fetch()
    gated.firebase.shut()
    await route.fulfill({ response })
  })
  await signIn(page, member)
  const said = page.getByRole('alert').filter({ hasText: '您填寫的內容還在' })
  await expect(said).toBeVisible()
  expectInLog(gated, await said.textContent(), 'SignInUnavailable')
  await expect(page.getByLabel('電子信箱')).toHaveValue(member.email)
  gated.firebase.open()
  await page.unroute('**/accounts:lookup*')
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL(/\/account/)
})

test('while PayPal does not answer, the payment says so, and then takes the money once @long', async ({
  page,
  context,
  gated,
}) => {
  const { session } = await newMember()
  await giveSession(context, session)
  const order = { page: '/checkout', session, args: [orderRequest()] }
  const { result } = await callAction('placeOrderAction', order)
  await page.goto(`/checkout/paypal/${String(result?.id)}`)
  await expect(page.getByRole('button', { name: /PayPal/ }).first()).toBeVisible()
  gated.paypal.shut()
  await page
    .getByRole('button', { name: /PayPal/ })
    .first()
    .click()
  const said = page.getByText(/付款過程中發生錯誤，請稍後重試。（客服查詢代碼/)
  await expect(said).toBeVisible()
  expectInLog(gated, await said.textContent(), 'ProviderProblem')
  gated.paypal.open()
  const window = await openWindow(page, /PayPal/)
  await window.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
})

test("a page of the owner's that can't be read says so in words, also without JavaScript, and opens again @long", async ({
  page,
  browser,
  context,
  gated,
}) => {
  const { session } = await newOwner()
  await giveSession(context, session)
  const list = '/owner/orders?view=attention'
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: gated.shop })
  await giveSession(plain, session)
  const paper = await plain.newPage()
  gated.firestore.shut()
  const answers = await Promise.all([page.goto(list), paper.goto(list)])
  for (const [index, shown] of [page, paper].entries()) {
    await expect(shown.getByRole('alert').filter({ hasText: '目前無法載入' })).toBeVisible()
    expect(answers[index]?.status()).toBe(200)
  }
  expectInLog(gated, await page.getByText('客服查詢代碼').textContent(), 'DatabaseUnavailable')
  await expectNoViolation(page)
  gated.firestore.open()
  await expect(async () => {
    await page.getByRole('link', { name: '再試一次' }).click()
    await expect(page.getByRole('heading', { name: '訂單', exact: true })).toBeVisible()
  }).toPass()
  await expect(page).toHaveURL(/view=attention$/)
  await plain.close()
})

test("what can't be read stands in the owner's frame, from which the other pages open @long", async ({
  page,
  context,
}) => {
  await giveSession(context, (await newOwner()).session)
  // Of a day before the shop, which no other test asks for.
  const broken = database().doc(`movements/broken-${randomUUID()}`)
  await broken.set({ at: '2020-01-05T02:00:00.000Z', amount: 'x' })
  try {
    await page.goto('/owner/sales?from=2020-01-05&until=2020-01-05')
    await expect(page.getByRole('alert').filter({ hasText: '目前無法載入' })).toBeVisible()
    await page.getByRole('link', { name: '庫存', exact: true }).click()
    await expect(page.getByRole('heading', { name: '庫存', level: 1 })).toBeVisible()
  } finally {
    await broken.delete()
  }
})
